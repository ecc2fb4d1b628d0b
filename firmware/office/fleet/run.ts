import { broughtBy, needsTwoPeople, SECOND_MINUTES, type FleetPlan } from "../../../src/fleet/plan.ts";
import {
  notBack,
  reduceFleet,
  standingOf,
  tableIn,
  touchedTables,
  type FleetEvent,
  type FleetStanding,
} from "../../../src/fleet/progress.ts";
import { standingIn } from "../../../src/fleet/standing.ts";
import { readAnswer, type OrderAnswer } from "../../../src/orders/answer.ts";
import { parseOrder, type OrderLine } from "../../../src/orders/order.ts";
import { parseVkey, type Verifier } from "../../../src/record/keys.ts";
import type { Clock } from "../../../src/time/clock.ts";
import type { WallMs } from "../../../src/time/instant.ts";
import { inParallel, type FleetMail } from "./mail.ts";
import type { FleetLetter, FleetState } from "./state.ts";

const MINUTE_MS = 60_000;
/** So long a question counts, and an order. */
export const ASK_LASTS_MS = 10 * MINUTE_MS;
export const ORDER_LASTS_MS = 30 * MINUTE_MS;

/** An order of a fleet that somebody is to sign. */
export interface FleetOrder {
  readonly table: OrderLine["table"];
  readonly action: "diagnose" | "install" | "install-base" | "rollback";
  readonly arguments: Record<string, unknown>;
  readonly now: WallMs;
  readonly lastsMs: number;
  readonly number: number;
}

export interface FleetRunParts {
  readonly plan: FleetPlan;
  readonly clock: Clock;
  readonly mail: FleetMail;
  /** Signs an order; gives its text. */
  readonly sign: (wanted: FleetOrder) => string;
  /** The same with two people: null while the second has not signed. It may be asked again and again for one wave. */
  readonly signByTwo: (wanted: FleetOrder, wave: number) => string | null;
  /** The state is on the disk when this returns. */
  readonly save: (state: FleetState) => void;
  /** Tables are asked so often, ms. */
  readonly everyMs: number;
  readonly say: (line: string) => void;
}

/** What a table's order or question names: one table, or all of them. */
export const tableField = (tables: readonly string[]): OrderLine["table"] =>
  tables.length === 1 ? (tables[0] ?? "") : [...tables];

/**
 * A plan under way. {@link look} reads what tables answered, judges it, and orders what is due; whatever is ordered is on the disk
 * before it is sent, so that a run that is killed goes on where it was.
 */
export class FleetRun {
  readonly #parts: FleetRunParts;
  readonly #verifiers: ReadonlyMap<string, Verifier>;
  #state: FleetState;
  /** When a table was asked last, in this run. */
  readonly #askedAt = new Map<string, number>();
  /** Why a table has not answered, as far as it is known. */
  readonly #reasons = new Map<string, string>();
  /** The wave whose order waits for a second person; null: none does. */
  waitsForSecond: number | null = null;

  constructor(state: FleetState, parts: FleetRunParts) {
    this.#state = state;
    this.#parts = parts;
    this.#verifiers = new Map(parts.plan.tables.map(({ table, vkey }) => [table, parseVkey(vkey)]));
  }

  get state(): FleetState {
    return this.#state;
  }

