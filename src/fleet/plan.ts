import { z } from "zod";

/** Tables of one plan. */
export const FLEET_TABLES_MAX = 1_000;
export const FLEET_WAVES_MAX = 8;

const tableName = z.string().min(1).max(120);
const digest = z.string().regex(/^[0-9a-f]{64}$/);

const planShape = z.strictObject({
  v: z.literal(1),
  kind: z.literal("fleet-plan"),
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/),
  /** Number of the release in the repositories, and the digest of its manifest: a table has it when it names that. */
  release: z.int().min(1).max(999_999_999),
  digest,
  tables: z
    .array(z.strictObject({ table: tableName, group: z.string().min(1).max(64) }))
    .min(1)
    .max(FLEET_TABLES_MAX),
  /** Tables of the list that keep what they have. */
  held: z.array(tableName).max(FLEET_TABLES_MAX),
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
    /** A table that was ordered says nothing for longer. */
    silentMinutes: z.int().min(5).max(1_440),
    /** After so many rounds with the release, more voids than this of a thousand. */
    voids: z.strictObject({
      rounds: z.int().min(1).max(100_000),
      perThousand: z.int().min(1).max(1_000),
    }),
  }),
});

/** Which release comes to which tables, in which order, and what ends that. */
export type FleetPlan = z.infer<typeof planShape>;

/** Reads a plan, or says in one line what is wrong with it. */
export function readPlan(value: unknown): FleetPlan | string {
  const parsed = planShape.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "wrong"}`;
  }
  return problemOf(parsed.data) ?? parsed.data;
}

function problemOf(plan: FleetPlan): string | null {
  const names = plan.tables.map(({ table }) => table);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) return `tables: ${twice} is there twice`;
  const stranger = plan.held.find((name) => !names.includes(name));
  if (stranger !== undefined) return `held: ${stranger} is none of the tables`;
  const reach = plan.waves.map((_, wave) => reachOf(plan, wave));
  const count = movingTables(plan).length;
  if (count === 0) return "held: every table is held, and there is nothing to do";
  const same = reach.findIndex((tables, wave) => wave > 0 && tables <= (reach[wave - 1] ?? 0));
  if (same >= 0)
    return `waves: wave ${same + 1} reaches no more tables than the one before it (${reach[same]} of ${count})`;
  if (reach.at(-1) !== count) return `waves: the last one reaches ${reach.at(-1)} of ${count} tables`;
  return null;
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
  for (const { table, group } of movingTables(plan)) groups.set(group, [...(groups.get(group) ?? []), table]);
  const columns = [...groups.values()];
  const longest = Math.max(...columns.map(({ length }) => length));
  const inTurn = Array.from({ length: longest }, (_, row) =>
    columns.flatMap((tables) => tables[row] ?? []),
  ).flat();
  return plan.waves.map((_, wave) =>
    inTurn.slice(wave === 0 ? 0 : reachOf(plan, wave - 1), reachOf(plan, wave)),
  );
}

/** Whether two people must have signed: always when the plan reaches more tables than its first wave. */
export const needsTwoPeople = (plan: FleetPlan): boolean =>
  plan.waves.length > 1 || movingTables(plan).length > 1;
