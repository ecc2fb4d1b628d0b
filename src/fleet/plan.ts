import { z } from "zod";
import { HOLDER_NAME_MAX } from "../orders/certificate.ts";
import { ORDER_TABLES_MAX } from "../orders/order.ts";
import { ALONE_TABLES_MAX } from "../people/actions.ts";
import { parseVkey } from "../record/keys.ts";

/** Tables of one plan: as many as one order may name. */
export const FLEET_TABLES_MAX = ORDER_TABLES_MAX;
export const FLEET_WAVES_MAX = 8;
/** A second person has so long to sign the order of a wave, minutes. */
export const SECOND_MINUTES = 60;

const tableName = z.string().min(1).max(HOLDER_NAME_MAX);
const digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/, "64 hex digits: the digest of the release's manifest, or of the base's bundle");
const number = z.int().min(1).max(999_999_999);

export const planShape = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, "small letters, digits and dashes"),
  /** Number of the release in the repositories, or of the base system: one of them. */
  release: number.exactOptional(),
  base: number.exactOptional(),
  /** Of the release's manifest, or of the base's bundle: a table has it when it names that. */
  digest,
  tables: z
    .array(z.strictObject({ table: tableName, vkey: z.string().max(200), group: z.string().min(1).max(64) }))
    .min(1)
    .max(FLEET_TABLES_MAX),
  /** Tables of the list that keep what they have. */
  held: z.array(tableName).max(FLEET_TABLES_MAX).default([]),
  /** How far each wave reaches, the tables of those before it included. */
  waves: z
    .array(
      z.union([
        z.strictObject({ tables: z.int().min(1).max(FLEET_TABLES_MAX) }),
        z.strictObject({ percent: z.int().min(1).max(100) }),
      ]),
    )
    .min(1)
    .max(FLEET_WAVES_MAX),
  /** What each table of a wave does with the release before the next wave begins. */
  soak: z.strictObject({
    minutes: z.int().min(0).max(20_160),
    rounds: z.int().min(0).max(100_000),
  }),
  stop: z.strictObject({
    /** A table says nothing, or nothing of its order, for longer. */
    silentMinutes: z.int().min(5).max(1_440).default(15),
    /** A table has it announced, the notice is over, and it waits for something else for longer. */
    waitMinutes: z.int().min(5).max(20_160).default(720),
    /** After so many rounds with the release, more voids than this of a thousand. */
    voids: z.strictObject({
      rounds: z.int().min(1).max(100_000),
      perThousand: z.int().min(0).max(1_000),
    }),
  }),
});

/** Which release comes to which tables, in which order, and what ends that. */
export type FleetPlan = z.infer<typeof planShape>;

/** What is wrong with a plan whose shape is right, with the place; null: nothing. */
export function problemOfPlan(
  plan: FleetPlan,
): { readonly path: readonly (string | number)[]; readonly message: string } | null {
  if ((plan.release === undefined) === (plan.base === undefined))
    return { path: ["release"], message: "name either release or base, by its number" };
  const names = plan.tables.map(({ table }) => table);
  const twice = names.findIndex((name, at) => names.indexOf(name) !== at);
  if (twice >= 0)
    return { path: ["tables", twice, "table"], message: `tables: ${names[twice]} is there twice` };
  for (const [at, { table, vkey }] of plan.tables.entries()) {
    const message = vkeyProblem(table, vkey);
    if (message !== null) return { path: ["tables", at, "vkey"], message };
  }
  const stranger = plan.held.findIndex((name) => !names.includes(name));
  if (stranger >= 0)
    return { path: ["held", stranger], message: `held: ${plan.held[stranger]} is none of the tables` };
  const count = movingTables(plan).length;
  if (count === 0) return { path: ["held"], message: "held: every table is held, and there is nothing to do" };
  const reach = plan.waves.map((_, wave) => reachOf(plan, wave));
  const same = reach.findIndex((tables, wave) => wave > 0 && tables <= (reach[wave - 1] ?? 0));
  if (same >= 0)
    return {
      path: ["waves", same],
      message: `waves: wave ${same + 1} reaches no more tables than the one before it (${reach[same]} of ${count})`,
    };
  if (reach.at(-1) === count) return null;
  return { path: ["waves"], message: `waves: the last one reaches ${reach.at(-1)} of ${count} tables` };
}

/** What a plan brings, in words. */
export const broughtBy = ({ release, base }: FleetPlan): string =>
  base === undefined ? `release ${release}` : `base ${base}`;

function vkeyProblem(table: string, vkey: string): string | null {
  try {
    const { name } = parseVkey(vkey);
    return name === table ? null : `tables: the vkey of ${table} is that of ${name}`;
  } catch {
    return `tables: the vkey of ${table} is none; take it from its enrolment`;
  }
}

/** Tables that get the release. */
const movingTables = ({ tables, held }: FleetPlan): FleetPlan["tables"] =>
  tables.filter(({ table }) => !held.includes(table));

/** How many tables have the release when this wave is over. */
function reachOf(plan: FleetPlan, wave: number): number {
  const count = movingTables(plan).length;
  const reach = plan.waves[wave];
  if (reach === undefined) return count;
  return "tables" in reach ? Math.min(reach.tables, count) : Math.ceil((count * reach.percent) / 100);
}

/** The tables that each wave adds. Groups take turns, so that an early wave has a table of each before two of one. */
export function wavesOf(plan: FleetPlan): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>();
  for (const { table, group } of movingTables(plan)) {
    const known = groups.get(group);
    if (known === undefined) groups.set(group, [table]);
    else known.push(table);
  }
  const columns = [...groups.values()];
  const longest = Math.max(...columns.map(({ length }) => length));
  const inTurn = Array.from({ length: longest }, (_, row) =>
    columns.flatMap((tables) => tables[row] ?? []),
  ).flat();
  return plan.waves.map((_, wave) =>
    inTurn.slice(wave === 0 ? 0 : reachOf(plan, wave - 1), reachOf(plan, wave)),
  );
}

/** Whether two people must sign the order of a wave: of the one after which every table has the release, and of any large one. */
export function needsTwoPeople(plan: FleetPlan, wave: number): boolean {
  const waves = wavesOf(plan);
  const isLast = wave === waves.length - 1;
  return (waves[wave]?.length ?? 0) > ALONE_TABLES_MAX || (isLast && movingTables(plan).length > 1);
}
