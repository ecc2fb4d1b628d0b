/** What is asked of the whole floor: records that fit, disputes with their end, wheels against chance. */
import { h, type JSX } from "preact";
import type { Dispute } from "../../../../../src/floor/disputes.ts";
import type { WheelBias } from "../../../../../src/floor/wheel-bias.ts";
import type { RecallStep } from "../../../../../src/analysis/recall-types.ts";
import type { Language } from "../../../../../src/text/language.ts";
import { roleName } from "../../../../screens/pages/i18n.ts";
import { FINDINGS, word, type FloorWord } from "./words.ts";

export interface Found {
  readonly records: readonly { readonly log: string; readonly step: RecallStep }[];
  readonly isCut: boolean;
}

export interface AskedParts {
  readonly language: Language;
  readonly zone: string;
  readonly labelOf: (log: string) => string;
  /** What a table says that wears out, by codes of the doctor. */
  readonly wearsOf: (log: string) => readonly string[];
  readonly choose: (log: string, round: number | null) => void;
}

/** Fields of the search, with what is typed in them. */
const FIELDS: readonly (readonly [name: string, word: FloorWord, type: string])[] = [
  ["round", "round", "number"],
  ["from", "from", "datetime-local"],
  ["before", "until", "datetime-local"],
  ["number", "number", "text"],
  ["person", "person", "text"],
  ["reason", "reason", "text"],
];

export const timeText = (at: string, { language, zone }: Pick<AskedParts, "language" | "zone">): string =>
  new Date(at).toLocaleString(language, { timeZone: zone, dateStyle: "short", timeStyle: "medium" });

export function searchForm(
  language: Language,
  search: (fields: Readonly<Record<string, string>>) => void,
): JSX.Element {
  const submit = (event: Event): void => {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    const given = [...new FormData(event.target)].flatMap(([name, value]) =>
      typeof value === "string" && value.trim() !== "" ? [[name, value.trim()] as const] : [],
    );
    search(Object.fromEntries(given));
  };
  return h(
    "form",
    { class: "search", onSubmit: submit },
    h("h2", null, word("search", language)),
    ...FIELDS.map(([name, id, type]) =>
      h("label", null, word(id, language), h("input", { name, type, min: type === "number" ? 0 : undefined })),
    ),
    h("button", { type: "submit" }, word("search", language)),
    h("p", null, word("search-means", language)),
  );
}

export function foundList({ records, isCut }: Found, parts: AskedParts): JSX.Element {
  const { language, labelOf, choose } = parts;
  if (records.length === 0) return h("p", { class: "nothing" }, word("nothing-found", language));
  return h(
    "div",
    null,
    h(
      "ol",
      { class: "found" },
      ...records.map(({ log, step }) =>
        h(
          "li",
          null,
          h("button", { onClick: () => choose(log, null) }, labelOf(log)),
          h("time", null, timeText(step.at, parts)),
          h("strong", null, step.title),
          step.person === null ? null : h("span", null, step.person),
          ...step.lines.map((line) => h("p", null, line)),
          h(
            "p",
            { class: "files" },
            `${word("record", language)} ${step.seq} · `,
            h("a", { href: fileOf("/certificate", log, step.seq) }, word("certificate", language)),
            " · ",
            h("a", { href: fileOf("/certificate/proof", log, step.seq) }, word("proof", language)),
          ),
        ),
      ),
    ),
    isCut ? h("p", null, word("cut", language)) : null,
  );
}

const fileOf = (path: string, log: string, seq: number): string =>
  `${path}?${new URLSearchParams({ log, seq: String(seq) })}`;

export function disputesList(disputes: readonly Dispute[], parts: AskedParts): JSX.Element {
  const { language, labelOf, choose } = parts;
  return h(
    "article",
    null,
    h("h2", null, word("disputes", language)),
    disputes.length === 0 ? h("p", { class: "nothing" }, word("no-disputes", language)) : null,
    h(
      "ol",
      { class: "found" },
      ...disputes.map((one) =>
        h(
          "li",
          null,
          h("button", { onClick: () => choose(one.log, one.round) }, labelOf(one.log)),
          h("time", null, timeText(one.at, parts)),
          h("strong", null, `${word("round", language)} ${one.round}`),
          h("span", null, `${one.by.name} · ${roleName(one.by.role, language)}`),
          h("p", null, `«${one.words}»`),
          h("p", { class: one.end === null ? "open" : "ended" }, endText(one, parts)),
          one.keptAt === null
            ? null
            : h("p", null, `${word("case-kept", language)} · ${timeText(one.keptAt, parts)}`),
        ),
      ),
    ),
  );
}

function endText({ end }: Dispute, parts: AskedParts): string {
  const { language } = parts;
  if (end === null) return word("dispute-open", language);
  const by = end.by === null ? "" : `${end.by.name} · ${roleName(end.by.role, language)}`;
  return [word(`ended-${end.is}` as FloorWord, language), end.result, by, timeText(end.at, parts)]
    .filter((one) => one !== "")
    .join(" · ");
}

