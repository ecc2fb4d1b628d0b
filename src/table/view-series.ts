import type { Pack } from "../rules/pack.ts";
import type { Text } from "../text/language.ts";
import type { Durable } from "./durable.ts";
import { familyOf } from "./families.ts";
import { categoryText } from "./shoe/texts/categories.ts";
import { outcomeLine } from "./shoe/texts/outcome-line.ts";
import { outcomeText } from "./shoe/texts/outcomes.ts";
import { resolvedView, withResolved } from "./view-resolved.ts";
import type { AnnulledView, SeriesItem } from "./view.ts";

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
