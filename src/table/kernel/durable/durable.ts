import { reduceLocks, sectionsOf, type AccessLock, type SectionDigests } from "../../../people/access.ts";
import type { Person } from "../../../people/roles.ts";
import type { FamilyReducer } from "../family.ts";
import type { AnyFamily, FamilyTypes } from "../family-types.ts";
import {
  afterAcknowledged,
  DISPUTED,
  reduceResolve,
  withDeclaredTask,
  rulesNamedIn,
  newTask,
  withSessionTasks,
  withTask,
  withoutTasks,
  type Task,
} from "./tasks.ts";
import { roundsLeftAfter, reduceLastCall, withoutLastRounds } from "./last-rounds.ts";
import { reduceDevice, type KnownDevices } from "./known-devices.ts";
import { withoutStaff, withPost } from "./posts.ts";
import { reduceLastWords, type LastWords } from "./last-word.ts";
import { reduceActs, reduceOrder, type OrderedConfiguration } from "./durable-order.ts";
import { reduceUpdate, type DurableUpdate } from "./durable-update.ts";
import { isVerdictPhase, type Phase } from "../phase.ts";
import type {
  AtPost,
  DisputeRecord,
  KeyRecord,
  LifeRecord,
  PhaseRecord,
  RecordBody,
  Resolved,
  VerdictRecord,
} from "../record.ts";
import type { Reason } from "../../../rules/facts.ts";
import { isMomentary, type FaultCode } from "../../../codes/faults.ts";

export { TASKS_MAX, type Task } from "./tasks.ts";
export { ORDERERS_MAX } from "./durable-order.ts";

/** Format of the durable state that is written. */
export const DURABLE_FORMAT = 2;

/** Rounds with a verdict, and those of them that are void now, since somebody began to count. */
interface RoundCount {
  readonly rounds: number;
  readonly voids: number;
}

/**
 * The durable state of a table: it outlives a restart, and is made of the table's records alone. A screen is drawn from nothing else,
 * so whatever was shown is in the journal, and a restart changes nothing of it.
 */
export type Durable<Family extends FamilyTypes = AnyFamily> = DurableOfAll<Family> & Family["durable"];

/** What every table has of it. */
interface DurableOfAll<Family extends FamilyTypes> {
  /** Format of this state. Format 1 had no such field: `durable-format.ts` reads it. */
  readonly v: typeof DURABLE_FORMAT;
  readonly open: boolean;
  readonly phase: Phase;
  /** The round that is being played, or the last one; 0 before the first. */
  readonly round: number;
  /** The verdict that the phase speaks of; null while a spin runs or bets are open. */
  readonly verdict: VerdictRecord<Family> | null;
  /** The void that the verdict stands for was called aloud by the jefe de mesa. */
  readonly confirmed: boolean;
  /** Newest first, at most SERIES_MAX. */
  readonly series: readonly SeriesEntry<Family>[];
  readonly faults: readonly StandingFault[];
  readonly tasks: readonly Task[];
  /** Rounds left of those that were announced as the last ones, or null. */
  readonly lastRounds: number | null;
  /** The house counts down for bets, so many seconds since then (RFC 3339); absent: it does not. */
  readonly countdown?: { readonly seconds: number; readonly from: string };
  /** How many rounds were announced as the last ones; absent: three. */
  readonly lastOf?: number;
  /** The first round that counts among them. Absent: none was announced in this session. */
  readonly lastFrom?: number;
  /** They were announced in this session. Absent: they were not. */
  readonly lastCalled?: true;
  /** It is the last game, or the last shoe, that was announced. Absent: the last rounds. */
  readonly lastIs?: "game" | "shoe";
  /** What was said last, where it is no word about a round of cards. Absent: nothing was, or nothing of it can be taken back any more. */
  readonly lastWords?: LastWords<Family>;
  /** Disputed rounds that wait for their case file. Absent: none does. */
  readonly disputes?: readonly number[];
  /** The round under way, that somebody disputes: it waits for its verdict. Absent: nobody does. */
  readonly disputed?: { readonly round: number; readonly rules: readonly string[] };
  /** A release that waits, that this table is to have none, the last step of an update. Absent: neither, and there was none. */
  readonly update?: DurableUpdate;
  /** Rounds and voids, counted since a release first did so. Absent: there was none since. */
  readonly counted?: RoundCount;
  /** Names and addresses that wrong PINs locked. */
  readonly locks: readonly AccessLock[];
  /** The newest number of each person whose order was accepted, the newest last. Absent: there was none. */
  readonly orders?: Readonly<Record<string, number>>;
  /** Who works here, one for each post, the newest last. Absent: nobody has said so since the table was opened. */
  readonly staff?: readonly AtPost[];
  /** A configuration from afar that waits for the jefe de mesa. Absent: none does. */
  readonly ordered?: OrderedConfiguration;
  /** The newest act of a technician with root's rights that is a record, by its number. Absent: there was none. */
  readonly acts?: number;
  /** The devices that this table plays with, by port, as they said of themselves. Absent: none has been heard of. */
  readonly devices?: KnownDevices;
  /** What the newest boot was set to, by section; null before the first. */
  readonly configuration: SectionDigests | null;
}

