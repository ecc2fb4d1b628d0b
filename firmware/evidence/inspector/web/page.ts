/** The inspector's page: files and keys in, a verdict out. Nothing is asked of any network. */
import "./page-buffer.ts";
import { h, render, type ComponentChild } from "preact";
import { LANGUAGES, type Language, type Text } from "../../../../src/text/language.ts";
import { textsOf } from "../../../../src/text/text-of.ts";
import { isCaseStart } from "../../case/case-contents.ts";
import type { JudgedCase, RoundLine } from "./case.ts";
import type { GivenFile, Judged } from "./judge.ts";
import { isOfTest, judgeFiles, MOST_FILE_BYTES } from "./judge.ts";
import { verifiedBy } from "./signatures.ts";

const TEXTS = textsOf("inspector-page");
/** A certificate, its proof and a code; more is a slip of the hand. */
const MOST_FILES = 8;
/** By so many bytes a file is known. */
const START_BYTES = 64;

let language: Language = LANGUAGES.find((one) => navigator.language.startsWith(one)) ?? "es";
let files: readonly GivenFile[] = [];
let keys = "";
let judged: Judged = { verdict: "unknown", why: "empty", says: "" };
let isOver = false;
/** Counts the judgements, so that an older one which ends late is not shown. */
let asked = 0;

const say = (text: Text): string => text[language];
const isEmpty = (one: Judged): boolean => one.verdict === "unknown" && one.why === "empty";

async function judgeAgain(): Promise<void> {
  const mine = ++asked;
  document.body.dataset["state"] = "judging";
  const now = await judgeFiles(files, keys).catch((): Judged => ({
    verdict: "unknown",
    why: "bad-file",
    says: "",
  }));
  if (mine !== asked) return;
  judged = now;
  draw();
  document.body.dataset["state"] = judged.verdict;
}

async function take(list: FileList | null | undefined): Promise<void> {
  const chosen = [...(list ?? [])].slice(0, MOST_FILES);
  if (chosen.length === 0) return;
  // What is judged without these files is not shown any more.
  asked++;
  document.body.dataset["state"] = "judging";
  const read = await Promise.all(
    chosen.map(async (file) => ({
      name: file.name,
      isCase: isCaseStart(await file.slice(0, START_BYTES).text()),
      bytes: file.size > MOST_FILE_BYTES ? null : new Uint8Array(await file.arrayBuffer()),
    })),
  );
  const names = new Set(read.map(({ name }) => name));
  files = [...files.filter(({ name }) => !names.has(name)), ...read].slice(-MOST_FILES);
  await judgeAgain();
  document.querySelector(".verdict")?.scrollIntoView({ block: "nearest" });
}

function setLanguage(next: Language): void {
  language = next;
  draw();
}

const languageSwitch = () =>
  h(
    "nav",
    null,
    LANGUAGES.map((one) =>
      h("button", { lang: one, "aria-pressed": one === language, onClick: () => setLanguage(one) }, one),
    ),
  );

const dropPlace = () =>
  h(
    "label",
    {
      class: `drop${isOver ? " over" : ""}${files.length > 0 ? " small" : ""}`,
      onDragOver: (event: DragEvent) => {
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        void take(event.dataTransfer?.files);
      },
    },
    h("strong", null, say(TEXTS.choose)),
    h("span", null, say(TEXTS.drop)),
    h("span", { class: "hint" }, say(TEXTS.what)),
    h("input", {
      type: "file",
      multiple: true,
      "aria-label": say(TEXTS.choose),
      onChange: (event: Event) => {
        const input = event.currentTarget as HTMLInputElement;
        void take(input.files).then(() => (input.value = ""));
      },
    }),
  );

function setOver(now: boolean): void {
  if (isOver === now) return;
  isOver = now;
  draw();
}

const givenFiles = () =>
  files.length > 0 &&
  h(
    "div",
    { class: "given" },
    h("span", null, `${say(TEXTS.given)}: ${files.map(({ name }) => name).join(", ")}`),
    h("button", { class: "clear", onClick: () => ((files = []), void judgeAgain()) }, say(TEXTS.clear)),
  );

