import type { FaultCode } from "../../../src/codes/faults.ts";
import type { Verifier } from "../../../src/record/keys.ts";
import type { Entry } from "../../../src/recording/entry.ts";
import type { StandingFault } from "../../../src/table/kernel/durable/durable.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { rfc3339, US_PER_S, wallMs, type MonoUs } from "../../../src/time/instant.ts";
import type { WitnessState, WitnessTrouble } from "../../screens/server/messages.ts";
import type { Journal } from "../../journal/thread/client.ts";
import type { StoredCheckpoint } from "../../evidence/log/rows.ts";
import type { WitnessQuestion } from "../../journal/export/to-witness.ts";
import type { Answer, Question } from "../witness/ask.ts";
import { WITNESS_FAULTS } from "./table-witness.ts";

/** So long a checkpoint may wait for its cosignature before that is a fault. */
export const NOT_WITNESSED_US = 300 * US_PER_S;
/** Waits after a question that brought no cosignature: 2, 4, 8 … 300 s. */
export const LONGEST_WAIT_US = 300 * US_PER_S;
/** Characters of a reason, in records and on the technician's page. */
const MAX_WHY = 200;
/** The end of the year 9999, in seconds since 1970. */
const LAST_SECOND = 253_402_300_799;
const MINUTE_US = 60 * US_PER_S;

type WitnessFault = (typeof WITNESS_FAULTS)[number];

/** The fault that each trouble is; null: a fault only once it has lasted (`not-witnessed`). */
const FAULT_OF: Readonly<Record<WitnessTrouble, WitnessFault | null>> = {
  silent: null,
  conflict: null,
  ahead: "log-refused",
  forked: "log-refused",
  "unknown-log": "log-refused",
  "not-signed": "log-refused",
  refused: "log-refused",
  malformed: "cosignature-wrong",
  "too-long": "cosignature-wrong",
  "foreign-key": "cosignature-wrong",
  "older-checkpoint": "cosignature-wrong",
  "wrong-signature": "cosignature-wrong",
};

export interface WitnessingParts {
  readonly journal: Pick<Journal, "toWitness" | "cosigned" | "cosign" | "checkpointOf" | "records">;
  readonly clock: Clock;
  /** The key of the witness. */
  readonly key: Pick<Verifier, "name" | "id">;
  readonly ask: (question: Question) => Promise<Answer>;
  readonly feed: (entry: Entry) => void;
  readonly onNotice: (line: string) => void;
  /** `state` may be another one. */
  readonly onChange: () => void;
  /** Faults that stand as the unit starts. */
  readonly faults: readonly StandingFault[];
  /** Whether nothing is certified while the witness holds another history of this log. */
  readonly stopsWhenForked: boolean;
}

/** What says that there are two histories of this log. */
const TWO_HISTORIES: readonly WitnessTrouble[] = ["forked", "ahead"];

/**
 * Has each checkpoint cosigned and keeps the cosignature beside it. The table plays on whatever the witness does: silence, a refusal
 * or an answer that proves nothing is a fault of the unit, by its kind, until a cosignature comes.
 */
export class Witnessing {
  readonly #parts: WitnessingParts;
  /** Standing faults with their kind; of those that stood before the start nobody knows it. */
  readonly #standing = new Map<WitnessFault, string>();
  #cosigned: { readonly size: number; readonly note: string; readonly time: string } | null = null;
  /** How many records the witness is believed to know: the old size of a question (C2SP tlog-witness). */
  #old = 0;
  /** Since when records wait under a checkpoint without cosignature, µs of the unit's clock; null: none does. */
  #waitingSince: number | null = null;
  /** When a newer checkpoint came than the one that is asked for. */
  #newerSince: number | null = null;
  #asked: number | null = null;
  #askAgainAt = 0;
  #failures = 0;
  #trouble: { readonly kind: WitnessTrouble; readonly why: string } | null = null;
  #hasAnswered = false;
  #isStopped = false;

  private constructor(parts: WitnessingParts) {
    this.#parts = parts;
    for (const code of WITNESS_FAULTS) if (stands(parts.faults, code)) this.#standing.set(code, "");
  }