/** A round in the series, with what it came to in the words of its family. */
export type SeriesEntry<Family extends FamilyTypes = AnyFamily> = EntryOfAll<Family> & Family["cameTo"];

interface EntryOfAll<Family extends FamilyTypes> {
  readonly round: number;
  readonly kind: VerdictRecord["kind"];
  /** A void alone: the result that had stood for this round before it. */
  readonly annulled?: Family["cameTo"];
  /** An undecided round that somebody contests: the result that it had. Absent: it had none, or nobody does. */
  readonly contested?: Family["cameTo"] & { readonly certified: boolean };
  /** Rules that leave it to somebody, once its task was seen. Absent: its task stands, or none is known. */
  readonly rules?: readonly string[];
  readonly certified: boolean;
  /** An undecided round: what a person made of it, and who. Absent: nobody has. */
  readonly resolved?: Resolved<Family> & { readonly by: Person };
}

/** What a round came to. */
type CameTo = AnyFamily["cameTo"];

export interface StandingFault {
  readonly device: string;
  readonly code: FaultCode;
  readonly since: string;
}

/** Numbers that the display keeps; a gaming rule asks for at least the last ten games. */
export const SERIES_MAX = 20;
/** What a new table of every family starts with; the family adds its own part. */
export const EMPTY_TABLE: DurableOfAll<never> = {
  v: DURABLE_FORMAT,
  open: false,
  phase: "closed",
  round: 0,
  verdict: null,
  confirmed: false,
  series: [],
  faults: [],
  tasks: [],
  lastRounds: null,
  locks: [],
  configuration: null,
};

/** The table after one record. `at` is the record's own time label. */
export function applyRecord<Family extends FamilyTypes = AnyFamily>(
  before: Durable<Family>,
  body: RecordBody<Family>,
  at: string,
  reducer: FamilyReducer<Family>,
): Durable<Family>;
export function applyRecord(before: Durable, body: RecordBody, at: string, reducer: FamilyReducer): Durable {
  const after = reducer.reduce(before, reduceRecord(before, body, at, reducer), body);
  return reduceLastWords(before, after, body, reducer);
}

/** The durable table of a family: what every family keeps of a record, with the family's own fields; the very same where they are as before. */
export function withOwn<Family extends FamilyTypes>(after: Durable, own: Family["durable"]): Durable<Family>;
export function withOwn(after: Durable, own: AnyFamily["durable"]): Durable {
  const now: Durable = { ...after, ...own };
  const isSame = Object.entries(now).every(([name, part]) => after[name as keyof Durable] === part);
  return isSame ? after : now;
}

/** A disputed round waits for its case file, and where it may still be judged anew for a decision: one that runs, once it is over. */
function reduceDispute(before: Durable, { round, decides, rules = [] }: DisputeRecord): Durable {
  const { disputes = [] } = before;
  const waiting = disputes.includes(round) ? before : { ...before, disputes: [...disputes, round] };
  if (decides !== true) return waiting;
  if (isUnderWay(before, round)) return { ...waiting, disputed: { round, rules } };
  return withTask(waiting, newTask("decide", round, DISPUTED, [], rules));
}

