/** What comes over each line of the table, with what it says beside it: as it comes, and the last ten minutes. */
import { fillText } from "../../../../src/text/every-language.ts";
import type { Language } from "../../../../src/text/language.ts";
import { textsOf } from "../../../../src/text/text-of.ts";
import type { LineRowShown, LinesShown } from "../../server/messages.ts";
import { h, type JSX } from "preact";
import { codeText, type Telling } from "./parts.ts";
import { chosenPlace } from "./places.ts";
import { clockText } from "./time.ts";

const WORDS = textsOf("pages.technician.lines");

/** What somebody has chosen; a page that draws itself anew leaves it as it is. */
let port: string | null = null;
/** Rows before this number stand still; null: the newest, as they come. */
let before: number | null = null;
let isDamagedOnly = false;
let shown: LinesShown | "unread" | null = null;

const isLines = (value: unknown): value is LinesShown =>
  typeof value === "object" && value !== null && "ports" in value && "rows" in value;

/** Where the lines are told, and how often they are asked for, ms. */
interface LinesSource {
  readonly path: string;
  readonly everyMs: number;
}

/** Asks again and again while somebody looks inside. `ask`: what the server answers to an address. */
export function watchLines(
  source: LinesSource,
  ask: (path: string) => Promise<unknown>,
  redraw: () => void,
): void {
  const look = async (): Promise<void> => {
    if (document.hidden || chosenPlace() !== "inside") return;
    const asked = new URLSearchParams({ damaged: isDamagedOnly ? "1" : "0" });
    if (port !== null) asked.set("port", port);
    if (before !== null) asked.set("before", String(before));
    const told = await ask(`${source.path}?${asked.toString()}`);
    if (isLines(told)) shown = told;
    else shown ??= "unread";
    redraw();
  };
  choose = (change) => {
    change();
    void look();
  };
  setInterval(() => void look(), source.everyMs);
  window.addEventListener("hashchange", () => void look());
  void look();
}

let choose: (change: () => void) => void = (change) => change();

/** Null: the table has no line, or was not asked. */
export function linesPart({ language, time }: Telling): readonly JSX.Element[] {
  const head = h("h2", null, WORDS.title[language]);
  if (shown === null) return [];
  if (shown === "unread") return [head, h("p", { class: "trouble" }, WORDS.unread[language])];
  if (shown.port === null) return [];
  const { rows, withheld, damaged } = shown;
  return [
    head,
    h("div", { class: "line-choice" }, ...portButtons(shown, language), ...viewButtons(shown, language)),
    h("p", { class: isAsExpected(shown) ? null : "trouble" }, ...heardText(shown, language)),
    ...(damaged > 0 ? [h("p", { class: "trouble" }, fillText(WORDS.damaged, { n: damaged })[language])] : []),
    ...(withheld > 0 ? [h("p", { class: "when" }, WORDS.withheld[language])] : []),
    rows.length === 0
      ? h("p", { class: "when" }, WORDS.quiet[language])
      : h(
          "ol",
          { class: "line-rows", tabindex: "0", "aria-label": WORDS.title[language] },
          ...rows.map((row) => rowOf(row, time.zone, language)),
        ),
  ];
}

const button = (id: string, words: string, isPressed: boolean | null, act: () => void): JSX.Element =>
  h(
    "button",
    {
      id,
      type: "button",
      "aria-pressed": isPressed === null ? null : String(isPressed),
      onClick: () => choose(act),
    },
    words,
  );

/** One line needs no choice. */
function portButtons({ ports, port: now }: LinesShown, language: Language): readonly JSX.Element[] {
  if (ports.length < 2) return [];
  return ports.map((one) =>
    button(`line-${one}`, codeText(WORDS.ports, one, language), one === now, () => {
      [port, before] = [one, null];
    }),
  );
}

function viewButtons({ rows, older }: LinesShown, language: Language): readonly JSX.Element[] {
  const oldest = rows.at(-1)?.n;
  const newest = rows[0]?.n;
  const isStill = before !== null;
  const still = isStill
    ? button("line-newest", WORDS.newest[language], null, () => (before = null))
    : button("line-still", WORDS.still[language], null, () => (before = (newest ?? 0) + 1));
  return [
    ...(newest === undefined && !isStill ? [] : [still]),
    ...(older && oldest !== undefined
      ? [button("line-older", WORDS.older[language], null, () => (before = oldest))]
      : []),
    button("line-damaged", WORDS["only-damaged"][language], isDamagedOnly, () => {
      [isDamagedOnly, before] = [!isDamagedOnly, null];
    }),
  ];
}

const isAsExpected = ({ certainty, device, expected }: LinesShown): boolean =>
  certainty === "sure" && device === expected;

function heardText({ device, certainty, expected }: LinesShown, language: Language): readonly string[] {
  if (device === null) return [WORDS.none[language]];
  const words = certainty === "sure" ? WORDS.sure : WORDS.likely;
  const other = [" · ", fillText(WORDS.expected, { device: expected ?? "" })[language]];
  return [fillText(words, { device })[language], ...(device === expected ? [] : other)];
}

function rowOf(row: LineRowShown, zone: string, language: Language): JSX.Element {
  const { n, at, way, bytes, more, isKept, isDamaged, says } = row;
  const text = isKept ? WORDS.kept[language] : `${bytes ?? ""}${more > 0 ? ` … +${more}` : ""}`;
  const sign = way === null ? "" : way === "in" ? "←" : "→";
  return h(
    "li",
    { key: n, class: isDamaged ? "bad" : null },
    h("span", { class: "line-at" }, clockText(at, zone, language)),
    h(
      "span",
      { class: "line-way", role: "img", "aria-label": way === null ? null : WORDS[way][language] },
      sign,
    ),
    h("span", { class: isKept ? "line-bytes kept" : "line-bytes" }, text),
    h("span", { class: "line-says" }, says ?? (isDamaged ? WORDS.bad[language] : "")),
  );
}
