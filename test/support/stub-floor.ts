import { sha256Hex, utf8 } from "../../src/record/bytes.ts";
import { readLine } from "../../src/record/chain.ts";
import { isRecord, readBatch } from "../../src/floor/sent-lines.ts";
import { newStanding, type ArrivalAnswer, type ArrivalRefusal } from "../../src/floor/standing.ts";

/** Hex SHA-256 of a line. */
export const hashOf = (line: string): string => sha256Hex(line);

export interface StubRequest {
  readonly what: string;
  readonly body: string;
}

export interface StubAnswer {
  readonly status: number;
  readonly body: string;
}

/**
 * A floor as decision 52 tells it, of one log, in memory: it takes what joins, line by line, and says how far it is. It verifies number and chain,
 * and no signature: what a publisher sends is held against the journal by the test. Every request is kept.
 */
export class StubFloor {
  readonly log: string;
  /** Lines as they were taken. */
  readonly lines: string[] = [];
  /** Notes of checkpoints, by size. */
  readonly checkpoints = new Map<number, string>();
  readonly requests: StubRequest[] = [];
  /** Why lines were refused, in their order. */
  readonly refused: ArrivalRefusal[] = [];
  readonly heartbeats: string[] = [];
  readonly enrolments: string[] = [];
  isEnrolled = true;
  /** Refuses a line for another reason. */
  refuses: (seq: number) => ArrivalRefusal | null = () => null;
  /** What is answered instead, after the request was served or before; null: what is so. */
  instead: (request: StubRequest, answer: () => StubAnswer) => StubAnswer | null = () => null;

  constructor(log: string) {
    this.log = log;
  }

  get next(): number {
    return this.lines.length;
  }

  answer(request: StubRequest): StubAnswer {
    this.requests.push(request);
    return this.instead(request, () => this.#serve(request)) ?? this.#serve(request);
  }

  /** How many times each record was sent. */
  timesSent(): ReadonlyMap<number, number> {
    const times = new Map<number, number>();
    for (const { what, body } of this.requests) {
      const batch = what === "lines" ? readBatch(body) : [];
      if (typeof batch === "string") throw new Error(batch);
      for (const line of batch.filter(isRecord)) {
        const facts = readLine(utf8(line.line));
        if (typeof facts !== "string") times.set(facts.seq, (times.get(facts.seq) ?? 0) + 1);
      }
    }
    return times;
  }

  #serve({ what, body }: StubRequest): StubAnswer {
    if (what === "enrolment") this.enrolments.push(body);
    if (what === "heartbeat") this.heartbeats.push(body);
    if (!this.isEnrolled)
      return said({ standing: newStanding(this.log), refused: { why: "not-enrolled", seq: null } });
    const refused = what === "lines" ? this.#takeLines(body) : null;
    if (refused !== null) this.refused.push(refused.why);
    return said({ standing: this.#standing(), refused });
  }

  #standing(): ArrivalAnswer["standing"] {
    const last = this.lines.at(-1);
    return {
      log: this.log,
      next: this.next,
      hash: last === undefined ? newStanding(this.log).hash : hashOf(last),
      checkpoint: Math.max(0, ...this.checkpoints.keys()),
    };
  }

  #takeLines(body: string): ArrivalAnswer["refused"] {
    const batch = readBatch(body);
    if (typeof batch === "string") return { why: "malformed", seq: null };
    for (const line of batch) {
      if (!isRecord(line)) {
        const size = Number(line.checkpoint.split("\n")[1]);
        // One that it has may come again, with what was cosigned since.
        const isAgain = this.checkpoints.get(size)?.split("\n\n", 1)[0] === line.checkpoint.split("\n\n", 1)[0];
        if (size !== this.next && !isAgain) return { why: "checkpoint", seq: null };
        this.checkpoints.set(size, line.checkpoint);
        continue;
      }
      const facts = readLine(utf8(line.line));
      if (typeof facts === "string") return { why: "malformed", seq: null };
      const { seq, prev } = facts;
      const why = this.refuses(seq);
      if (why !== null) return { why, seq };
      if (seq < this.next) {
        if (this.lines[seq] !== line.line) return { why: "fork", seq };
      } else if (seq > this.next) return { why: "hole", seq };
      else if (prev !== this.#standing().hash) return { why: "chain", seq };
      else this.lines.push(line.line);
    }
    return null;
  }
}

function said(answer: ArrivalAnswer): StubAnswer {
  const why = answer.refused?.why;
  const isWhole = why === "not-enrolled" || why === "other-log" || why === "fork" || why === "retired";
  const status = why === undefined ? 200 : why === "too-many" ? 429 : isWhole ? 403 : 409;
  return { status, body: JSON.stringify(answer) };
}