/** The newest round has no verdict yet. */
export const isUnderWay = ({ round: now, series }: Durable, round: number): boolean =>
  round === now && !series.some((one) => one.round === round);

/** What was disputed while it ran waits for a decision from its verdict on; an undecided one waits for it anyhow. */
function withDispute(before: Durable, { round, kind }: VerdictRecord): Durable {
  const { disputed, ...rest } = before;
  if (disputed === undefined || disputed.round > round) return before;
  return disputed.round < round || kind === "undecided"
    ? rest
    : withTask(rest, newTask("decide", round, DISPUTED, [], disputed.rules));
}

/** The case file of a round is written: the round waits no more. */
function reduceCaseKept(before: Durable, { detail }: LifeRecord): Durable {
  const { disputes = [], ...rest } = before;
  const left = disputes.filter((round) => round !== detail["round"]);
  return left.length === 0 ? rest : { ...rest, disputes: left };
}

/** The countdown of the house begins with the record that opens bets and ends with the one that closes them. */
function withCountdown(before: Durable, { phase, houseCountdown }: PhaseRecord, at: string): Durable {
  if (houseCountdown !== undefined) return { ...before, countdown: { seconds: houseCountdown, from: at } };
  if (before.countdown === undefined || phase === "ball-in-play") return before;
  const { countdown: _ended, ...rest } = before;
  return rest;
}

function reduceRecord(before: Durable, body: RecordBody, at: string, reducer: FamilyReducer): Durable {
  switch (body.kind) {
    case "phase":
      return {
        // An announcement of the last rounds ends with the session that it was made in.
        ...withCountdown(body.phase === "closed" ? withoutStaff(withoutLastRounds(before)) : before, body, at),
        phase: body.phase,
        round: body.round,
        open: body.phase !== "closed",
        // A phase that is not a verdict takes the verdict off the table.
        ...(isVerdictPhase(body.phase) ? {} : { verdict: null, confirmed: false }),
      };
    case "result":
    case "void":
    case "undecided":
    case "aborted":
      return afterVerdict(before, body, reducer);
    case "fault":
      if (isMomentary(body.code)) return before;
      return {
        ...before,
        faults: [...faultsWithout(before, body), { device: body.device, code: body.code, since: at }],
      };
    case "fault-cleared":
      return { ...before, faults: faultsWithout(before, body) };
    case "key":
      return body.key.key === "take-over" ? withPost(before, body, at) : afterKey(before, body, reducer);
    case "boot": {
      const configuration = sectionsOf(body);
      return configuration === null ? before : { ...before, configuration };
    }
    case "dispute":
      return reduceDispute(before, body);
    case "case-kept":
      return reduceCaseKept(before, body);
    case "update":
      return reduceUpdate(before, body, at);
    case "access": {
      const locks = reduceLocks(before.locks, body);
      return locks === before.locks ? before : { ...before, locks };
    }
    case "order":
      return reduceOrder(before, body);
    case "technician":
      return reduceActs(before, body);
    case "device":
      return reduceDevice(before, body);
    default:
      return before;
  }
}

/** Something that the law knows happened in a round that goes on: a person must know of it, or decide. */
export function withIncident(
  before: Durable,
  { round, reason, verdict }: { readonly round: number; readonly reason: Reason; readonly verdict: string },
): Durable {
  const isDisputed =
    before.series.some((one) => one.round === round) &&
    before.tasks.some((other) => other.about === DISPUTED && other.round === round);
  // Where the round is disputed that alone is decided.
  const decides = verdict === "person-decides" && !isDisputed;
  // What a person was asked is answered by it.
  const isAnswered = (other: Task): boolean =>
    !decides && other.kind === "decide" && other.round === round && other.about === reason.rule;
  const task = newTask(
    decides ? "decide" : "acknowledge",
    round,
    reason.rule,
    [],
    decides ? [reason.rule] : [],
  );
  const open = withoutTasks(before, isAnswered);
  if (!decides) return withTask(open, task);
  // What somebody declared waits once: for whoever decides it.
  const isSaid = (other: Task): boolean =>
    other.kind === "acknowledge" && other.round === round && other.about === reason.rule;
  const { id: _, kind: __, ...said } = open.tasks.find(isSaid) ?? task;
  return withTask(withoutTasks(open, isSaid), { ...said, ...task });
}

