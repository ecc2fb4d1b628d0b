import { inEveryLanguage, sameText } from "../text/every-language.ts";
import { textOf } from "../text/text-of.ts";
import type { Pack } from "../rules/pack.ts";
import { colourOf, labelOf } from "../rules/winning.ts";
import type { Text } from "../text/language.ts";
import type { Durable, SeriesEntry } from "./durable.ts";
import { RESOLVE_OUTCOMES } from "../people/keys.ts";
import { contestedBy, decidersOf, isOpenRound, isSeriesOfThrows, winnersOf } from "./resolve.ts";
import { handName } from "./shoe/texts/hands.ts";
import { outcomeText } from "./shoe/texts/outcomes.ts";
import type { OutcomeWord } from "./shoe/plays/play.ts";
import type { Task } from "./tasks.ts";
import type { ResolvedView, ResolveView, SeriesItem } from "./view.ts";

/** The part of a view that speaks of undecided rounds: how one may be resolved, and what a person made of it. */

const STANDS: Text = textOf("verdicts.stands");

/** `banca gana`; of the whole round only what became of it. */
export function outcomeLine({ of, is }: { readonly of: string; readonly is: string }): Text {
  const word = outcomeText(is as OutcomeWord);
  if (of === "round") return word;
  const name = handName(of);
  return inEveryLanguage((language) => `${name[language]} ${word[language]}`);
}

/** How the round of this task may be resolved; null: it is no undecided round, or somebody has resolved it. */
export function resolveView(task: Task, durable: Durable, pack: Pack): ResolveView | null {
  if (task.kind !== "decide") return null;
  if (contestedBy(durable, pack, task.round)?.id === task.about)
    return { by: decidersOf(pack, [task.about]), outcomes: RESOLVE_OUTCOMES, announced: null };
  if (!isOpenRound(durable, task.round)) return null;
  const outcomes = isSeriesOfThrows(pack) ? (["void"] as const) : RESOLVE_OUTCOMES;
  return { by: decidersOf(pack, task.rules ?? []), outcomes, announced: announced(pack) };
}

function announced(pack: Pack): ResolveView["announced"] {
  switch (pack.family) {
    case "dice":
      return "faces";
    case "wheel":
      return [...new Set(pack.wheel.pockets)].map((pocket) => ({
        announced: pocket,
        text: labelOf(pack, pocket),
        colour: colourOf(pack, pocket),
      }));
    case "shoe": {
      const winners = winnersOf(pack);
      if (winners.length === 0) return null;
      return winners.map((one) => ({ announced: one.announced, text: outcomeLine(one), colour: null }));
    }
  }
}

/** What a person made of a round, as people read it; null: nobody did. */
export function resolvedView({ resolved }: SeriesEntry, pack: Pack): ResolvedView | null {
  if (resolved === undefined) return null;
  const { outcome, pocket, winner, by } = resolved;
  const named =
    pocket === undefined
      ? null
      : ((pack.family === "wheel" ? labelOf(pack, pocket) : null) ?? sameText(pocket));
  const said = named ?? (winner === undefined ? STANDS : outcomeLine(winner));
  return { outcome, announced: outcome === "stands" ? said : null, by: by.name, role: by.role };
}

/**
 * A resolved round in the series: what stands is shown as a result that is not certified, a void as a void. What was dealt with
 * otherwise stays undecided, with the word of whoever did.
 */
export function withResolved(item: SeriesItem, { kind, resolved }: SeriesEntry, pack: Pack): SeriesItem {
  // A result that was contested and stands is what it was.
  if (resolved === undefined || kind === "result" || resolved.outcome === "otherwise") return item;
  if (resolved.outcome === "void") return { ...item, kind: "void" };
  const { pocket, winner, thrown } = resolved;
  const stands: SeriesItem = { ...item, kind: "result", certified: false };
  if (pack.family === "wheel" && pocket !== undefined)
    return { ...stands, pocket, label: labelOf(pack, pocket), colour: colourOf(pack, pocket) };
  if (pack.family === "dice") return { ...stands, dice: thrown ?? null };
  // Where every place has a result of its own the round stands for itself.
  const called = winner ?? { of: "announced", is: "stands" };
  return { ...stands, called, outcome: winner === undefined ? STANDS : outcomeLine(winner) };
}
