import { cutBatches, BATCH_LINES_MAX, formatBatch, isRecord } from "../../../src/floor/sent-lines.ts";
import type { ArrivalRefusal, Standing } from "../../../src/floor/standing.ts";
import type { Clock, Timer } from "../../../src/time/clock.ts";
import { US_PER_MS, US_PER_S } from "../../../src/time/instant.ts";
import type { RandomSource } from "../../../src/time/random-source.ts";
import { errorText } from "../../problem.ts";
import type { CollectorAnswer, CollectorQuestion } from "./collector-answer.ts";
import type { LinesPort, ReadLine } from "./journal-lines.ts";

/** Waits after all collectors were silent: 1, 2, 4, 5 s. What waits for a floor is in it that soon after it is back. */
export const FIRST_WAIT_US = US_PER_S;
export const LONGEST_WAIT_US = 5 * US_PER_S;
/** After answers that are none of this protocol: 1, 2, 4 … s. */
export const LONGEST_UNUSABLE_US = 20 * US_PER_S;
/** Waits after a refusal, which somebody has to look into: 5, 10, 20 … s. */
export const REFUSED_WAIT_US = 5 * US_PER_S;
export const LONGEST_REFUSED_US = 300 * US_PER_S;
/** Where asking again leaves nothing behind, or what is refused is over by itself. */
export const LONGEST_ASKED_US = 60 * US_PER_S;
/** A table that waits for two people asks so often whether they have confirmed it. */
export const ENROLMENT_WAIT_US = 10 * US_PER_S;
/** A wait is up to so many hundredths longer or shorter, so that a floor that comes back is not asked by all at once. */
export const JITTER_PERCENT = 25;
/** Between two full batches: what waits since a month leaves in peace. */
export const BULK_PAUSE_US = 50 * US_PER_MS;
/** A batch whose answer takes longer is followed by one of half the lines, long before a collector counts as silent. */
export const SLOW_ANSWER_US = 12 * US_PER_S;
/** One whose answer comes sooner is followed by one of twice the lines. */
export const QUICK_ANSWER_US = 4 * US_PER_S;
/** A checkpoint alone waits so long for its cosignature, and for a record that goes with it. */
export const CHECKPOINT_WAIT_US = 3 * US_PER_S;
/** Characters of a reason. */
const WHY_MAX = 200;

/**
 * What stands between table and floor, besides what a collector refuses: `silent` and `unusable`: no answer that can be used.
 * `other-history`: the floor has another line of this log where the table has its own. `ahead`: it has more of the log than the
 * table. `pruned`: it lacks records that the table keeps no more. `unread`: the journal cannot be read.
 */
export type FloorTrouble =
  | ArrivalRefusal
  | "silent"
  | "unusable"
  | "other-history"
  | "ahead"
  | "pruned"
  | "unread";

/** How far a table and its floor are. Instants are milliseconds since 1970. */
export interface PublishState {
  /** The collector that is asked. */
  readonly collector: string;
  /** Records that the floor has, by its own word; null: it has not said it since the start. */
  readonly next: number | null;
  /** Records that may leave. */
  readonly records: number;
  /** When a collector gave an answer last; null: not since the start. */
  readonly answeredAt: number | null;
  readonly trouble: { readonly kind: FloorTrouble; readonly why: string; readonly since: number } | null;
}

/** How far the table's records may leave, and the sizes of its newest checkpoint and of the newest one that its witness cosigned. */
export interface News {
  readonly records: number;
  readonly checkpoint: number;
  readonly cosigned: number;
}

/** Several collectors, asked one at a time. Never rejects. */
export interface CollectorsPort {
  readonly url: string;
  readonly count: number;
  ask(question: CollectorQuestion): Promise<CollectorAnswer>;
  /** From here on the next of them is asked. */
  turn(): void;
}

export interface PublisherParts {
  readonly log: string;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly journal: LinesPort;
  readonly collectors: CollectorsPort;
  /** The text of a request to join; null: it cannot be made now. */
  readonly prove: () => Promise<string | null>;
  readonly onState: (state: PublishState) => void;
}