/** The wheels of one rulebook. */
export interface WheelKind {
  readonly rulebook: string;
  readonly wheels: readonly WheelBias[];
}

const COLUMNS = ["table", "spins", "chi", "chance", "outside"] as const;

/** Below which a wheel is named. */
const RISK = 0.01;

/** Wheels against chance over some days, or day by day. */
export type WheelLook = "sum" | "by-day";

/** What is shown of wheels, and how another look at them is asked for. */
export interface WheelsShown {
  readonly look: WheelLook;
  readonly days: number;
  readonly kinds: readonly JSX.Element[];
  readonly choose: (look: WheelLook, days: number) => void;
}

export function wheelsPanel({ look, days, kinds, choose }: WheelsShown, language: Language): JSX.Element {
  const choice = (isChosen: boolean, text: string, onClick: () => void): JSX.Element =>
    h("button", { "aria-pressed": String(isChosen), onClick }, text);
  const looks: readonly (readonly [WheelLook, FloorWord])[] = [
    ["sum", "wheels-sum"],
    ["by-day", "wheels-by-day"],
  ];
  return h(
    "article",
    { class: "wheels" },
    h("h2", null, word("wheels", language)),
    h(
      "p",
      { role: "group", "aria-label": word("wheels", language) },
      ...looks.map(([one, id]) =>
        choice(one === look, word(id, language), () => choose(one, Math.max(days, one === "sum" ? 1 : 7))),
      ),
      ...[1, 7, 30, 90]
        .filter((many) => look === "sum" || many > 1)
        .map((many) =>
          choice(many === days, word("days", language, { count: many }), () => choose(look, many)),
        ),
    ),
    h("p", null, word(look === "sum" ? "wheels-mean" : "trend-mean", language)),
    ...kinds,
  );
}

export function wheelTable({ rulebook, wheels }: WheelKind, parts: AskedParts): JSX.Element {
  const { language, labelOf, choose, wearsOf } = parts;
  const worn = ({ log }: WheelBias): JSX.Element[] =>
    wearsOf(log).map((code) =>
      h(
        "tr",
        { class: "worn" },
        h("td", { colSpan: COLUMNS.length }, FINDINGS[code]?.remedy[language] ?? code),
      ),
    );
  const row = ({ log, spins, chi, amongAll, outside }: WheelBias): JSX.Element =>
    h(
      "tr",
      { "data-biased": String(amongAll !== null && amongAll < RISK) },
      h("th", { scope: "row" }, h("button", { onClick: () => choose(log, null) }, labelOf(log))),
      h("td", null, String(spins)),
      h("td", null, chi === null ? "–" : chi.statistic.toFixed(1)),
      h(
        "td",
        null,
        amongAll === null
          ? word("too-few", language)
          : amongAll < 0.001
            ? "< 0,001"
            : amongAll.toLocaleString(language, { maximumFractionDigits: 3 }),
      ),
      h(
        "td",
        null,
        outside.map(({ pocket, count, expected }) => `${pocket}: ${count} (${expected.toFixed(0)})`).join(", "),
      ),
    );
  return h(
    "table",
    null,
    h("caption", null, rulebook),
    h("thead", null, h("tr", null, ...COLUMNS.map((id) => h("th", { scope: "col" }, word(id, language))))),
    h("tbody", null, ...wheels.flatMap((wheel) => [row(wheel), ...worn(wheel)])),
  );
}

/** A shift's report to download, with the signature over it. */
export function reportForm(language: Language, links: (from: string, before: string) => void): JSX.Element {
  const submit = (event: Event): void => {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    const given = new FormData(event.target);
    const [from, before] = ["from", "before"].map((name) => given.get(name));
    if (typeof from === "string" && typeof before === "string")
      links(new Date(from).toISOString(), new Date(before).toISOString());
  };
  const field = (name: string, id: "from" | "until"): JSX.Element =>
    h("label", null, word(id, language), h("input", { name, type: "datetime-local", required: true }));
  return h(
    "form",
    { class: "search", onSubmit: submit },
    h("h2", null, word("report", language)),
    h("p", null, word("report-means", language)),
    field("from", "from"),
    field("before", "until"),
    h("button", { type: "submit" }, word("report-make", language)),
  );
}

export function reportLinks(from: string, before: string, language: Language): JSX.Element {
  const query = new URLSearchParams({ from, before, lang: language });
  const link = (file: string, id: FloorWord): JSX.Element =>
    h("a", { href: `/${file}?${query}` }, word(id, language));
  return h(
    "p",
    { class: "doors" },
    link("report.pdf", "report-pdf"),
    link("report.pdf.sig", "report-pdf-sig"),
    link("report.csv", "report-csv"),
    link("report.csv.sig", "report-sig"),
  );
}
