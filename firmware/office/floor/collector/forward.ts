import { formatBatch, cutBatches, type SentLine } from "../../../../src/floor/sent-lines.ts";
import type { ArrivalAnswer } from "../../../../src/floor/standing.ts";
import { base64 } from "../../../../src/record/bytes.ts";
import type { Clock } from "../../../../src/time/clock.ts";
import type { Collectors } from "../../../afar/floor/collectors.ts";
import { errorText } from "../../../problem.ts";
import type { Sql } from "../store/client.ts";
import { schemaOf, type FloorStore, type StoredLog } from "../store/floor-store.ts";
import { EVIDENCE_SCHEMAS } from "../store/migrations.ts";
import { storedNotes, storedRecords } from "../store/stored-rows.ts";
import { FORWARD_AGAIN_US, FORWARDED_AT_ONCE } from "./limits.ts";
import { formatVouchedKeys } from "./vouched-keys.ts";

/** Records that are read and brought before the group's collector is asked again how far it is. */
const RECORDS_AT_ONCE = 2_048;
/** Held by the one of a casino's collectors that brings records to the group. */
const FORWARDING = [39, 1] as const;

export interface ForwardParts {
  readonly sql: Sql;
  readonly store: FloorStore;
  readonly upstream: Pick<Collectors, "ask">;
  readonly clock: Clock;
  readonly onNotice: (line: string) => void;
}

/**
 * Brings what is stored here to the group's collector, over the protocol of tables. It keeps nothing: the group's collector says how far it
 * has each log, and goes on from there. Of several collectors of a casino one does it at a time.
 */
export class Forwarder {
  readonly #parts: ForwardParts;
  /** Logs that have, or may have, what the group has not. */
  readonly #due = new Set<string>();
  #isStopped = false;
  #wake: () => void = () => undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(parts: ForwardParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { clock, onNotice } = this.#parts;
    for (;;) {
      try {
        await this.#forward();
      } catch (error) {
        onNotice(`upstream: ${errorText(error)}`);
      }
      if (this.#isStopped) return;
      await this.#wait(FORWARD_AGAIN_US, clock);
    }
  }

  /** Until it is stopped, or the store is lost, or another collector brings the records. */
  async #forward(): Promise<void> {
    const { sql, clock } = this.#parts;
    // A connection that is there already: reserving one that is still made never ends (postgres 3.4, without its question about types).
    await sql`SELECT 1`;
    const held = await sql.reserve();
    try {
      const [row] =
        await held`SELECT pg_try_advisory_lock(${FORWARDING[0]}::integer, ${FORWARDING[1]}::integer) AS mine`;
      if (row?.["mine"] !== true) return;
      const listening = await sql.listen(
        "tirada_floor",
        (news) => void this.#hear(news),
        () => void this.#all(),
      );
      try {
        await this.#all();
        while (!this.#isStopped) {
          await held`SELECT 1`;
          await this.#bringDue();
          if (this.#due.size === 0) await this.#wait(FORWARD_AGAIN_US, clock);
        }
      } finally {
        await listening.unlisten();
      }
    } finally {
      await held`SELECT pg_advisory_unlock(${FORWARDING[0]}::integer, ${FORWARDING[1]}::integer)`.catch(
        () => undefined,
      );
      held.release();
    }
  }

  async #hear(news: string): Promise<void> {
    const { schema, log } = JSON.parse(news) as { readonly schema: string; readonly log: number };
    const known = EVIDENCE_SCHEMAS.find((one) => one === schema);
    if (known === undefined) return;
    const { sql } = this.#parts;
    const [row] = await sql`SELECT name FROM ${sql(known)}.log WHERE id = ${log}`;
    if (row === undefined) return;
    this.#due.add(row["name"] as string);
    this.#wake();
  }

  async #all(): Promise<void> {
    const { sql } = this.#parts;
    for (const schema of EVIDENCE_SCHEMAS)
      for (const row of await sql`SELECT name FROM ${sql(schema)}.log`) this.#due.add(row["name"] as string);
    this.#wake();
  }

  async #bringDue(): Promise<void> {
    const logs = [...this.#due];
    this.#due.clear();
    const waiting = logs.values();
    const work = async (): Promise<void> => {
      for (const log of waiting) if (!this.#isStopped) await this.#bring(log);
    };
    await Promise.all(Array.from({ length: FORWARDED_AT_ONCE }, work));
  }

  /** Brings what the group has not of a log; what fails is tried again by the next news, or after a while. */
  async #bring(log: string): Promise<void> {
    const { store, clock, onNotice } = this.#parts;
    let why: string | null;
    try {
      const stored = await store.log(log);
      why = stored === null ? null : await this.#bringLog(log, stored);
    } catch (error) {
      why = errorText(error);
    }
    if (why === null) return;
    onNotice(`upstream: ${log}: ${why}`);
    clock.after(FORWARD_AGAIN_US, "upstream again", () => {
      if (!this.#isStopped) this.#due.add(log);
    });
  }

  /** Null: the group has all of it. Else why not. */
  async #bringLog(log: string, { id, keys, end }: StoredLog): Promise<string | null> {
    let said = await this.#ask({ what: "standing" }, log);
    if (said.refused?.why === "not-enrolled")
      said = await this.#ask({ what: "enrolment", body: formatVouchedKeys(keys) }, log);
    while (said.refused === null && said.standing.next < end.next) {
      const from = said.standing.next;
      const span = { from, to: Math.min(end.next, from + RECORDS_AT_ONCE) };
      for (const batch of cutBatches(await this.#linesOf(log, id, span))) {
        said = await this.#ask({ what: "lines", body: formatBatch(batch) }, log);
        if (said.refused !== null) break;
      }
      if (said.refused === null && said.standing.next <= from)
        return "the group's collector takes nothing of it";
    }
    return said.refused === null ? null : `refused: ${said.refused.why}`;
  }

  /** Records and checkpoints in the order in which the table signed them. */
  async #linesOf(
    log: string,
    id: number,
    span: { readonly from: number; readonly to: number },
  ): Promise<readonly SentLine[]> {
    const of = { schema: schemaOf(log), id };
    const notes = new Map<number, string>();
    for await (const { size, note } of storedNotes(this.#parts.sql, of, span)) notes.set(size, note);
    const lines: SentLine[] = [];
    for await (const { seq, line, sig } of storedRecords(this.#parts.sql, of, span)) {
      lines.push({ line: Buffer.from(line).toString("utf8"), sig: base64(sig) });
      const note = notes.get(seq + 1);
      if (note !== undefined) lines.push({ checkpoint: note });
    }
    return lines;
  }

  async #ask(question: Parameters<Collectors["ask"]>[0], log: string): Promise<ArrivalAnswer> {
    const answer = await this.#parts.upstream.ask(question, log);
    if (answer.is !== "answer") throw new Error(`the group's collector is ${answer.is}: ${answer.why}`);
    return answer;
  }

  #wait(us: number, clock: Clock): Promise<void> {
    return new Promise((resolve) => {
      const timer = clock.after(us, "upstream", resolve);
      this.#wake = () => {
        timer.cancel();
        resolve();
      };
    });
  }
}