type Answered = Extract<CollectorAnswer, { is: "answer" }>;

/** Refusals that come before anybody looks for the log. */
const UNASKED: readonly ArrivalRefusal[] = ["not-enrolled", "other-log", "too-many"];

/** What comes after a step: the next one at once, when there is news, or so many µs later. `news`: or when there is news. */
type Rest = "go" | "news" | Wait;
interface Wait {
  readonly us: number;
  readonly isEndedByNews: boolean;
}

/** Where floor and table differ in what the floor has already: it is shown the table's own line of it, and sees two histories by itself. */
const CONTRARY: readonly FloorTrouble[] = ["other-history", "ahead"];
/**
 * Troubles whose waits stay short. Where only people can help, the floor is only asked, and nothing sent. A share that is used up, a clock that
 * is wrong and a journal that cannot be read are over by themselves.
 */
const ASKED_OFTEN: readonly FloorTrouble[] = [
  ...(["fork", "retired", "other-history", "ahead", "pruned"] as const),
  ...(["too-many", "time", "unread"] as const),
];

/**
 * Brings the records of one log to the floor: asks how far it has them, sends what follows in batches, one at a time, and goes on from the
 * answer. Whatever the floor does costs a wait, and never more memory than one batch. It keeps nothing: what the floor has, the
 * floor says. A plain object over ports, so that many can live in one thread.
 */
export class Publisher {
  readonly #parts: PublisherParts;
  #news: News = { records: 0, checkpoint: 0, cosigned: 0 };
  /** Size of the newest checkpoint that was sent with its cosignature since the start. */
  #cosigned = 0;
  /** What the floor has, and that it is this log's own; null: it has to be asked. */
  #standing: Standing | null = null;
  /** Records that it had by its last word that could be believed. */
  #known: number | null = null;
  /** Lines of the next batch: fewer where the line is slow, one after a refusal. */
  #lines = BATCH_LINES_MAX;
  #failures = 0;
  #answeredAt: number | null = null;
  #trouble: PublishState["trouble"] = null;
  #checkpointDueAt = 0;
  #isStopped = false;
  #isWaitingForNews = false;
  #wake: (() => void) | null = null;
  #timer: Timer | null = null;

  constructor(parts: PublisherParts) {
    this.#parts = parts;
  }