function faultsWithout(before: Durable, fault: { device: string; code: string }): StandingFault[] {
  return before.faults.filter((other) => other.device !== fault.device || other.code !== fault.code);
}

function afterVerdict(before: Durable, body: VerdictRecord, reducer: FamilyReducer): Durable {
  if (isLate(before, body, reducer)) return afterLateVerdict(before, body, reducer);
  const entry = entryAfter(before, body, reducer);
  const base: Durable = {
    ...before,
    counted: countAfter(before, body),
    phase: body.kind,
    round: body.round,
    verdict: body,
    confirmed: body.kind === "void" && body.calledBy !== "machine",
    // A void called by a person replaces what stood for that round.
    series: [entry, ...before.series.filter((other) => other.round !== body.round)].slice(0, SERIES_MAX),
    // What somebody declared while it ran has still to be decided of a result.
    tasks: before.tasks.filter(
      (other) =>
        other.round !== body.round ||
        other.kind === "acknowledge" ||
        (body.kind === "result" && other.kind === "decide" && other.rules?.includes(other.about) === true),
    ),
    lastRounds: roundsLeftAfter(before, body),
  };
  return withDispute(verdictTasks(base, body), body);
}

/** A round's entry in the series. A void keeps what stood for its round, so that people see what was annulled. */
function entryAfter(before: Durable, body: VerdictRecord, reducer: FamilyReducer): SeriesEntry {
  const entry: SeriesEntry = {
    round: body.round,
    kind: body.kind,
    certified: body.kind === "result" && body.certainty.level === "certified",
    ...reducer.outcomeOf(body),
  };
  const stood = before.series.find(({ round }) => round === body.round);
  if (stood === undefined) return entry;
  if (body.kind === "undecided" && body.contestedBy !== undefined) return contestedEntry(entry, stood);
  if (body.kind !== "void") return entry;
  const annulled = stood.kind === "result" ? cameTo(stood) : (stood.annulled ?? withoutLevel(stood.contested));
  return annulled === undefined ? entry : { ...entry, annulled };
}

function cameTo(entry: SeriesEntry): CameTo {
  const { round: _round, kind: _kind, certified: _certified, ...others } = entry;
  const { annulled: _annulled, contested: _contested, rules: _rules, resolved: _resolved, ...own } = others;
  return own;
}

function withoutLevel(contested: SeriesEntry["contested"]): CameTo | undefined {
  if (contested === undefined) return undefined;
  const { certified: _certified, ...rest } = contested;
  return rest;
}

/**
 * What is contested may be upheld: what the round had come to is kept beside it. Of what somebody has decided since, nobody could say
 * which of the two is upheld: the next one names what stands.
 */
function contestedEntry(entry: SeriesEntry, stood: SeriesEntry): SeriesEntry {
  if (stood.kind === "result") return { ...entry, contested: { ...cameTo(stood), certified: stood.certified } };
  const { annulled, contested, resolved } = stood;
  return {
    ...entry,
    ...(annulled === undefined ? {} : { annulled }),
    ...(contested === undefined || resolved !== undefined ? {} : { contested }),
  };
}

/** The table went on after this round: another is played, its cards are collected, or the table is closed. */
function isLate(
  { round, phase, series }: Durable,
  body: VerdictRecord,
  { clearedIn = [] }: FamilyReducer,
): boolean {
  if (body.round < round) return true;
  const isCleared = phase === "closed" || clearedIn.includes(phase);
  return isCleared && series.some((one) => one.round === body.round);
}

