import { callOf } from "../rules/declare.ts";
import { stepsAfter, stepsOfEveryVoid } from "../rules/engine.ts";
import { citeText, type Pack } from "../rules/pack.ts";
import { inEveryLanguage } from "../text/every-language.ts";
import type { Language, Text } from "../text/language.ts";
import { textOf, textsOf } from "../text/text-of.ts";
import { callFor } from "./calls.ts";
import type { Durable } from "./durable.ts";
import { familyOf } from "./families.ts";
import { LAST_ROUNDS, roundsLeft } from "./last-rounds.ts";
import type { VerdictRecord } from "./record.ts";
import { rulesOf } from "./tasks.ts";
import { abortText, becauseText } from "./texts.ts";
import { resolvedView, seriesItem } from "./view-series.ts";
import { reasonView, ruleOf, ruleView, stepText } from "./view-rule.ts";
import type { AnnulledView, CertificateView, TableView, VerdictView } from "./view.ts";

/** The part of a view that speaks of a verdict and of what is called aloud. */

/** What a view needs beside the durable table. */
export interface ViewSetup {
  readonly pack: Pack;
  readonly houseRules: readonly string[];
  readonly table: string;
  readonly log: string;
  readonly rulebook: string;
  readonly languages: readonly Language[];
  readonly test: boolean;
}

export function verdict(
  durable: Durable,
  certificate: CertificateView | null,
  setup: ViewSetup,
): VerdictView | null {
  const { pack } = setup;
  const record = durable.verdict;
  if (record === null || certificate === null) return null;
  switch (record.kind) {
    case "result":
      return familyOf(pack).view.result(record, certificate, pack, durable);
    case "void": {
      const call = announcement(durable, setup);
      return {
        kind: "void",
        round: record.round,
        say: call?.say ?? pack.voidName ?? ANNULLED,
        by: call?.by ?? null,
        reasons: record.reasons.map((reason) => reasonView(reason, pack)),
        then: record.then.map((next) => ({ ...next, text: placedText(pack, next.step, durable) })),
        confirmed: durable.confirmed,
        annulled: annulledOf(durable, record.round, pack),
        certificate,
      };
    }
    case "undecided":
      return undecidedView(record, certificate, setup, durable);
    case "aborted":
      return {
        kind: "aborted",
        round: record.round,
        cause: abortText(record.cause, familyOf(pack).texts),
        certificate,
      };
  }
}

/** What stood for a round before it was called void, as the series keeps it. */
function annulledOf({ series }: Durable, round: number, pack: Pack): AnnulledView | null {
  const entry = series.find((one) => one.round === round);
  return entry === undefined ? null : seriesItem(entry, pack).annulled;
}

/**
 * The rules that the record names, and what the law says somebody does then. Steps of a void are not shown: nobody has
 * called it.
 */
function undecidedView(
  record: VerdictRecord & { kind: "undecided" },
  certificate: CertificateView,
  { pack, houseRules }: ViewSetup,
  durable: Durable,
): VerdictView {
  const { series } = durable;
  const entry = series.find(({ round }) => round === record.round);
  const rules = rulesOf(record).flatMap((id) => ruleOf(pack, id) ?? []);
  const left = rules.filter((rule) => rule.verdict === "person-decides" && rule.announce === undefined);
  const then =
    entry?.resolved?.outcome === "void"
      ? stepsOfEveryVoid(pack, houseRules)
      : stepsAfter(
          pack,
          left.map((rule) => rule.id),
          [],
        );
  return {
    kind: "undecided",
    round: record.round,
    because: record.because.map((code) => becauseText(code, familyOf(pack).texts)),
    rules: rules.map((rule) => ruleView(pack, rule.id, citeText(rule.cite), rule.text)),
    then: then.map((next) => ({ ...next, text: placedText(pack, next.step, durable) })),
    resolved: entry === undefined ? null : resolvedView(entry, pack),
    certificate,
  };
}

/** A step with the number of which it speaks: into which pocket the ball is put before the relaunch. */
function placedText(pack: Pack, step: string, durable: Durable): Text {
  const text = stepText(pack, step);
  const pocket = familyOf(pack).view.stepNumber(step, durable);
  if (pocket === null) return text;
  return inEveryLanguage((language) => `${text[language].replace(/\.$/, "")}: ${pocket}.`);
}

export function announcement(durable: Durable, setup: ViewSetup): TableView["announcement"] {
  const { pack } = setup;
  if (durable.verdict?.kind === "void") {
    const rule = ruleOf(pack, durable.verdict.reasons[0]?.rule ?? "");
    const call = rule === undefined ? null : callOf(rule, setup.houseRules);
    return call ?? { say: pack.voidName ?? ANNULLED, by: null };
  }
  const last = durable.lastIs === "shoe" ? lastShoe(durable, pack) : lastSaid(durable, pack);
  return last ?? callFor(pack, durable.phase);
}

/** Rounds left of the announced last ones for the screens, which count while one is left. */
export function lastRounds(durable: Durable, pack: Pack): number | null {
  const left = roundsLeft(durable, pack);
  return left === 0 ? null : left;
}

/** What is said of the last rounds before each of them: the law's notice, then how many are left, and at last that they are played. */
function lastSaid(durable: Durable, pack: Pack): TableView["announcement"] {
  if (durable.phase !== "betting") return null;
  const isGame = durable.lastIs === "game" || callFor(pack, "last-three-spins") === null;
  const call = isGame ? callFor(pack, "last-game") : lastCall(pack);
  const left = roundsLeft(durable, pack);
  if (call === null || left === null) return null;
  if (left === 0) return { ...call, say: isGame ? LAST_GAME_PLAYED : LAST_PLAYED };
  const counted =
    !isGame && familyOf(pack).view.countsLastRounds && durable.lastRounds !== LAST_ROUNDS
      ? LAST_LEFT[left]
      : undefined;
  return { ...call, say: counted ?? call.say };
}

/** The last shoe is announced before its first round, and has been played when the table waits for another one. */
function lastShoe({ phase, lastRounds: left }: Durable, pack: Pack): TableView["announcement"] {
  const call = callFor(pack, "last-game");
  if (call === null || left === null) return null;
  if (left === LAST_ROUNDS) return phase === "betting" ? call : null;
  return phase === "waiting" || phase === "preparing" ? { ...call, say: LAST_SHOE_PLAYED } : null;
}

/** What is shown of a round that a person annulled under a law that has no name for it. */
const ANNULLED: Text = textOf("verdicts.annulled");

const LAST_PLAYED: Text = textOf("last-rounds.played");

const LAST_GAME_PLAYED: Text = textOf("last-rounds.game-played");

const LAST_SHOE_PLAYED: Text = textOf("last-rounds.shoe-played");

const LAST_LEFT: Readonly<Record<number, Text>> = textsOf("last-rounds.left");

export function lastCall(pack: Pack): TableView["lastCall"] {
  return callFor(pack, "last-three-spins") ?? callFor(pack, "last-game");
}

/** The notice of the last game, where the law has it beside that of the last rounds. */
export function lastGameCall(pack: Pack): TableView["lastCall"] {
  return callFor(pack, "last-three-spins") === null ? null : callFor(pack, "last-game");
}
