import { rulebookName, type Pack } from "./pack.ts";
import staked from "./most-staked.json" with { type: "json" };

/**
 * What may be staked at the most on a suerte, in times of the minimum of the table, where a catalogue says so in a number. It is no part of
 * a judgement: the limits that a house shows are held against it. Chile leaves the limits to the plan of the casino (4.2), Asturias and
 * Galicia to what each casino is authorised for.
 */
export interface MostStaked {
  readonly times: number;
  /** Where in the law, as its rulebooks cite it. */
  readonly cite: string;
}

type Times = Readonly<Record<string, number>>;

/** By rulebook and edition. `all`: every suerte. A bowl's simple suertes may have 200 to 500 times the minimum: the most counts. */
const MOST: Readonly<Record<string, { readonly cite: string; readonly of: Times; readonly all?: number }>> =
  staked;

/** The rulebooks that say it in a number. */
export const SAYS_MOST: readonly string[] = Object.keys(MOST);

/** What may be staked at the most on one of a rulebook's stakes; null: it does not say. */
export function mostStaked(
  pack: Pick<Pack, "jurisdiction" | "game" | "edition">,
  stake: string,
): MostStaked | null {
  const said = MOST[rulebookName(pack)];
  const times = said?.of[stake] ?? said?.all;
  return said === undefined || times === undefined ? null : { times, cite: said.cite };
}
