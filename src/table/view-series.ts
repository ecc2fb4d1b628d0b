import { sameText } from "../text/every-language.ts";
import type { Pack } from "../rules/pack.ts";
import type { Durable, SeriesEntry } from "./durable.ts";
import { RESOLVE_OUTCOMES } from "../people/keys.ts";
import { familyOf } from "./families.ts";
import { contestedBy, decidersOf, isOpenRound } from "./resolve.ts";
import { outcomeLine, STANDS, categoryText, outcomeText } from "./shoe/texts.ts";
import type { Task } from "./tasks.ts";
import type { ResolvedView, ResolveView, SeriesItem, AnnulledView } from "./view.ts";
import type { Text } from "../text/language.ts";

/** The part of a view that speaks of undecided rounds: how one may be resolved, and what a person made of it. */

/** How the round of this task may be resolved; null: it is no undecided round, or somebody has resolved it. */
export function resolveView(task: Task, durable: Durable, pack: Pack): ResolveView | null {
  if (task.kind !== "decide") return null;
  if (contestedBy(durable, pack, task.round)?.id === task.about)
    return { by: decidersOf(pack, [task.about]), outcomes: RESOLVE_OUTCOMES, announced: null };
  if (!isOpenRound(durable, task.round)) return null;
  const { people } = familyOf(pack);
  const outcomes = people.isOnlyVoided(pack) ? (["void"] as const) : RESOLVE_OUTCOMES;
  return { by: decidersOf(pack, task.rules ?? []), outcomes, announced: people.announcedChoices(pack) };
}

/** What a person made of a round, as people read it; null: nobody did. */
export function resolvedView({ resolved }: SeriesEntry, pack: Pack): ResolvedView | null {
  if (resolved === undefined) return null;
  const { outcome, pocket, winner, by } = resolved;
  const named =
    pocket === undefined ? null : (familyOf(pack).view.pocket(pack, pocket)?.label ?? sameText(pocket));
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
  return familyOf(pack).view.resolved({ ...item, kind: "result", certified: false }, resolved, pack);
}

/** The series of a view: what each of the last rounds came to, in the words of its rulebook. */

type Entry = Durable["series"][number];

export function seriesItem(entry: Entry, pack: Pack): SeriesItem {
  const { round, kind, certified, annulled, resolved } = entry;
  const item: SeriesItem = {
    round,
    kind,
    certified,
    ...cameTo(entry, pack),
    ...(resolved === undefined ? {} : { resolved: resolvedView(entry, pack) }),
    annulled: annulled === undefined ? null : cameTo(annulled, pack),
  };
  return withResolved(item, entry, pack);
}

/** What a round came to, or had come to before it was called void. */
function cameTo(
  { pocket = null, outcome, dice, bank }: Pick<Entry, "pocket" | "outcome" | "dice" | "bank">,
  pack: Pack,
): AnnulledView {
  const named = pocket === null ? null : familyOf(pack).view.pocket(pack, pocket);
  return {
    pocket,
    outcome: outcome == null ? null : outcomeLine(outcome),
    called: outcome ?? null,
    dice: dice ?? null,
    label: named?.label ?? null,
    colour: named?.colour ?? null,
    bank: bank === undefined ? null : { total: bank.total, says: bankSays(bank) },
  };
}

/** A bank that does not open has nothing to show for. */
function bankSays({ category, opens }: NonNullable<Entry["bank"]>): Text | null {
  if (opens === false) return outcomeText("bank-not-qualified");
  return category === null ? null : categoryText(category);
}
