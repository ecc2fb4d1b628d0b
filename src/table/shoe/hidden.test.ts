import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packIds } from "../../../firmware/table/rules/library.ts";
import { idealRules } from "../../../test/support/ideal-rules.ts";
import { ALL_FACES, timesIn } from "../../cards/decks.ts";
import type { Face } from "../../cards/card.ts";
import type { Key } from "../../people/keys.ts";
import { cardPack } from "../../rules/pack.ts";
import { canonical } from "../../record/canonical.ts";
import type { RecordBody } from "../kernel/record.ts";
import type { TableRules } from "../kernel/context.ts";
import { decksFor, PlayedDeal } from "./played-deal.test-help.ts";

/**
 * Two tables get the same keys and the same instants, and other hidden cards. Until one of them is turned they must say the same:
 * the same records but for the commitments, the same duty, the same keys, the same refusals.
 */

const GAMES = packIds()
  .map((id): [string, TableRules] | null => {
    try {
      const rules = idealRules(id);
      return [id, rules];
    } catch {
      return null;
    }
  })
  .filter((one): one is [string, TableRules] => {
    if (one === null) return false;
    const { pack } = one[1];
    if (pack.family !== "shoe" || pack.cards.reader !== "shoe") return false;
    return pack.cards.deal.some(
      (step) => step.step === "deal" && step.to.some((portion) => portion.up !== "all"),
    );
  });

/** Records as they would be with every commitment alike. */
const blind = (records: readonly RecordBody[]): string =>
  canonical(
    records.map((body) =>
      body.kind === "deal"
        ? { ...body, cards: body.cards.map((card) => ({ ...card, commit: card.commit === null ? null : "…" })) }
        : body,
    ),
  );

/** Every card of the loaded decks once, in this order. */
function shuffled(rules: TableRules, seeds: readonly number[]): Face[] {
  const { byTurns } = cardPack(rules.pack).cards.decks;
  const decks = decksFor(rules);
  const cards = (byTurns === undefined ? decks : decks.slice(0, 1)).flatMap((deck) =>
    ALL_FACES.flatMap((face) => Array.from({ length: timesIn(deck, face) }, () => face)),
  );
  return cards
    .map((face, at) => ({
      face,
      order: ((seeds[at % seeds.length] ?? 0) * (at + 1) * 2654435761) % 4294967296,
    }))
    .sort((a, b) => a.order - b.order)
    .map(({ face }) => face);
}

/** What a croupier may press now, by what the table waits for. */
function keysOf(played: PlayedDeal): Key[] {
  const { round } = played.table.durable;
  const due = played.table.durable.deal?.due ?? null;
  return (due?.moves ?? []).flatMap(({ who, moves, choose }) =>
    moves
      .filter(
        (move) => move !== "lay-down" && (choose === undefined || (move !== "exchange" && move !== "set")),
      )
      .map((move): Key => ({ key: "move", round, who, move })),
  );
}

function start(rules: TableRules): PlayedDeal {
  const played = new PlayedDeal(rules).ready();
  const { pack } = rules;
  if (pack.family === "shoe" && pack.cards.seats !== null) played.key({ key: "seats", seats: [1, 2, 3] });
  while (played.phase === "preparing") played.card("2h");
  return played.noMoreBets();
}

describe.each(GAMES)("hidden cards at %s", (_id, rules) => {
  it("change nothing that anybody can see before they are turned", () => {
    const seeds = fc.array(fc.integer({ min: 1, max: 1e6 }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(seeds, seeds, fc.array(fc.nat(20), { maxLength: 40 }), (one, other, choices) => {
        const a = start(rules);
        const b = start(rules);
        // One half of the cards is dealt face up and the same at both tables, the other face down, each table in its own order.
        const deck = shuffled(rules, one);
        const open = deck.slice(0, deck.length / 2);
        const closed = deck.slice(deck.length / 2);
        const others = shuffled(rules, other).filter((face) => closed.includes(face));
        const dealt = { up: 0, down: 0 };
        for (const choice of choices) {
          const due = a.table.durable.deal?.due ?? null;
          if (due === null) return;
          const keys = keysOf(a);
          if (due.card !== null && (choice % 2 === 0 || keys.length === 0)) {
            const at = due.card.up ? dealt.up++ : dealt.down++;
            const [mine, theirs] = due.card.up ? [open[at], open[at]] : [closed[at], others[at]];
            if (mine === undefined || theirs === undefined) return;
            a.card(mine);
            b.card(theirs);
          } else {
            const key = keys[choice % Math.max(1, keys.length)];
            if (key === undefined) return;
            a.key(key);
            b.key(key);
          }
          expect(blind(a.records)).toBe(blind(b.records));
          expect(a.refusal).toBe(b.refusal);
        }
      }),
      { numRuns: 30 },
    );
  });
});
