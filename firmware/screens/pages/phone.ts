/**
 * The certificate of one round in words, for a player's phone: `/phone#1287.160cce3b`, as the code on the display has it. The page
 * verifies the signature itself; which key is the table's only the house can say.
 */
import { h, type ComponentChild, type JSX } from "preact";
import type { Verified } from "../../evidence/inspector/web/verify-certificate.ts";
import { LANGUAGES } from "../../../src/text/language.ts";
import { fillText } from "../../../src/text/every-language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import type { PhoneRecord, PhoneStep } from "../phone/record.ts";
import { languageButtons, testMark } from "./head.ts";
import { sentenceOf, wordIn, type Language } from "./i18n.ts";
import { byId, drawInto, speakIn } from "./page.ts";
import { askedLanguage } from "./asked-language.ts";

const WORDS = textsOf("phone");
type Answer = PhoneRecord | "asking" | "none" | "many" | "no-answer";

let language: Language = askedLanguage() ?? ofPhone();
let answer: Answer = "asking";
let verified: Verified | null = null;

/** The first of the phone's own languages that the pages speak. */
function ofPhone(): Language {
  const short = navigator.languages.map((one) => one.slice(0, 2));
  return (
    LANGUAGES.find((one) => one === short.find((each) => LANGUAGES.some((known) => known === each))) ?? "es"
  );
}

async function ask(): Promise<void> {
  const [, seq, short] = /^#(\d{1,15})\.([0-9a-f]{8})$/.exec(location.hash) ?? [];
  answer = seq === undefined || short === undefined ? "none" : await fetched(seq, short);
  drawPage();
  if (typeof answer === "string" || verified !== null) return;
  verified = await verifiedBy(answer);
  drawPage();
}

async function fetched(seq: string, short: string): Promise<Answer> {
  try {
    const said = await fetch(`/phone/record/${seq}/${short}?lang=${language}`);
    if (said.ok) return (await said.json()) as PhoneRecord;
    return said.status === 429 ? "many" : said.status === 404 ? "none" : "no-answer";
  } catch {
    return "no-answer";
  }
}

/** By the script that stands before this one on the page. */
function verifiedBy({ json, proof }: PhoneRecord): Promise<Verified> {
  const lost: Verified = {
    isGood: false,
    key: "",
    fingerprint: "",
    problems: ["the page could not load what verifies"],
  };
  return globalThis.verifyFiles?.(json, proof) ?? Promise.resolve(lost);
}

function choose(each: Language): void {
  language = each;
  // What the record says comes in the language that it is asked for in.
  void ask();
}

function drawPage(): void {
  speakIn(language);
  const isTest = typeof answer !== "string" && answer.isTest;
  drawInto(
    byId("head"),
    testMark(isTest, language),
    h("h1", null, WORDS.title[language]),
    h("div", { class: "languages" }, ...languageButtons(LANGUAGES, language, choose)),
  );
  drawInto(
    byId("main"),
    ...(typeof answer === "string" ? [h("p", null, WORDS[answer][language])] : partsOf(answer)),
  );
}

/** Day and hour by the table's clock, with the name of the zone. */
function timeText(at: string, zone: string): string {
  return new Date(at).toLocaleString(language, {
    timeZone: zone,
    timeZoneName: "short",
    dateStyle: undefined,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hour12: false,
  });
}

function partsOf(record: PhoneRecord): ComponentChild[] {
  const { table, game, step, zone, law, rulebook, log, played, round } = record;
  const fact = (name: string, value: string): JSX.Element[] => [h("dt", null, name), h("dd", null, value)];
  return [
    cameSign(record),
    h(
      "dl",
      null,
      ...fact(WORDS.table[language], `${table} · ${game[language]}`),
      ...fact(ownSentence(wordIn("spin", language, played ?? undefined)), String(round)),
      ...fact(WORDS.time[language], timeText(step.at, zone)),
      ...fact(WORDS.record[language], `${log} · ${step.seq}`),
      ...fact(WORDS.law[language], `${law} · ${rulebook}`),
    ),
    signatureSign(),
    rulesSign(record),
    historySign(record),
    filesSign(record),
  ].filter((one) => one !== null);
}

const ownSentence = (text: string): string => sentenceOf(text, language);

/** What was certified, and whether anything came of the round since. */
function cameSign({ kind, isCertified, step, history }: PhoneRecord): JSX.Element {
  const level = kind !== "result" ? kind : isCertified ? "certified" : "not-certified";
  const isChanged = history.some(({ seq }) => seq > step.seq);
  return h(
    "div",
    { class: `came came-${level}` },
    h("span", null, WORDS.kinds[level][language]),
    h("strong", null, step.title),
    ...step.lines.map((line) => h("span", null, line)),
    isChanged ? h("span", { class: "changed" }, WORDS.changed[language]) : null,
  );
}

function signatureSign(): JSX.Element {
  if (verified === null) return h("p", null, WORDS.verifying[language]);
  const { isGood, key, fingerprint, problems } = verified;
  return h(
    "section",
    { class: `signature signature-${isGood ? "good" : "bad"}` },
    h("p", null, h("strong", null, WORDS[isGood ? "good" : "bad"][language])),
    ...problems.map((problem) => h("p", { lang: "en" }, problem)),
    isGood ? h("p", { class: "note" }, fillText(WORDS.key, { key })[language]) : null,
    isGood ? h("p", { class: "fingerprint" }, fingerprint) : null,
  );
}

const rulesSign = ({ rules }: PhoneRecord): JSX.Element | null =>
  rules.length === 0
    ? null
    : h(
        "section",
        null,
        h("h2", null, WORDS.rules[language]),
        ...rules.map(({ text, cite }) =>
          h("p", { class: "rule" }, ownSentence(text), " ", h("span", { class: "cite" }, cite)),
        ),
      );

const historySign = ({ history, step, zone }: PhoneRecord): JSX.Element =>
  h(
    "section",
    { class: "history" },
    h("h2", null, WORDS.history[language]),
    h("ol", null, ...history.map((one) => historyLine(one, one.seq === step.seq, zone))),
  );

const historyLine = ({ seq, at, title, lines }: PhoneStep, isThis: boolean, zone: string): JSX.Element =>
  h(
    "li",
    { "aria-current": isThis ? "true" : null },
    h("strong", null, title),
    ...lines.map((line) => h("div", null, line)),
    h("time", { dateTime: at }, `${timeText(at, zone)} · ${seq}`),
  );

/** The two files, for whoever verifies elsewhere. */
function filesSign({ json, proof, step, isTest }: PhoneRecord): JSX.Element {
  const name = `${isTest ? "TEST-" : ""}result-${step.seq}`;
  const file = (text: string, ending: string): JSX.Element =>
    h("a", { href: URL.createObjectURL(new Blob([text])), download: `${name}.${ending}` }, `${name}.${ending}`);
  return h(
    "section",
    null,
    h("h2", null, WORDS.files[language]),
    h("p", { class: "note" }, WORDS.elsewhere[language]),
    h("div", { class: "files" }, file(json, "json"), file(proof, "tlog-proof")),
  );
}

addEventListener("hashchange", () => {
  [answer, verified] = ["asking", null];
  drawPage();
  void ask();
});
drawPage();
void ask();
