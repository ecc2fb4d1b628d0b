import type { Face } from "../../cards/card.ts";
import type { Deck } from "../../cards/decks.ts";
import type { Key } from "../../people/keys.ts";
import type { Role } from "../../people/roles.ts";
import { cardPack } from "../../rules/pack.ts";
import { monoUs } from "../../time/instant.ts";
import { applyRecord, EMPTY_TABLE } from "../kernel/durable/durable.ts";
import type { DevicesBesideEye } from "../dice/throw.ts";
import type { DiceObservation } from "../../dice/observation.ts";
import type { RecordBody, VerdictRecord } from "../kernel/record.ts";
import { tableStep, tableDeadline, type Table, type TableInput } from "../kernel/table.ts";
import { cardTableStart } from "./live.ts";
import type { TableRules } from "../kernel/context.ts";
import type { ShoeObservation, ShoeCommand, ShoeMode } from "./observation.ts";
import { EMPTY_DEAL } from "./durable-deal.ts";

const AT = "2026-01-01T00:00:00.000Z";
export const KEY_A = "a".repeat(64);

/** A card table played by hand. Every step is checked: the durable table is nothing but the fold of its records. */
export class PlayedDeal {
  readonly rules: TableRules;
  readonly records: RecordBody[] = [];
  readonly commands: ShoeCommand[] = [];
  table: Table;
  refusal: string | null = null;
  sealDue = false;
  #n = 0;
  #t = 0;

  /** `has`: an eye over the dice by which the game begins, and maybe a device that throws them. */
  constructor(
    rules: TableRules,
    decks?: readonly Deck[],
    has: DevicesBesideEye | null = null,
    mode?: ShoeMode,
  ) {
    this.rules = rules;
    this.table = cardTableStart(decks ?? decksFor(rules), mode, has);
    this.feed({ i: "seal", key: KEY_A });
  }

  feed(input: TableInput): this {
    this.#t += 100_000;
    const step = tableStep(this.table, input, monoUs(this.#t), AT, this.rules);
    const folded = step.records.reduce(
      (durable, body) => applyRecord(durable, body, AT, this.rules.family.reducer),
      this.table.durable,
    );
    if (JSON.stringify(folded) !== JSON.stringify(step.table.durable))
      throw new Error("the durable table is not the fold of its records");
    this.table = step.table;
    this.records.push(...step.records);
    this.commands.push(...step.commands.filter((one): one is ShoeCommand => !one.c.startsWith("look")));
    this.refusal = step.refusal;
    this.sealDue = step.sealDue;
    return this;
  }

  observe(...seen: readonly ShoeObservation[]): this {
    // A device that is loaded counts its cards anew.
    if (seen.some((one) => one.o === "stage" && one.stage === "loading")) this.#n = 0;
    return this.feed({ i: "cards", seen });
  }

  dice(...seen: readonly DiceObservation[]): this {
    return this.feed({ i: "dice", seen });
  }

  /** Time goes by; the table is woken whenever it asked for it. */
  wait(us: number): this {
    const until = this.#t + us;
    for (
      let deadline = tableDeadline(this.table, this.rules);
      deadline !== null && deadline <= until;
      deadline = tableDeadline(this.table, this.rules)
    ) {
      this.#t = Math.max(this.#t, deadline - 100_000);
      this.feed({ i: "tick" });
    }
    this.#t = Math.max(this.#t, until);
    return this;
  }

  key(key: Key, role: Role = "croupier", name = role === "croupier" ? "Ana" : "Luis"): this {
    return this.feed({ i: "key", key, by: { role, name } });
  }

  /** Opened, with a shoe that is ready. */
  ready(): this {
    this.key({ key: "open-table" }, "jefe-de-mesa");
    this.#n = 0;
    return this.key({ key: "new-shoe" });
  }

  /** These cards leave the device one after the other. */
  cards(faces: string): this {
    for (const face of faces.split(" ")) this.card(face as Face);
    return this;
  }

  card(face: Face, id: string | null = null): this {
    this.#n++;
    return this.observe({
      o: "card",
      card: { n: this.#n, face, back: null, deck: null, id, confidence: 999, at: "exit" },
    });
  }

  unread(): this {
    this.#n++;
    return this.observe({ o: "card-unread", why: "failed", n: this.#n });
  }

  noMoreBets(): this {
    return this.key({ key: "no-more-bets" });
  }

  collect(role: Role = "croupier"): this {
    this.key({ key: "collect", round: this.table.durable.round }, role);
    return this.sealDue ? this.feed({ i: "seal", key: KEY_A.replaceAll("a", "b") }) : this;
  }

  turn(hand: string): this {
    return this.key({ key: "turn", round: this.table.durable.round, hand });
  }

  get phase(): string {
    return this.table.durable.phase;
  }

  /** Verdicts in one line each: `1 result banca wins certified`. */
  verdictTexts(): string[] {
    return this.records.flatMap((body) =>
      isVerdict(body) ? [`${body.round} ${body.kind} ${about(body)}`] : [],
    );
  }

  /** What the round came to when the jefe de mesa gives it up: whatever is asked of a person stays unanswered. */
  givenUp(): string[] {
    return this.collect("jefe-de-mesa").verdictTexts();
  }

  incidents(): string[] {
    return this.records.flatMap((body) =>
      body.kind === "incident"
        ? [`${body.round} ${body.reason.rule} ${body.verdict} ${body.effect ?? "-"}`]
        : [],
    );
  }

  /** What the table waits for: `card punto`, `turn bank`, `move seat-1 card stand`. */
  due(): string[] {
    const due = this.table.durable.deal?.due ?? null;
    if (due === null) return [];
    return [
      ...(due.card === null ? [] : [`card ${due.card.to}${due.card.up ? "" : " down"}`]),
      ...due.moves.map(({ who, moves }) => `move ${who} ${moves.join(" ")}`),
      ...due.turn.map((hand) => `turn ${hand}`),
    ];
  }
}

function isVerdict(body: RecordBody): body is VerdictRecord {
  return ["result", "void", "undecided", "aborted"].includes(body.kind);
}

function about(body: VerdictRecord): string {
  switch (body.kind) {
    case "result": {
      const results = "results" in body.result ? body.result.results.map(({ of, is }) => `${of} ${is}`) : [];
      return [...results, body.certainty.level, ...body.certainty.because].join(" ");
    }
    case "void":
      return body.reasons.map((reason) => reason.rule).join(" ");
    case "undecided":
      return body.because.join(" ");
    case "aborted":
      return body.cause;
  }
}

/** As many decks as the game needs at least. */
export function decksFor(rules: TableRules): readonly Deck[] {
  const { decks } = cardPack(rules.pack).cards;
  const count = Math.min(...decks.counts);
  return Array.from({ length: count }, (_, at) => ({
    id: `deck-${at + 1}`,
    back: null,
    pack: decks.pack,
    jokers: decks.jokers,
    removed: [],
  }));
}

/** The durable part that a new card table begins with. */
export const NEW_CARD_TABLE = { ...EMPTY_TABLE, deal: EMPTY_DEAL };