  /** Begins; resolves when it was stopped and nothing is under way. */
  async run(): Promise<void> {
    while (!this.#isStopped) await this.#rest(await this.#step());
  }

  stop(): void {
    this.#isStopped = true;
    this.#timer?.cancel();
    this.#wake?.();
  }

  /** More may leave. */
  tell(news: News): void {
    if (news.checkpoint > this.#news.checkpoint)
      this.#checkpointDueAt = this.#parts.clock.now() + CHECKPOINT_WAIT_US;
    this.#news = news;
    if (this.#isWaitingForNews) this.#wake?.();
  }

  get state(): PublishState {
    return {
      collector: this.#parts.collectors.url,
      next: this.#known,
      records: this.#news.records,
      answeredAt: this.#answeredAt,
      trouble: this.#trouble,
    };
  }

  async #rest(rest: Rest): Promise<void> {
    if (rest === "go" || this.#isStopped) return;
    const { clock } = this.#parts;
    this.#isWaitingForNews = rest === "news" || rest.isEndedByNews;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      if (rest !== "news") this.#timer = clock.after(rest.us, "publisher", resolve);
    });
    this.#timer?.cancel();
    this.#wake = null;
    this.#isWaitingForNews = false;
  }

  async #step(): Promise<Rest> {
    try {
      return await (this.#standing === null ? this.#askStanding() : this.#sendNext(this.#standing));
    } catch (error) {
      // The journal's own thread says what is wrong with its files; here they are only read again later.
      return this.#fail("unread", errorText(error));
    } finally {
      if (!this.#isStopped) this.#parts.onState(this.state);
    }
  }

  async #askStanding(): Promise<Rest> {
    const answer = await this.#parts.collectors.ask({ what: "standing" });
    if (answer.is !== "answer") return this.#turn(answer);
    const fault = this.#take(answer, []);
    if (fault !== null) return this.#contradict(fault, answer.standing.next);
    if (answer.refused === null) return "go";
    if (answer.refused.why !== "not-enrolled") return this.#refuse(answer.refused);
    return this.#askToJoin();
  }

  /** Two people have to confirm this table: the floor is asked to, again and again. */
  async #askToJoin(): Promise<Rest> {
    const body = await this.#parts.prove();
    if (body === null) return this.#fail("not-enrolled", "the table's keys gave no proof in time");
    const answer = await this.#parts.collectors.ask({ what: "enrolment", body });
    if (answer.is !== "answer") return this.#turn(answer);
    if (answer.refused === null) return "go";
    if (answer.refused.why !== "not-enrolled") return this.#refuse(answer.refused);
    this.#standing = null;
    this.#setTrouble("not-enrolled", "");
    return { us: this.#jittered(ENROLMENT_WAIT_US), isEndedByNews: false };
  }

  async #sendNext(standing: Standing): Promise<Rest> {
    const { journal, clock, collectors } = this.#parts;
    const { next: from, checkpoint } = standing;
    const { records: upTo, checkpoint: newest, cosigned } = this.#news;
    const isLate = cosigned > this.#cosigned && cosigned <= checkpoint;
    const late = isLate ? journal.cosigned(cosigned) : null;
    if (late === null && isLate) this.#cosigned = cosigned;
    const hasCheckpoint = newest > checkpoint && newest >= from;
    if (upTo <= from && late === null) {
      if (!hasCheckpoint) return this.#rested();
      // With its cosignature, or with the next record, where one of them comes soon.
      const waitUs = cosigned >= newest ? 0 : this.#checkpointDueAt - clock.now();
      if (waitUs > 0) return { us: waitUs, isEndedByNews: true };
    }
    const read = journal.read({ from, upTo, limit: this.#lines, checkpoint });
    const lines = [...(late === null ? [] : [late]), ...read.map(({ sent }) => sent)];
    const [batch = []] = cutBatches(lines.slice(0, this.#lines));
    if (batch.length === 0) return upTo > from ? this.#missing(from) : this.#rested();
    const asked = clock.now();
    const answer = await collectors.ask({ what: "lines", body: formatBatch(batch) });
    if (answer.is !== "answer") {
      this.#lines = Math.max(1, this.#lines >> 1);
      return this.#turn(answer);
    }
    const fault = this.#take(answer, read);
    if (fault !== null) return this.#contradict(fault, answer.standing.next);
    if (answer.refused !== null) return this.#refuse(answer.refused);
    if (answer.standing.next < from + batch.filter(isRecord).length)
      return this.#turn({ is: "unusable", why: `it took all and has ${answer.standing.next} records` });
    this.#clear();
    this.#fit(batch.length, clock.now() - asked);
    if (answer.standing.checkpoint >= cosigned) this.#cosigned = cosigned;
    const isBulk = read.length > batch.length || answer.standing.next < this.#news.records;
    return isBulk ? { us: BULK_PAUSE_US, isEndedByNews: false } : "go";
  }

  /** As many lines as the way to the floor carries in time: one of 64 kbit/s or less is not tried with more and more of them. */
  #fit(lines: number, tookUs: number): void {
    if (tookUs > SLOW_ANSWER_US) this.#lines = Math.max(1, lines >> 1);
    else if (tookUs < QUICK_ANSWER_US) this.#lines = Math.min(BATCH_LINES_MAX, this.#lines * 2);
  }

  /** The floor has all that there is. */
  #rested(): Rest {
    this.#clear();
    return "news";
  }

  /** What should follow is not in the journal. */
  #missing(from: number): Rest {
    const kept = this.#parts.journal.firstKept();
    return kept > from
      ? this.#fail("pruned", `the floor lacks records ${from} to ${kept - 1}, which the table keeps no more`)
      : this.#fail("unread", `the journal does not give record ${from}`);
  }

  /** Takes over what the floor says that it has, once that is this log's own; else what is wrong with it. */
  #take({ standing, refused }: Answered, sent: readonly ReadLine[]): [FloorTrouble, string] | null {
    const { log, journal } = this.#parts;
    const { next, hash } = standing;
    this.#standing = null;
    this.#answeredAt = this.#parts.clock.wall();
    // Nothing of the log was looked up.
    if (refused !== null && UNASKED.includes(refused.why)) return null;
    if (standing.log !== log) return ["unusable", `it answers for the log ${standing.log}`];
    const own =
      sent.find(({ record }) => record?.seq === next - 1)?.record?.hash ?? journal.hashBefore(next) ?? null;
    if (own === null) {
      const kept = journal.firstKept();
      return next < kept
        ? ["pruned", `the floor has ${next} records, and the table keeps those from ${kept} on`]
        : ["ahead", `the floor has ${next} records of this log, and the table has not so many`];
    }
    if (own !== hash) return ["other-history", `the floor has another record ${next - 1} of this log`];
    this.#known = next;
    this.#standing = standing;
    return null;
  }