  get standing(): FleetStanding {
    return standingOf(this.#parts.plan, this.#state.progress, this.#parts.clock.wall());
  }

  /** Why a table has not answered; null: it has, or nothing is known. */
  reasonOf(table: string): string | null {
    return this.#reasons.get(table) ?? null;
  }

  /** Something that a person wants, or that happened to this run. It is kept at once. */
  hear(event: FleetEvent): void {
    this.#fold(event);
    this.#parts.save(this.#state);
  }

  async look(): Promise<void> {
    const before = this.#state;
    await this.#collect();
    const now = this.#parts.clock.wall();
    this.#dropEnded(now);
    this.#fold({ f: "time", at: now });
    this.#decide(now);
    if (this.#state !== before) this.#parts.save(this.#state);
    await this.#send();
  }

  /** Orders every table that has the release, or is on its way to it, to go back. @returns how many */
  return(by: string): number {
    const { plan, clock } = this.#parts;
    const tables = touchedTables(plan, this.#state.progress);
    const left = this.#state.progress.returning === null ? tables : notBack(plan, this.#state.progress);
    if (left.length === 0) return 0;
    const now = clock.wall();
    const letter = this.#order("rollback", left, { from: plan.digest }, now);
    // What was ordered before, and waits at the relay, is refused from here on: this one's number is higher.
    const others = this.#state.letters.filter(({ what }) => what === "ask");
    this.#state = { ...this.#state, letters: [...others, letter] };
    this.hear({ f: "return", by, order: letter.digest, at: now });
    return left.length;
  }

  #fold(event: FleetEvent): void {
    const { plan, say } = this.#parts;
    const { progress } = this.#state;
    const after = reduceFleet(plan, progress, event);
    if (after === progress) return;
    this.#state = { ...this.#state, progress: after };
    const { stopped } = after;
    if (progress.stopped === null && stopped !== null)
      say(`stopped: ${stopped.why}${stopped.table === null ? "" : ` at ${stopped.table}`}: ${stopped.detail}`);
  }

  /** Asks for the answers that are due, and hears them. */
  async #collect(): Promise<void> {
    const { mail } = this.#parts;
    const asked = this.#state.letters.flatMap((letter) =>
      letter.waits.filter((table) => !letter.unsent.includes(table)).map((table) => ({ letter, table })),
    );
    await inParallel(asked, async ({ letter, table }) => {
      const found = await mail.answer(table, letter.digest);
      const verifier = this.#verifiers.get(table);
      if ("none" in found || verifier === undefined) {
        this.#reasons.set(table, "none" in found ? found.none : "it is none of the plan's tables");
        return;
      }
      const answer = readAnswer(found.text, verifier, letter.digest);
      // Whoever carried it is not believed; the table's own answer is waited for.
      if (typeof answer === "string") this.#reasons.set(table, `an answer that counts for nothing: ${answer}`);
      else this.#hear(letter, table, answer);
    });
  }

