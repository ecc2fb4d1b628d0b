import type { Role } from "../../../people/roles.ts";
import type { NextStep } from "../../../rules/facts.ts";
import { callOf } from "../../../rules/declare.ts";
import { stepsAfter, stepsOfEveryVoid } from "../../../rules/engine.ts";
import { citeText } from "../../../rules/pack.ts";
import type { Language, Text } from "../../../text/language.ts";
import { textOf, textsOf } from "../../../text/text-of.ts";
import type { Durable, SeriesEntry } from "../durable/durable.ts";
import { familyOf } from "../families.ts";
import type { AnyFamily, AnyPack } from "../family-types.ts";
import { announcedRounds, roundsLeft } from "../durable/last-rounds.ts";
import type { VerdictRecord } from "../record.ts";
import { rulesNamedIn, type Task } from "../durable/tasks.ts";
import { abortText, becauseText, STANDS } from "./texts.ts";
import { callFor, lastCall, reasonView, ruleOf, ruleView, stepViews } from "./view-rule.ts";
import type {
  AnnulledView,
  CertificateView,
  ScreenChoices,
  TableView,
  StepView,
  VerdictView,
  ResolvedView,
  ResolveView,
  SeriesItem,
} from "./view.ts";
import { decidersOf } from "../people/deciders.ts";
import { contestingRule, disputeTask, isOpenRound } from "../durable/open-rounds.ts";
import { outcomesOf } from "../late/resolve.ts";

/** The part of a view that speaks of a verdict and of what is called aloud. */

/** What a view needs beside the durable table. */
export interface ViewSetup {
  readonly pack: AnyPack;
  readonly houseRules: readonly string[];
  readonly table: string;
  readonly log: string;
  readonly rulebook: string;
  readonly languages: readonly Language[];
  readonly test: boolean;
  /** How the house has its screens; absent: as they are. */
  readonly screens?: ScreenChoices;
  /** The roles that this table needs and of which nobody is named; absent: none, or it is not known who there is. */
  readonly unfilledRoles?: readonly Role[];
}

