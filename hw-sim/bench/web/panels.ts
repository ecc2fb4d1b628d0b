import { h, type JSX, render } from "preact";
import { PHASES } from "../../../firmware/screens/pages/i18n.ts";
import { byId, drawInto } from "../../../firmware/screens/pages/page.ts";
import type { Language, Text } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import type {
  BenchHello,
  BenchOrder,
  Figures,
  InjectedRow,
  ListedFault,
  Refused,
  SeenRow,
  VerdictNow,
} from "../page-messages.ts";
import type { Ask } from "./link.ts";
import { durationText } from "./scope.ts";

/** The bench's panels of text: faults and what became of them, observations, figures. */

const SEEN_SHOWN = 30;
/** Observations that only update an earlier one: of a run of them the newest is kept. */
const RENEWED = ["ball-laps", "disc-turns", "drop-predicted"];

/** The session's own figures: their names on the technician's page, and a unit. */
const BOARD_FIGURES = {
  bufferDepth: ["board deepest buffer", ""],
  lost: ["board edges lost", ""],
  missed: ["board missed lines", ""],
  damagedUp: ["board damaged lines", ""],
  debounced: ["board short pulses", ""],
  resets: ["board resets", ""],
  doubt: ["clock doubt µs", " µs"],
  rate: ["clock rate ppb", " ppb"],
} satisfies Partial<Record<BenchWord, readonly [name: string, unit: string]>>;
const BOARD_FIGURE_WORDS = Object.keys(BOARD_FIGURES) as readonly (keyof typeof BOARD_FIGURES)[];

/** Everything about the board and the spin that stands in the panel, in its order, as text; `–`: not known. */
type FigureTexts = Readonly<Record<string, string>>;

const UNKNOWN = "–";

const secondsText = (us: number) => `${(us / 1e6).toFixed(us < 9_950_000 ? 2 : 1)} s`;

/** The buttons. They are made once for a table; a new frame does not touch them. */
export function drawOrders(
  { board, faults, others, scenarios }: BenchHello,
  language: Language,
  ask: Ask,
): void {
  const tell = (key: BenchWord) => benchWord(key, language);
  const place = byId("orders");
  if (board === "real")
    return drawInto(place, h("p", { class: "muted" }, tell("noFaults")), ...catalogueOf(others, language));
  const button = (name: string, about: string, order: BenchOrder, comes: string | null = null) =>
    h(
      "button",
      {
        type: "button",
        "data-fault": name,
        onClick: () => {
          void ask(order).then((why) =>
            drawInto(byId("refused"), why === null ? null : `${name}: ${REFUSED[why][language]}`),
          );
        },
      },
      h("strong", null, name),
      h("span", null, about),
      comes === null ? null : h("small", null, `${tell("comes")}: ${comes}`),
    );
  const cable = () => [
    button(tell("unplug"), tell("unplugAbout"), { order: "cable", plugged: false }),
    button(tell("replug"), tell("replugAbout"), { order: "cable", plugged: true }),
    button(tell("resetBoard"), tell("resetAbout"), { order: "reset-board" }),
  ];
  const groups = Object.entries(FAULT_GROUPS).map(([group, { [language]: title }]) => {
    const own = faults.filter((fault) => fault.group === group);
    const buttons = [
      ...own.map((row) =>
        button(row.fault, row.about, { order: "inject", fault: row.fault }, comesText(row, language)),
      ),
      ...(group === "line" ? cable() : []),
    ];
    return buttons.length === 0 ? null : groupOf(title, buttons);
  });
  const played = scenarios.map(({ name, about }) => button(name, about, { order: "play", scenario: name }));
  drawInto(
    place,
    h("p", { id: "refused", role: "status" }),
    played.length === 0 ? null : groupOf(tell("scenarios"), played),
    ...groups,
    ...catalogueOf(others, language),
  );
}

const groupOf = (title: string, buttons: readonly JSX.Element[]): JSX.Element =>
  h("div", { class: "group", role: "group", "aria-label": title }, h("h3", null, title), ...buttons);

/** What a fault should come to: verdicts, no round at all, faults that the table names. */
function comesText({ comes, unseen, raises, reports = [] }: ListedFault, language: Language): string {
  const verdicts = [...comes, ...(unseen ? [benchWord("noRound", language)] : [])].join(" / ");
  return [verdicts, ...reports, ...raises].filter((part) => part !== "").join(" · ");
}

/** The catalogue of the other tables, to read: a list that is opened for each. */
const catalogueOf = (others: BenchHello["others"], language: Language): readonly JSX.Element[] => [
  h("h3", { class: "others" }, benchWord("catalogue", language)),
  ...others.map(({ name, faults }) =>
    h(
      "details",
      { class: "others", "data-table": name },
      h("summary", null, `${name} (${faults.length})`),
      h(
        "dl",
        null,
        faults.flatMap((row) => [
          h("dt", null, row.fault),
          h(
            "dd",
            null,
            row.about,
            h("small", null, `${benchWord("comes", language)}: ${comesText(row, language)}`),
          ),
        ]),
      ),
    ),
  ),
];

export const verdictText = ({ kind, text }: VerdictNow, language: Language): string =>
  `${PHASES[kind][language]} ${text}`.trim();

