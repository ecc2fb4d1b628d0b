import { z } from "zod";
import { parseJson } from "../load/json.ts";
import type { WallMs } from "../time/instant.ts";

/**
 * The first line of a capture that somebody listened to (`tirada listen --out`); its other lines are entries, as in a recording. It has
 * no table's state: a replay begins with a new table.
 */
export interface ListenedHead {
  readonly k: "listened";
  readonly v: typeof LISTENED_FORMAT;
  /** The release that listened. */
  readonly release: string;
  /** The device that was found or named; null: none was. */
  readonly device: string | null;
  /** Of a device that has several. */
  readonly protocol: string | null;
  /** The speed of the port, baud; 0: it is no serial line. */
  readonly baud: number;
  /** The port as it was named. */
  readonly name: string;
  readonly wall: WallMs;
  /** The table that the port is of, as the heads of its recordings have it; null: no configuration was named. */
  readonly table: {
    readonly rulebook: string;
    readonly device: string;
    readonly options: Readonly<Record<string, string | number | boolean | null>>;
    readonly houseRules: readonly string[];
  } | null;
}

export const LISTENED_FORMAT = 1;
/** What such a capture begins with. */
export const LISTENED_BEGINS = '{"k":"listened"';

const scalar = z.union([z.string().max(1_000), z.int(), z.boolean(), z.null()]);
const headSchema = z.strictObject({
  k: z.literal("listened"),
  v: z.literal(LISTENED_FORMAT),
  release: z.string().max(64),
  device: z.nullable(z.string().max(64)),
  protocol: z.nullable(z.string().max(64)),
  baud: z.int().min(0).max(10_000_000),
  name: z.string().max(500),
  wall: z.int(),
  table: z.nullable(
    z.strictObject({
      rulebook: z.string().max(120),
      device: z.string().max(64),
      options: z.record(z.string().max(64), scalar),
      houseRules: z.array(z.string().max(100)).max(32),
    }),
  ),
});

/** The head as one line with its line feed. */
export const encodeListenedHead = (head: ListenedHead): string => `${JSON.stringify(head)}\n`;

/** A head from its line, or a few words on what is wrong with it. */
export function decodeListenedHead(line: string): ListenedHead | string {
  const parsed = headSchema.safeParse(parseJson(line));
  if (parsed.success) return parsed.data as ListenedHead;
  const [first] = parsed.error.issues;
  return `${first?.path.join(".") ?? ""}: ${first?.message ?? ""}`;
}