  /**
   * The floor has what this table has not. The table's own newest record of those that the floor has is sent once more: with other bytes it is a
   * fork, of which both are kept. A table that was put back has none yet; its next record is one.
   */
  async #contradict([kind, why]: [FloorTrouble, string], next: number): Promise<Rest> {
    const shown = CONTRARY.includes(kind) ? Math.min(next, this.#news.records) : 0;
    if (shown === 0) return this.#fail(kind, why);
    const { journal, collectors } = this.#parts;
    const own = journal.read({ from: shown - 1, upTo: shown, limit: 1, checkpoint: shown });
    const answer = await collectors.ask({ what: "lines", body: formatBatch(own.map(({ sent }) => sent)) });
    const isSeen = answer.is !== "answer" || answer.refused !== null;
    return { ...this.#fail(kind, why), isEndedByNews: !isSeen };
  }

  /**
   * This collector gives no answer that can be used: the next one is asked, and after the last one there is a wait. The first time it is the
   * end of a connection that stood idle, as often as not: the question comes again at once.
   */
  #turn({ is, why }: Exclude<CollectorAnswer, { is: "answer" }>): Rest {
    const { collectors } = this.#parts;
    this.#standing = null;
    this.#failures++;
    this.#setTrouble(is, why);
    collectors.turn();
    const rounds = Math.floor(this.#failures / collectors.count);
    if (this.#failures === 1 || this.#failures % collectors.count !== 0) return "go";
    return this.#wait(FIRST_WAIT_US, is === "silent" ? LONGEST_WAIT_US : LONGEST_UNUSABLE_US, rounds);
  }

  #refuse({ why, seq }: NonNullable<Answered["refused"]>): Rest {
    return this.#fail(why, seq === null ? "" : `record ${seq}`);
  }

  /** Nothing leaves until the floor has been asked again, and then one line. */
  #fail(kind: FloorTrouble, why: string): Wait {
    this.#standing = null;
    this.#lines = 1;
    this.#failures++;
    this.#setTrouble(kind, why);
    const longest = ASKED_OFTEN.includes(kind) ? LONGEST_ASKED_US : LONGEST_REFUSED_US;
    return this.#wait(REFUSED_WAIT_US, longest, this.#failures);
  }

  #wait(first: number, longest: number, times: number): Wait {
    const us = Math.min(longest, first * 2 ** Math.min(times - 1, 20));
    return { us: this.#jittered(us), isEndedByNews: false };
  }

  #jittered(us: number): number {
    const percent = 100 - JITTER_PERCENT + this.#parts.random.below(2 * JITTER_PERCENT + 1);
    return Math.round((us * percent) / 100);
  }

  #setTrouble(kind: FloorTrouble, why: string): void {
    const since = this.#trouble?.kind === kind ? this.#trouble.since : this.#parts.clock.wall();
    this.#trouble = { kind, why: why.slice(0, WHY_MAX), since };
  }

  #clear(): void {
    this.#trouble = null;
    this.#failures = 0;
  }
}
