/** Lines that the big card of every family shares: the device in trouble, who announces the result, why a round has none. */
import { h, type JSX } from "preact";
import type { ResultView, Verdict } from "../display-parts.ts";
import { HEALTH, ROLES, sentenceIn, wordIn, type Language, type Text } from "../i18n.ts";
import { iconSign } from "../icons.ts";
import type { ResolvedView, TableView, VerdictView } from "../../../../src/table/kernel/view/view.ts";

/**
 * A device in trouble, in the words of the big line: nothing is dealt or launched on it, whatever was due. A void or a round that is left
 * to somebody stays in the line: its steps go on. Null: all is well.
 * @param verdict the one that the phase speaks of
 */
export function troubleText(view: TableView, verdict: VerdictView | null, language: Language): string | null {
  const { health } = view.device;
  if (!view.open || health === "ok" || health === "waiting") return null;
  return verdict === null || verdict.kind.endsWith("result") ? HEALTH[health][language] : null;
}

/** Who announces the result, and what of it. */
export function announcerLine({ resultCall }: TableView, language: Language): JSX.Element[] {
  if (resultCall == null) return [];
  const { by, what } = resultCall;
  return [
    h(
      "p",
      { class: "announcer" },
      `${wordIn("announces", language)}: ${ROLES[by][language]} · ${what[language]}`,
    ),
  ];
}

type Content = JSX.Element | string | null;

/** The big line of the card, and what stands below it. */
export const lineAndUnder = (line: readonly Content[], under: readonly Content[], more: Content = null) =>
  h(
    "div",
    { class: "words" },
    h("div", { class: "line" }, ...line),
    h("div", { class: "under" }, ...under),
    more,
  );

/** A text a line, each as a sentence. */
export const textLines = (texts: readonly Text[], language: Language): JSX.Element[] =>
  texts.map((each) => h("p", null, sentenceIn(each, language)));

/** Whether a result is certified, and the short form of its record. */
export function certificateLine(
  { certified, certificate }: Pick<ResultView, "certified" | "certificate">,
  language: Language,
): JSX.Element {
  return h(
    "p",
    { class: certified ? "certified" : "not-certified" },
    iconSign(certified ? "certified" : "warn"),
    `${wordIn(certified ? "certified" : "notCertified", language)} · ${certificate.short}`,
  );
}

/**
 * Why a round ended without a result; nothing of a result.
 * @param kind what is played (`kindOf`)
 */
export function endLines(verdict: VerdictView | null, language: Language, kind?: string): JSX.Element[] {
  switch (verdict?.kind) {
    case "void": {
      const state = verdict.confirmed ? "confirmed" : "unconfirmed";
      return [
        ...textLines(
          verdict.reasons.map((reason) => reason.text),
          language,
        ),
        h("p", { class: state }, wordIn(state, language, kind)),
      ];
    }
    case "undecided":
      return [
        ...textLines([...verdict.because, ...verdict.rules.map((rule) => rule.text)], language),
        ...resolvedNote(verdict, language),
      ];
    case "aborted":
      return textLines([verdict.cause], language);
    default:
      return [];
  }
}

/** The title of an undecided round that was resolved; null: it still waits, or it is another verdict. */
export const resolvedTitle = (verdict: VerdictView | null, language: Language): string | null =>
  verdict?.kind === "undecided" && verdict.resolved != null ? wordIn("resolvedAs", language) : null;

/** How an undecided round was resolved. */
function resolvedNote({ resolved }: Verdict<"undecided">, language: Language): JSX.Element[] {
  const line = resolvedLine(resolved, language);
  return line === null ? [] : [h("p", { class: "confirmed" }, iconSign("tick"), line)];
}

/** How an undecided round was resolved, in one line; null: it was not. */
function resolvedLine(resolved: ResolvedView | null | undefined, language: Language): string | null {
  if (resolved === null || resolved === undefined) return null;
  const { outcome, announced, by, role } = resolved;
  const what = wordIn(outcome === "void" ? "resolveVoid" : outcome, language);
  const said = announced === null || outcome !== "stands" ? what : `${what}: ${announced[language]}`;
  return `${wordIn("resolvedAs", language)} · ${said} · ${by}, ${ROLES[role][language]}`;
}