  /** Takes up where the journal's cosignatures end. */
  static async start(parts: WitnessingParts): Promise<Witnessing> {
    const witnessing = new Witnessing(parts);
    const newest = await parts.journal.cosigned();
    // What another witness signed says nothing of this one.
    const time = newest === null ? null : timeOf(newest.line, parts.key);
    if (newest !== null && time !== null) witnessing.#cosigned = { ...newest, time };
    witnessing.#old = witnessing.#cosigned?.size ?? 0;
    const [waiting] = await parts.journal.records(witnessing.#old, 1);
    const { clock } = parts;
    const at = Date.parse(String(waiting?.fields["at"]));
    const ageMs = Number.isNaN(at) ? 0 : Math.max(0, clock.wall() - at);
    if (waiting !== undefined) witnessing.#waitingSince = clock.now() - ageMs * 1_000;
    return witnessing;
  }

  get state(): WitnessState {
    const { key, clock } = this.#parts;
    const waitedUs = this.#waitingSince === null ? 0 : Math.max(0, clock.now() - this.#waitingSince);
    return {
      name: key.name,
      size: this.#cosigned?.size ?? 0,
      time: this.#cosigned?.time ?? null,
      minutes: Math.floor(waitedUs / MINUTE_US),
      trouble: this.#trouble?.kind ?? null,
      why: this.#trouble?.why ?? null,
    };
  }

  /** To be called once a second with the journal's newest checkpoint. Never waits. */
  handleCheckpoint(newest: StoredCheckpoint | null): void {
    if (newest === null || this.#isStopped) return;
    const now = this.#parts.clock.now();
    const known = this.#cosigned?.size ?? 0;
    if (newest.size <= known) this.#waitingSince = null;
    else this.#waitingSince ??= now;
    if (this.#asked !== null && newest.size > this.#asked) this.#newerSince ??= now;
    this.#followFaults(now);
    if (this.#waitingSince === null || this.#asked !== null || now < this.#askAgainAt) return;
    this.#asked = newest.size;
    void this.#askOnce().then(() => (this.#asked = null));
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #askOnce(): Promise<void> {
    const { journal } = this.#parts;
    try {
      const question = await journal.toWitness(this.#old);
      if (question === null) {
        this.#fail("conflict", `it knows ${this.#old} records`);
        return;
      }
      this.#asked = question.size;
      const answer = await this.#ask(this.#old, question);
      if (!this.#isStopped) await this.#handleAnswer(question, answer);
    } catch (error) {
      // The journal refused, or has ended: then the unit ends too.
      this.#fail("silent", error instanceof Error ? error.message : String(error));
    } finally {
      if (!this.#isStopped) {
        this.#followFaults(this.#parts.clock.now());
        this.#parts.onChange();
      }
    }
  }

  #ask(old: number, { note, proof }: Pick<WitnessQuestion, "note" | "proof">): Promise<Answer> {
    return this.#parts.ask({ old, proof, checkpoint: note, before: this.#cosigned?.note ?? null });
  }

  async #handleAnswer(question: WitnessQuestion, answer: Answer): Promise<void> {
    this.#hasAnswered ||= answer.is !== "silent";
    if (answer.is === "cosigned") await this.#keep(question, answer);
    else if (answer.is === "conflict") this.#handleConflict(question, answer.size);
    else if (answer.is === "refused")
      this.#fail(await this.#refusalKind(answer.status), `status ${answer.status}`);
    else if (answer.is === "unusable") this.#fail(answer.kind, `to the checkpoint of ${question.size} records`);
    else this.#fail("silent", answer.why);
  }

  async #keep({ size, note }: WitnessQuestion, { line, time }: Answer & { is: "cosigned" }): Promise<void> {
    const { journal, clock, key, onNotice } = this.#parts;
    await journal.cosign({ size, line, at: rfc3339(clock.wall()) });
    const isFirst = this.#cosigned === null || this.#trouble !== null;
    this.#cosigned = { size, note, time: timeText(time) };
    this.#old = size;
    this.#waitingSince = this.#newerSince;
    this.#newerSince = null;
    [this.#failures, this.#askAgainAt, this.#trouble] = [0, 0, null];
    if (isFirst) onNotice(`witness: ${key.name} cosigned ${size} records`);
  }

  /** The witness names another size than it was asked from. */
  #handleConflict({ size }: WitnessQuestion, theirs: number): void {
    const { clock, feed, onNotice } = this.#parts;
    if (theirs === this.#old || theirs > size) {
      this.#fail(...conflictKind(this.#old, size, theirs));
      return;
    }
    const known = this.#cosigned?.size ?? 0;
    if (theirs < known && this.#old === known) {
      onNotice(
        `witness: it knows ${theirs} records, and it had cosigned ${known}: its database is an older one`,
      );
      const detail = { cosigned: known, now: theirs };
      feed({ k: "fault", t: clock.now(), device: "unit", code: "witness-forgot", detail, stands: true });
    }
    this.#old = theirs;
    const why = `it knows ${theirs} records`;
    // Once at once: from the size that it named. A witness that names another one each time is asked more and more seldom.
    if (this.#trouble?.kind === "conflict") this.#fail("conflict", why);
    else this.#trouble = { kind: "conflict", why };
  }

  /** Where no proof leads to the checkpoint, the log's own root of what the witness knows tells whether there are two histories. */
  async #refusalKind(status: (Answer & { is: "refused" })["status"]): Promise<WitnessTrouble> {
    if (status === 404) return "unknown-log";
    if (status === 403) return "not-signed";
    if (status === 400 || this.#old === 0) return "refused";
    const { note } = await this.#parts.journal.checkpointOf(this.#old);
    const answer = await this.#ask(this.#old, { note, proof: [] });
    return answer.is === "cosigned" ? "refused" : "forked";
  }

  #fail(kind: WitnessTrouble, why: string): void {
    const { clock, key, onNotice } = this.#parts;
    this.#failures++;
    const waitUs = Math.min(2 ** Math.min(this.#failures, 20) * US_PER_S, LONGEST_WAIT_US);
    this.#askAgainAt = clock.now() + waitUs;
    if (this.#trouble?.kind !== kind || this.#failures === 1) onNotice(`witness: ${key.name}: ${kind}, ${why}`);
    this.#trouble = { kind, why: why.slice(0, MAX_WHY) };
  }

  #followFaults(now: MonoUs): void {
    const waited = this.#waitingSince === null ? 0 : now - this.#waitingSince;
    const isStanding = this.#standing.has("not-witnessed") && this.#waitingSince !== null;
    // A table that stood still for a night has something to be cosigned as it starts, and no trouble yet.
    const isLate = (waited >= NOT_WITNESSED_US && this.#trouble !== null) || isStanding;
    this.#setFault("not-witnessed", isLate ? (this.#trouble?.kind ?? "silent") : null, false);
    // What stood before the start stands until the witness has said something.
    if (!this.#hasAnswered) return;
    const kind = this.#trouble?.kind ?? null;
    if (kind === "silent" || kind === "conflict") return;
    for (const code of ["log-refused", "cosignature-wrong"] as const)
      this.#setFault(code, kind !== null && FAULT_OF[kind] === code ? kind : null, true);
    const isForked = kind !== null && TWO_HISTORIES.includes(kind);
    // A log that was never witnessed, and of which the witness knows another key: this one is no key of the log.
    const isSecondKey = kind === "not-signed" && this.#cosigned === null;
    const isHeld = isSecondKey || (isForked && this.#parts.stopsWhenForked);
    this.#setFault("log-forked", isHeld ? kind : null, true);
  }

  /** Null: it stands no more. `isByKind`: another kind is another fault. */
  #setFault(code: WitnessFault, kind: string | null, isByKind: boolean): void {
    const before = this.#standing.get(code) ?? null;
    if (before === kind || (before !== null && kind !== null && !isByKind)) return;
    if (before !== null) this.#feedFault(code, {}, false);
    if (kind === null) this.#standing.delete(code);
    else {
      this.#standing.set(code, kind);
      this.#feedFault(code, { kind, why: this.#trouble?.why ?? "" }, true);
    }
  }

  #feedFault(code: FaultCode, detail: Readonly<Record<string, string>>, isStanding: boolean): void {
    const { feed, clock } = this.#parts;
    feed({ k: "fault", t: clock.now(), device: "unit", code, detail, stands: isStanding });
  }
}

/** What a size means that no proof of this log can lead from: it was asked from `old` to `size`. */
function conflictKind(old: number, size: number, theirs: number): [WitnessTrouble, string] {
  if (theirs > size) return ["ahead", `it knows ${theirs} records, the journal has ${size}`];
  return old === size
    ? ["forked", `it cosigned another root of ${size} records`]
    : ["malformed", `it contradicts itself on ${theirs} records`];
}

const stands = (faults: readonly StandingFault[], code: string): boolean =>
  faults.some((fault) => fault.device === "unit" && fault.code === code);

/** The time in the line of a cosignature, by the witness's clock; null: it is not of this key. */
function timeOf(line: string, { name, id }: WitnessingParts["key"]): string | null {
  const start = `— ${name} `;
  const bytes = Buffer.from(line.startsWith(start) ? line.slice(start.length) : "", "base64");
  if (bytes.length !== 76 || bytes.toString("hex", 0, 4) !== id) return null;
  return timeText(Number(bytes.readBigUInt64BE(4)));
}

/** RFC 3339 of seconds since 1970; beyond what a calendar holds, its end. */
const timeText = (seconds: number): string => rfc3339(wallMs(Math.min(seconds, LAST_SECOND) * 1_000));