const keyField = () =>
  h(
    "section",
    null,
    h("h2", null, h("label", { for: "keys" }, say(TEXTS.key))),
    h("textarea", {
      id: "keys",
      spellcheck: false,
      autocomplete: "off",
      maxLength: 20_000,
      placeholder: "tirada.example/casino-1/table-07+ccf33cac+AddamAGC…",
      value: keys,
      onInput: (event: Event) => {
        keys = (event.currentTarget as HTMLTextAreaElement).value;
        void judgeAgain();
      },
    }),
    h("p", { class: "hint" }, say(TEXTS["key-hint"])),
  );

const pair = (name: Text, value: ComponentChild) => [h("dt", null, say(name)), h("dd", null, value)];

type Known = Exclude<Judged, { verdict: "unknown" }>;

/** A time of a witness in UTC, and of the table as its record has it. */
const timeOf = (seconds: number): string => `${new Date(seconds * 1_000).toISOString().slice(0, 19)}Z`;
const textIn = (value: unknown): string => (typeof value === "string" ? value : "–");

const KINDS = TEXTS["case-kinds"];

/** What the record says, short; of a kind that is no round's end its own word. */
function contentOf({ facts }: Known): string {
  const { kind, result, certainty } = facts?.fields ?? {};
  const level = (certainty as { level?: unknown } | null | undefined)?.level;
  const said = [
    typeof kind === "string" && Object.hasOwn(KINDS, kind) ? say(KINDS[kind as RoundLine["kind"]]) : kind,
    result == null ? null : resultOf(result as Readonly<Record<string, unknown>>),
    level === "certified" || level === "reported" ? say(TEXTS["case-levels"][level]) : null,
  ];
  return said.filter((part) => typeof part === "string").join(" · ");
}

function resultOf({ pocket, faces, results }: Readonly<Record<string, unknown>>): string {
  if (typeof pocket === "string") return pocket;
  if (Array.isArray(faces)) return faces.join("-");
  if (!Array.isArray(results)) return "–";
  return results.map((one: { of?: unknown; is?: unknown }) => `${textIn(one.of)} ${textIn(one.is)}`).join(", ");
}

/** What a record of a case says of its round, in one line. */
function roundLine({ kind, facts }: RoundLine): ComponentChild {
  const { round, result, certainty, words } = facts.fields;
  const level = (certainty as { level?: unknown } | null | undefined)?.level;
  const parts = [
    `${say(TEXTS.round)} ${typeof round === "number" ? round : "–"}`,
    say(TEXTS["case-kinds"][kind]),
    result == null ? null : resultOf(result as Readonly<Record<string, unknown>>),
    level === "certified" || level === "reported" ? say(TEXTS["case-levels"][level]) : null,
    kind === "dispute" ? textIn(words) : null,
  ];
  return h("li", null, parts.filter((part) => part !== null).join(" · "));
}

function caseRows({ report }: Known, { rounds, more, files }: JudgedCase): ComponentChild {
  const mode = report.mode === null ? "–" : say(TEXTS.modes[report.mode]);
  const witnessed = report.witnessed.map(({ name, time }) => `${name}: ${timeOf(time)}`).join("; ");
  const lines = [...rounds.map(roundLine), more > 0 && h("li", null, `… ${more}`)];
  return h(
    "dl",
    null,
    pair(TEXTS.whose, report.log),
    pair(TEXTS.mode, h("span", { class: report.mode === "test" ? "test" : "" }, mode)),
    pair(TEXTS["case-records"], `${report.firstSeq ?? "–"}–${report.lastSeq ?? "–"}`),
    pair(TEXTS["case-rounds"], h("ul", { class: "rounds" }, lines)),
    pair(TEXTS["case-files"], String(files)),
    pair(
      TEXTS.place,
      say(report.covered === 0 ? TEXTS.unplaced : TEXTS.placed).replace("{}", String(report.covered)),
    ),
    pair(TEXTS.witnessed, witnessed === "" ? say(TEXTS.unwitnessed) : witnessed),
    pair(TEXTS["key-used"], report.vkey),
    verifiedWith(),
  );
}

function verifiedWith(): ComponentChild {
  const by = verifiedBy();
  return by === null ? null : pair(TEXTS.by, by === "webcrypto" ? "WebCrypto" : "@noble/ed25519");
}