export function verdictView(
  durable: Durable,
  certificate: CertificateView | null,
  setup: ViewSetup,
): VerdictView | null {
  const { pack } = setup;
  const record = durable.verdict;
  if (record === null || certificate === null) return null;
  switch (record.kind) {
    case "result":
      return familyOf(pack).view.resultView(record, certificate, pack, durable);
    case "void": {
      const call = announcementOf(durable, setup);
      return {
        kind: "void",
        round: record.round,
        say: call?.say ?? pack.voidName ?? ANNULLED,
        by: call?.by ?? null,
        reasons: record.reasons.map((reason) => reasonView(reason, pack)),
        then: placedSteps(record.then, pack, durable),
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
function annulledOf({ series }: Durable, round: number, pack: AnyPack): AnnulledView | null {
  const entry = series.find((one) => one.round === round);
  return entry === undefined ? null : seriesItemOf(entry, pack).annulled;
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
  const entry = durable.series.find(({ round }) => round === record.round);
  const rules = rulesNamedIn(record).flatMap((id) => ruleOf(pack, id) ?? []);
  const left = rules.flatMap(({ id, verdict, announce }) =>
    verdict === "person-decides" && announce === undefined ? [id] : [],
  );
  const isVoid = entry?.resolved?.outcome === "void";
  const then = isVoid ? stepsOfEveryVoid(pack, houseRules) : stepsAfter(pack, left, []);
  return {
    kind: "undecided",
    round: record.round,
    because: record.because.map((code) => becauseText(code, familyOf(pack).texts)),
    rules: rules.map((rule) => ruleView(pack, rule.id, citeText(rule.cite), rule.text)),
    then: placedSteps(then, pack, durable),
    resolved: entry === undefined ? null : resolvedView(entry, pack),
    certificate,
  };
}

/** Steps as people read them, each as it is done at this table. */
function placedSteps(then: readonly NextStep[], pack: AnyPack, durable: Durable): readonly StepView[] {
  const { view } = familyOf(pack);
  return stepViews(then, pack, (text, next) => view.stepText?.(text, next, durable) ?? text);
}

/** What is called aloud now, and by whom. */
export function announcementOf(durable: Durable, setup: ViewSetup): TableView["announcement"] {
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
export function shownRoundsLeft(durable: Durable, pack: AnyPack): number | null {
  const left = roundsLeft(durable, pack);
  return left === 0 ? null : left;
}

/** What is said of the last rounds before each of them: the law's notice, then how many are left, and at last that they are played. */
function lastSaid(durable: Durable, pack: AnyPack): TableView["announcement"] {
  if (durable.phase !== "betting") return null;
  const isGame = durable.lastIs === "game" || callFor(pack, "last-three-spins") === null;
  const call = isGame ? callFor(pack, "last-game") : lastCall(pack);
  const left = roundsLeft(durable, pack);
  if (call === null || left === null) return null;
  if (left === 0) return { ...call, say: isGame ? LAST_GAME_PLAYED : LAST_PLAYED };
  const counted =
    !isGame && familyOf(pack).view.countsLastRounds && durable.lastRounds !== announcedRounds(durable)
      ? LAST_LEFT[left]
      : undefined;
  return { ...call, say: counted ?? call.say };
}

/** The last shoe is announced before its first round, and has been played when the table waits for another one. */
function lastShoe(durable: Durable, pack: AnyPack): TableView["announcement"] {
  const { phase, lastRounds: left } = durable;
  const call = callFor(pack, "last-game");
  if (call === null || left === null) return null;
  if (left === announcedRounds(durable)) return phase === "betting" ? call : null;
  return phase === "waiting" || phase === "preparing" ? { ...call, say: LAST_SHOE_PLAYED } : null;
}

/** What is shown of a round that a person annulled under a law that has no name for it. */
const ANNULLED: Text = textOf("verdicts.annulled");

const LAST_PLAYED: Text = textOf("last-rounds.played");
const LAST_GAME_PLAYED: Text = textOf("last-rounds.game-played");
const LAST_SHOE_PLAYED: Text = textOf("last-rounds.shoe-played");
const LAST_LEFT: Readonly<Record<number, Text>> = textsOf("last-rounds.left");

/** How the round of this task may be resolved; null: it is no undecided round, or somebody has resolved it. */
export function resolveView(task: Task, durable: Durable, pack: AnyPack): ResolveView | null {
  if (task.kind !== "decide") return null;
  const { people } = familyOf(pack);
  const entry = durable.series.find(({ round }) => round === task.round);
  // What was declared of a round under way is decided once that round has its verdict.
  if (entry === undefined && !isOpenRound(durable, task.round)) return null;
  const outcomesAbout = (about: Parameters<typeof outcomesOf>[3]): ResolveView["outcomes"] =>
    outcomesOf(people, pack, entry, about);
  if (contestingRule(durable, pack, task.round)?.id === task.about)
    return { by: decidersOf(pack, [task.about]), outcomes: outcomesAbout("rule"), announced: null };
  const isDisputed = disputeTask(durable, task.round)?.id === task.id;
  if (!isDisputed && !isOpenRound(durable, task.round)) return null;
  const outcomes = outcomesAbout(isDisputed ? "dispute" : "undecided");
  return { by: decidersOf(pack, task.rules ?? []), outcomes, announced: people.announcedChoices(pack) };
}

/** What a person made of a round, as people read it; null: nobody did. */
export function resolvedView({ resolved }: SeriesEntry, pack: AnyPack): ResolvedView | null {
  if (resolved === undefined) return null;
  const { outcome, by } = resolved;
  const stands = outcome === "stands" ? (familyOf(pack).view.resolvedText(resolved, pack) ?? STANDS) : null;
  return { outcome, announced: stands, by: by.name, role: by.role };
}

/**
 * A resolved round in the series: what stands is shown as a result that is not certified, a void as a void. What was dealt with
 * otherwise stays undecided, with what was declared; what was upheld is what it was, a void too.
 */
export function withResolved(item: SeriesItem, { kind, resolved }: SeriesEntry, pack: AnyPack): SeriesItem {
  // A result that was contested and stands is what it was.
  if (resolved === undefined || kind === "result") return item;
  if (resolved.outcome === "void") return { ...item, kind: "void" };
  if (resolved.outcome !== "stands") return item;
  return { ...item, kind: "result", certified: false, ...familyOf(pack).view.resolvedItem(resolved, pack) };
}

/** What one of the last rounds came to, in the words of its rulebook. */
export function seriesItemOf(entry: SeriesEntry, pack: AnyPack): SeriesItem {
  const { round, kind, certified, annulled, contested, resolved } = entry;
  const stood = annulled ?? contested;
  const item: SeriesItem = {
    round,
    kind,
    certified,
    ...cameToView(entry, pack),
    ...(resolved === undefined ? {} : { resolved: resolvedView(entry, pack) }),
    annulled: stood === undefined ? null : cameToView(stood, pack),
  };
  return withResolved(item, entry, pack);
}

/** What a round came to, or had come to before it was called void. */
function cameToView(cameTo: AnyFamily["cameTo"], pack: AnyPack): AnnulledView {
  const { view } = familyOf(pack);
  return { ...view.absent.item, ...view.cameToView(cameTo, pack) };
}
