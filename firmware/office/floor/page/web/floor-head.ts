/** The head of the page: how many tables stand how, where to look, what waits. On the wall it has nothing to press. */
import { h, type JSX } from "preact";
import { LANGUAGES, type Language } from "../../../../../src/text/language.ts";
import { languageButtons } from "../../../../screens/pages/head.ts";
import { CONDITIONS, ORDER, word, type FloorWord, type Shown } from "./words.ts";

/** What can be opened beside the map, a table apart. */
export type Door = "waits" | "alarms" | "search" | "disputes" | "wheels" | "report" | "drawing";

export interface HeadParts {
  readonly language: Language;
  readonly name: string;
  readonly counts: ReadonlyMap<Shown, number>;
  /** The hour, on a wall; null: it is none. */
  readonly wall: string | null;
  /** The tables that are not left faint; null: none are. */
  readonly only: Shown | null;
  /** What stands in the field. */
  readonly findText: string;
  /** What is open beside the map. */
  readonly side: Door | "nothing" | "table";
  readonly waiting: number;
  /** Alarms that nobody sees to; null: the floor has none to tell. */
  readonly alarms: number | null;
  readonly mayDraw: boolean;
  readonly person: string;
  readonly chooseOnly: (shown: Shown) => void;
  readonly chooseLanguage: (language: Language) => void;
  readonly toggle: (door: Door) => void;
  readonly find: (event: Event) => void;
  readonly openFound: (event: KeyboardEvent) => void;
  readonly zoom: (steps: number) => void;
}

export const headParts = (parts: HeadParts): readonly JSX.Element[] => [
  h("h1", null, parts.name),
  h("ul", { class: "counts" }, ...counts(parts)),
  ...(parts.wall === null ? controls(parts) : [h("p", { class: "wall-time" }, parts.wall)]),
];

/** Each with a button that leaves all other tables faint. */
function counts({ counts: many, language, only, wall, chooseOnly }: HeadParts): readonly JSX.Element[] {
  const content = (shown: Shown) => [
    h("b", null, String(many.get(shown))),
    ` ${CONDITIONS[shown].word[language]}`,
  ];
  const button = (shown: Shown): JSX.Element =>
    h(
      "button",
      {
        "data-shown": shown,
        "aria-pressed": String(only === shown),
        title: CONDITIONS[shown].means[language],
        onClick: () => chooseOnly(shown),
      },
      ...content(shown),
    );
  return ORDER.filter((shown) => (many.get(shown) ?? 0) > 0).map((shown) =>
    wall === null
      ? h("li", { key: shown }, button(shown))
      : h("li", { key: shown, "data-shown": shown }, ...content(shown)),
  );
}

function controls(parts: HeadParts): readonly JSX.Element[] {
  const { language, waiting, alarms, mayDraw, findText, find, openFound, zoom, chooseLanguage } = parts;
  const said = (id: FloorWord): string => word(id, language);
  const door = (of: Door, text: string): JSX.Element =>
    h("button", { id: of, "aria-pressed": String(parts.side === of), onClick: () => parts.toggle(of) }, text);
  const closer = (steps: number, id: FloorWord, sign: string): JSX.Element =>
    h("button", { "aria-label": said(id), onClick: () => zoom(steps) }, sign);
  return [
    h(
      "search",
      null,
      h("label", { class: "spoken", for: "find" }, said("find")),
      h("input", {
        id: "find",
        type: "search",
        placeholder: said("find"),
        value: findText,
        onInput: find,
        onKeyDown: openFound,
      }),
    ),
    h(
      "nav",
      null,
      door("waits", `${said("waits")} · ${waiting}`),
      alarms === null ? null : door("alarms", `${said("alarms")} · ${alarms}`),
      door("search", said("search")),
      door("disputes", said("disputes")),
      door("wheels", said("wheels")),
      door("report", said("report")),
      mayDraw ? door("drawing", said("draw")) : null,
    ),
    h(
      "div",
      { class: "zoom", role: "group", "aria-label": said("zoom") },
      closer(-1, "zoom-out", "−"),
      closer(0, "zoom-all", "⤢"),
      closer(1, "zoom-in", "+"),
    ),
    h("div", { class: "languages" }, ...languageButtons(LANGUAGES, language, chooseLanguage)),
    h("p", { class: "me" }, parts.person),
  ];
}