  #hear({ what, digest }: FleetLetter, table: string, { outcome, why, result }: OrderAnswer): void {
    const at = this.#parts.clock.wall();
    this.#change(digest, (letter) => ({ ...letter, waits: letter.waits.filter((one) => one !== table) }));
    this.#reasons.delete(table);
    if (what === "ask") {
      const standing = outcome === "done" ? standingIn(result) : null;
      if (standing !== null) this.#fold({ f: "report", table, report: { receivedAt: at, standing } });
      else this.#reasons.set(table, `${outcome}: ${why ?? "an answer without a standing"}`);
    } else if (outcome !== "done") {
      this.#reasons.set(table, `${outcome}: ${why ?? "no reason given"}`);
      if (what === "install") this.#fold({ f: "refused", table, why: why ?? outcome, at });
      else this.#parts.say(`${table} did not go back: ${outcome}: ${why ?? "no reason given"}`);
    }
  }

  /** Orders that count no more. A table that was ordered, and has not answered, may not have had it. */
  #dropEnded(now: number): void {
    const isOver = ({ waits, until }: FleetLetter): boolean => waits.length === 0 || until < now;
    const over = this.#state.letters.filter(isOver);
    if (over.length === 0) return;
    this.#state = { ...this.#state, letters: this.#state.letters.filter((one) => !isOver(one)) };
    for (const { what, waits } of over)
      for (const table of what === "install" ? waits : [])
        this.#fold({ f: "refused", table, why: "no answer while the order counted", at: now });
  }

  #decide(now: WallMs): void {
    const { plan } = this.#parts;
    const { progress } = this.#state;
    const { wave, due, unheard } = standingOf(plan, progress, now);
    const back = notBack(plan, progress);
    const touched = progress.returning === null && wave === null ? [] : touchedTables(plan, progress);
    const watched = touched.filter(
      (table) => tableIn(progress, table).leftOut === null || back.includes(table),
    );
    this.waitsForSecond = null;
    if (wave !== null && due.length > 0) this.#orderWave(wave, due, now);
    this.#ask([...watched, ...unheard], now);
  }

  #orderWave(wave: number, due: readonly string[], now: WallMs): void {
    const { plan, signByTwo, say } = this.#parts;
    const isByTwo = needsTwoPeople(plan, wave);
    const one =
      plan.base === undefined
        ? this.#wanted("install", due, { release: plan.release, export: null }, now)
        : this.#wanted("install-base", due, { base: plan.base }, now);
    const wanted = isByTwo ? { ...one, lastsMs: SECOND_MINUTES * MINUTE_MS } : one;
    const text = isByTwo ? signByTwo(wanted, wave) : this.#parts.sign(wanted);
    if (text === null) {
      this.waitsForSecond = wave;
      return;
    }
    const letter = letterOf("install", text, due);
    this.#state = {
      ...this.#state,
      number: Math.max(this.#state.number, wanted.number),
      letters: [...this.#state.letters, letter],
    };
    this.#fold({ f: "ordered", tables: due, order: letter.digest, at: now });
    say(`wave ${wave + 1}: ${broughtBy(plan)} ordered at ${due.length} tables`);
  }

  /** Asks those of whom nothing was heard lately and no question waits. */
  #ask(tables: readonly string[], now: WallMs): void {
    const { everyMs } = this.#parts;
    const { progress, letters } = this.#state;
    const waiting = new Set(letters.flatMap(({ what, waits }) => (what === "ask" ? waits : [])));
    const isDue = (table: string): boolean => {
      const last = Math.max(tableIn(progress, table).heard?.receivedAt ?? 0, this.#askedAt.get(table) ?? 0);
      return !waiting.has(table) && now - last >= everyMs;
    };
    const asked = tables.filter(isDue);
    if (asked.length === 0) return;
    for (const table of asked) this.#askedAt.set(table, now);
    const letter = this.#order("ask", asked, {}, now);
    this.#state = { ...this.#state, letters: [...this.#state.letters, letter] };
    this.#fold({ f: "asked", tables: asked, at: now });
  }

  #wanted(
    action: FleetOrder["action"],
    tables: readonly string[],
    asked: Record<string, unknown>,
    now: WallMs,
  ): FleetOrder {
    const lastsMs = action === "diagnose" ? ASK_LASTS_MS : ORDER_LASTS_MS;
    const number = Math.max(now, this.#state.number + 1);
    return { table: tableField(tables), action, arguments: asked, now, lastsMs, number };
  }

  /** An order of one person, whose number is taken from here on. */
  #order(
    what: "ask" | "rollback",
    tables: readonly string[],
    asked: Record<string, unknown>,
    now: WallMs,
  ): FleetLetter {
    const wanted = this.#wanted(what === "ask" ? "diagnose" : what, tables, asked, now);
    this.#state = { ...this.#state, number: wanted.number };
    return letterOf(what, this.#parts.sign(wanted), tables);
  }

  /** Brings what is not there yet to the relay. */
  async #send(): Promise<void> {
    const { mail } = this.#parts;
    const unsent = this.#state.letters.flatMap((letter) => letter.unsent.map((table) => ({ letter, table })));
    await inParallel(unsent, async ({ letter: { digest, text }, table }) => {
      const why = await mail.put(table, text);
      if (why === null)
        this.#change(digest, (letter) => ({ ...letter, unsent: letter.unsent.filter((one) => one !== table) }));
      else this.#reasons.set(table, why);
    });
  }

  #change(digest: string, change: (letter: FleetLetter) => FleetLetter): void {
    const letters = this.#state.letters.map((one) => (one.digest === digest ? change(one) : one));
    this.#state = { ...this.#state, letters };
  }
}

function letterOf(what: FleetLetter["what"], text: string, tables: readonly string[]): FleetLetter {
  const order = parseOrder(text);
  if (order === null) throw new Error("an order of our own cannot be read");
  const [made, until] = [order.said.notBefore, order.said.notAfter].map((at) => Date.parse(at));
  return {
    what,
    digest: order.digest,
    text,
    made: made ?? 0,
    until: until ?? 0,
    unsent: tables,
    waits: tables,
  };
}