/** @param rows newest first */
export function drawInjections(rows: readonly InjectedRow[], language: Language): void {
  const tell = (key: BenchWord) => benchWord(key, language);
  const line = (tag: "p" | "li", { fault, spin, verdict, latencyUs, truth }: InjectedRow) =>
    h(
      tag,
      { class: "row" },
      h("strong", null, fault),
      " → ",
      verdict === null
        ? h("em", null, spin === null ? tell("waits") : tell("runs"))
        : h("b", { class: verdict.kind }, verdictText(verdict, language)),
      latencyUs === null ? "" : ` · ${durationText(latencyUs)} ${tell("after")}`,
      h("small", null, truth === null ? "" : ` · ${truth}`),
    );
  const [first, ...rest] = rows;
  drawInto(
    byId("injected"),
    h("h2", null, tell("injected")),
    first === undefined ? h("p", { class: "muted" }, tell("nothingInjected")) : line("p", first),
    h("ul", null, ...rest.slice(0, 2).map((row) => line("li", row))),
  );
}

/** What the session saw of late, the newest first. */
export function createSeenList(language: Language) {
  let rows: { readonly key: number; readonly row: SeenRow }[] = [];
  let lastKey = 0;
  const line = ({ key, row: { t, o, text } }: (typeof rows)[number]): JSX.Element =>
    h(
      "li",
      { key, "data-o": o },
      h("time", null, (t / 1e6).toFixed(2)),
      h("strong", null, o),
      h("span", null, text),
    );
  const show = (): void => {
    const name = benchWord("seen", language);
    render([h("h2", null, name), h("ol", { "aria-label": name }, rows.map(line))], byId("seen"));
  };
  show();
  return {
    /** @param news in order of time */
    add: (news: readonly SeenRow[]): void => {
      if (news.length === 0) return;
      for (const row of news) {
        // In a run of such lines the older one of the same kind goes.
        const run = rows.findIndex((one) => !RENEWED.includes(one.row.o));
        const old = RENEWED.includes(row.o) ? rows.findIndex((one) => one.row.o === row.o) : -1;
        if (old >= 0 && (run < 0 || old < run)) rows.splice(old, 1);
        lastKey += 1;
        rows = [{ key: lastKey, row }, ...rows].slice(0, SEEN_SHOWN);
      }
      show();
    },
  };
}

/** The figures, a row each. */
export function createFigurePanel(language: Language, kind: BenchHello["kind"]) {
  const tell = (key: BenchWord) => benchWord(key, language);
  const names: readonly BenchWord[] = [
    ...(["standing", "board", "line"] as const),
    ...BOARD_FIGURE_WORDS,
    ...(kind === "bowl" ? [] : (["rotor"] as const)),
    ...(kind === "disc" ? (["turns"] as const) : (["lap", "laps"] as const)),
    ...(["drop", "noMoreBets", "late"] as const),
  ];
  const draw = (values: FigureTexts): void =>
    render(
      [
        h("h2", null, tell("figures")),
        h(
          "dl",
          null,
          names.flatMap((name) => [h("dt", null, tell(name)), figureCell(name, values[name] ?? UNKNOWN)]),
        ),
      ],
      byId("figures"),
    );
  const when = (t: number | null, now: number): string | null =>
    t === null
      ? null
      : t > now
        ? `${tell("in")} ${secondsText(t - now)}`
        : `${tell("ago")} ${secondsText(now - t)}`;
  draw({});
  return {
    /** @param faults codes of the active faults */
    show: (figures: Figures, faults: readonly string[], now: number): void => {
      const { board, identity, bytesPerS, lapUs, lapsAtLeast, dropAt, dropDoubtUs, noMoreBetsAt, lateUs } =
        figures;
      const drop = when(dropAt, now);
      const doubt =
        dropDoubtUs === null || dropAt === null || dropAt <= now ? "" : ` ± ${secondsText(dropDoubtUs)}`;
      const own = Object.entries(BOARD_FIGURES).map(([name, [of, unit]]) => [
        name,
        board[of] === undefined ? null : `${board[of]}${unit}`,
      ]);
      const known: Readonly<Record<string, string | null>> = {
        ...(Object.fromEntries(own) as Record<string, string | null>),
        standing: faults.length === 0 ? null : faults.join(" "),
        board: identity,
        line: `${bytesPerS} B/s`,
        rotor: rotorText(figures),
        lap: lapUs === null ? null : durationText(lapUs),
        laps: lapsAtLeast === null ? null : String(lapsAtLeast),
        turns: lapsAtLeast === null ? null : String(lapsAtLeast),
        drop: drop === null ? null : `${drop}${doubt}`,
        noMoreBets: when(noMoreBetsAt, now),
        late: lateUs === null ? null : durationText(lateUs),
      };
      draw(Object.fromEntries(names.map((name) => [name, known[name] ?? UNKNOWN])));
    },
  };
}

function figureCell(name: string, value: string): JSX.Element {
  const isAlarm = name === "standing" && value !== UNKNOWN;
  return h("dd", { "data-figure": name, title: value, class: isAlarm ? "alarm" : "" }, value);
}

const DIRECTION_SIGNS = { cw: "↻", ccw: "↺" };

function rotorText({ rotorRpm10, rotorDirection }: Figures): string | null {
  if (rotorRpm10 === null) return null;
  return `${(rotorRpm10 / 10).toFixed(1)} rpm ${rotorDirection === null ? "" : DIRECTION_SIGNS[rotorDirection]}`;
}

/** The bench page's own words in the language of the page. */

const BENCH = textsOf("bench");

export type BenchWord = keyof typeof BENCH.words;

export const FAULT_GROUPS: Readonly<Record<ListedFault["group"], Text>> = BENCH.groups;
export const REFUSED: Readonly<Record<Refused, Text>> = BENCH.refused;

export const benchWord = (id: BenchWord, language: Language): string => BENCH.words[id][language];