/** A round that is over is judged anew, or one that was left open is decided, while the table goes on as it is. */
function afterLateVerdict(before: Durable, body: VerdictRecord, reducer: FamilyReducer): Durable {
  const entry = entryAfter(before, body, reducer);
  const after = {
    ...before,
    counted: countAfter(before, body),
    lastRounds: roundsLeftAfter(before, body),
    series: before.series.map((other) => (other.round === body.round ? entry : other)),
    tasks: before.tasks.filter((other) => other.round !== body.round || other.kind === "acknowledge"),
  };
  return body.kind === "undecided" ? verdictTasks(after, body) : after;
}

function verdictTasks(after: Durable, body: VerdictRecord): Durable {
  switch (body.kind) {
    case "void":
      return body.calledBy === "machine"
        ? withTask(after, newTask("confirm-void", body.round, body.reasons[0]?.rule ?? "", []))
        : after;
    case "undecided":
      return withTask(
        // What was declared of the round before it was over is one question with it.
        withoutTasks(
          after,
          ({ kind, round, about }) =>
            kind === "decide" && round === body.round && rulesNamedIn(body).includes(about),
        ),
        newTask("decide", body.round, body.because[0] ?? "", body.mayBeCalled, rulesNamedIn(body)),
      );
    case "aborted":
      return withTask(after, newTask("acknowledge", body.round, body.cause, []));
    case "result": {
      const { level, because } = body.certainty;
      const uncertain = level === "certified" ? [] : [because[0] ?? "not-watched"];
      return [...uncertain, ...body.deviations.map(({ rule }) => rule)].reduce(
        (table, about) => withTask(table, newTask("acknowledge", body.round, about, [])),
        after,
      );
    }
  }
}

function afterKey(before: Durable, body: KeyRecord, reducer: FamilyReducer): Durable {
  const { key } = body;
  switch (key.key) {
    case "confirm-void":
      return {
        ...withoutTasks(before, (task) => task.kind === "confirm-void" && task.round === key.round),
        confirmed: before.confirmed || (before.verdict?.kind === "void" && before.verdict.round === key.round),
      };
    case "acknowledge":
      return afterAcknowledged(before, key.what);
    case "declare":
      // What the law leaves to somebody's decision waits until the jefe de mesa has dealt with it.
      return body.attests?.outcome === "person-decides"
        ? withDeclaredTask(before, key, body.attests, body.by.name)
        : before;
    case "take-back": {
      const { takesBack } = body;
      if (takesBack?.key !== "declare" && takesBack?.key !== "void") return before;
      return withoutDeclared(before, takesBack, reducer);
    }
    case "last-three-spins":
      return reduceLastCall(before, key);
    case "resolve":
      return reduceResolve(before, body);
    case "open-table":
    case "close-table":
      return withSessionTasks(before, body.duties ?? []);
    default:
      return before;
  }
}

/**
 * What was declared is no one's to see to any more. The same may have been said, or found, another time in this round of cards: then only
 * what was asked of it behind the verdict is over.
 */
function withoutDeclared(
  before: Durable,
  { round: of, rule }: { readonly round: number; readonly rule: string },
  reducer: FamilyReducer,
): Durable {
  const isAbout = ({ round, about }: Task): boolean => round === of && about === rule;
  const isBehind = before.tasks.some((task) => isAbout(task) && task.isBehind === true);
  const told = reducer.countIncidents?.(before, rule) ?? 0;
  return withoutTasks(before, (task) => isAbout(task) && (isBehind ? task.isBehind === true : told <= 1));
}

/** The count after a verdict. One that replaces another is no round more; a void that replaces none is one more void, a void that is refused one less. */
function countAfter({ counted, series }: Durable, body: VerdictRecord): RoundCount {
  const { round, kind } = body;
  const { rounds, voids } = counted ?? { rounds: 0, voids: 0 };
  const late = "late" in body ? body.late.stood : undefined;
  const stood = series.find((one) => one.round === round)?.kind ?? late;
  const isBack = stood === "void" && kind !== "void" && voids > 0;
  return {
    rounds: rounds + (stood === undefined ? 1 : 0),
    voids: voids + (kind === "void" && stood !== "void" ? 1 : isBack ? -1 : 0),
  };
}
