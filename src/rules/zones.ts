import zones from "./zones.json" with { type: "json" };

/**
 * Where the tables of a jurisdiction stand: the zone that is proposed, and that counts where a configuration names none. A casino of Magallanes
 * or of an island says its own.
 */
const ZONES: Readonly<Record<string, string>> = zones;
/** Of a jurisdiction that is not named here. */
const ELSEWHERE = "UTC";

/** The zone of a rulebook's jurisdiction: `cl/ruleta-francesa`. */
export const zoneOfRulebook = (rulebook: string): string => ZONES[rulebook.split("/", 1).join("")] ?? ELSEWHERE;

/** The zone of a table. */
export const zoneOfTable = ({
  zone,
  table,
}: {
  readonly zone?: string | undefined;
  readonly table: { readonly rulebook: string };
}): string => zone ?? zoneOfRulebook(table.rulebook);
