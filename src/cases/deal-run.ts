import { outcomePlay } from "../table/shoe/plays/index.ts";
import type { DealOutcome, OpenOutcome, PublicDeal } from "../table/shoe/plays/play.ts";
import type { CardGame, OutcomeRule } from "../rules/card-game.ts";
import { type DealCase, publicDealOf } from "./deal-cases.ts";
import { isWalkable, type Walk, walkDeal } from "./deal-walk.ts";
import { outcomeUnder } from "../rules/house-outcome.ts";
import type { CardPack } from "../rules/pack.ts";

/** The differences between what one deal says and what the pack's outcome makes of its cards. */
export function runDeal(pack: CardPack, one: DealCase): readonly string[] {
  const rule = outcomeUnder(pack, one["house-rules"] ?? []);
  if (rule === null) return ["no machine settles this game"];
  const walk = isWalkable(one) ? walked(pack.cards, one) : null;
  // What is left open may be open because the deal stopped half-way.
  if (walk !== null && walk.deal === null && one.open === undefined) return walk.wrong;
  const outcome = outcomeOf(rule, walk?.deal ?? publicDealOf(one, rule));
  if (typeof outcome === "string") return [outcome];
  const differences: string[] = [];
  if (one.dealt !== undefined && walk !== null) {
    const events = eventsOf(one.dealt);
    if (events.join() !== walk.events.join()) differences.push(`dealt should be "${eventsText(walk.events)}"`);
  }
  const compare = (what: string, wanted: unknown, got: unknown): void => {
    if (JSON.stringify(wanted) === JSON.stringify(got)) return;
    differences.push(`${what} should be ${JSON.stringify(wanted)}, is ${JSON.stringify(got)}`);
  };
  if ("open" in outcome) {
    compare("what is left open", one.open ?? [], outcome.open);
    return differences;
  }
  compare("what is left open", one.open ?? [], []);
  compare(
    "the results",
    one.results ?? [],
    outcome.results.map(({ of, is }) => `${of} ${is}`),
  );
  compare("whether the bank qualifies", one.qualifies ?? null, outcome.qualifies);
  const shown = (id: string) => outcome.values.find(({ hand }) => hand === id);
  for (const [id, total] of Object.entries(one.totals ?? {}))
    compare(`the total of ${id}`, total, shown(id)?.total ?? null);
  for (const [id, category] of Object.entries(one.categories ?? {}))
    compare(`what ${id} holds`, category, shown(id)?.category ?? null);
  return differences;
}

/** `seat-1 down x5, bank up` as single events. */
function eventsOf(line: string): readonly string[] {
  return line.split(",").flatMap((part) => {
    const [, event = part.trim(), times = "1"] = /^\s*(.*?) x(\d{1,2})\s*$/.exec(part) ?? [];
    return Array.from({ length: Number(times) }, () => event);
  });
}

function eventsText(events: readonly string[]): string {
  const runs: { event: string; times: number }[] = [];
  for (const event of events) {
    const last = runs.at(-1);
    if (last?.event === event) last.times += 1;
    else runs.push({ event, times: 1 });
  }
  return runs.map(({ event, times }) => (times > 1 ? `${event} x${times}` : event)).join(", ");
}

function walked(game: CardGame, one: DealCase): Walk {
  try {
    return walkDeal(game, one);
  } catch (error) {
    if (error instanceof RangeError) return { deal: null, wrong: [error.message], events: [] };
    throw error;
  }
}

/** A deal that the play refuses (a hand short of cards, say) is a difference, not the end of the run. */
function outcomeOf(rule: OutcomeRule, deal: PublicDeal): DealOutcome | OpenOutcome | string {
  try {
    return outcomePlay(rule).outcome(rule, deal);
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}