function recordRows(known: Known): ComponentChild {
  if (known.inCase !== null) return caseRows(known, known.inCase);
  const { report, facts } = known;
  const mode = report.mode === null ? "–" : say(TEXTS.modes[report.mode]);
  const witnessed = report.witnessed.map(({ name, time }) => `${name}: ${timeOf(time)}`).join("; ");
  const place = report.covered === 0 ? TEXTS.unplaced : TEXTS.placed;
  return h(
    "dl",
    null,
    pair(TEXTS.whose, facts?.log ?? report.log),
    pair(TEXTS.mode, h("span", { class: report.mode === "test" ? "test" : "" }, mode)),
    pair(TEXTS.record, `${report.firstSeq ?? "–"}`),
    known.signsCode === true && pair(TEXTS.code, say(TEXTS["code-fits"])),
    pair(TEXTS.round, typeof facts?.fields["round"] === "number" ? String(facts.fields["round"]) : "–"),
    pair(TEXTS.content, contentOf(known) || "–"),
    pair(TEXTS.time, textIn(facts?.fields["at"])),
    pair(TEXTS.place, say(place).replace("{}", String(report.covered))),
    pair(TEXTS.witnessed, witnessed === "" ? say(TEXTS.unwitnessed) : witnessed),
    pair(TEXTS["key-used"], report.vkey),
    report.keys.length > 1 &&
      pair(
        TEXTS["keys-of-log"],
        report.keys.map(({ vkey, from }) => h("div", null, `${from}: ${vkey}`)),
      ),
    verifiedWith(),
  );
}

const listed = (title: Text, lines: readonly string[]) =>
  lines.length > 0 &&
  h(
    "section",
    null,
    h("h2", null, say(title)),
    h(
      "ul",
      { class: "says", lang: "en" },
      lines.map((line) => h("li", null, line)),
    ),
  );

function meaningOf(one: Judged): Text {
  if (one.verdict === "unknown") return TEXTS.unknown[one.why];
  return one.verdict === "valid" && one.inCase !== null ? TEXTS["case-valid"] : TEXTS.means[one.verdict];
}

function verdictPanel(): ComponentChild {
  if (isEmpty(judged)) return null;
  const name = TEXTS.verdicts[judged.verdict];
  const why = meaningOf(judged);
  const mark = isOfTest(judged) ? TEXTS.modes.test : null;
  const others = LANGUAGES.filter((one) => one !== language);
  return h(
    "section",
    { class: `verdict ${judged.verdict}`, "aria-live": "polite" },
    h(
      "div",
      { class: "title" },
      mark !== null && h("strong", { class: "test" }, say(mark)),
      h("strong", null, say(name)),
      h("span", null, say(why)),
    ),
    h(
      "div",
      { class: "body" },
      judged.verdict === "unknown"
        ? judged.says !== "" && h("p", { class: "hint", lang: "en" }, judged.says)
        : [
            listed(
              TEXTS.problems,
              judged.report.problems.map(({ what }) => what),
            ),
            judged.verdict !== "valid" && h("h2", null, say(TEXTS.claims)),
            recordRows(judged),
            listed(TEXTS.notes, judged.report.notes),
          ],
      h(
        "div",
        { class: "languages hint" },
        others.map((one) =>
          h("p", { lang: one }, `${mark === null ? "" : `${mark[one]}. `}${name[one]}. ${why[one]}`),
        ),
      ),
    ),
  );
}

function draw(): void {
  document.documentElement.lang = language;
  document.title = `${isOfTest(judged) ? `${say(TEXTS.modes.test)} · ` : ""}tirada · ${say(TEXTS.title)}`;
  const page = document.getElementById("page");
  if (page === null) return;
  render(
    [
      h("header", null, h("h1", null, say(TEXTS.title)), languageSwitch()),
      h("p", { class: "lead" }, say(TEXTS.lead)),
      dropPlace(),
      givenFiles(),
      keyField(),
      verdictPanel(),
    ],
    page,
  );
}

// A file that misses the place for it must not be opened in place of the page.
for (const name of ["dragover", "drop"]) addEventListener(name, (event) => event.preventDefault());
draw();
