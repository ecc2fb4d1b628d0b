import { z } from "zod";
import { needsSecond, ruleOf, weightOf, type ActionName, type ActionWeight } from "../people/actions.ts";
import { canonical, isCanonical } from "../record/canonical.ts";
import { sha256Hex, strictBase64 } from "../record/bytes.ts";
import { DAY_MS, FAR_ROLES, HOLDER_NAME_MAX, type FarRole } from "./certificate.ts";
import { AGE_RECIPIENT } from "./sent-bundle.ts";

/** An order with its signatures, bytes. */
export const ORDER_MAX_BYTES = 65_536;
/** From `notBefore` to `notAfter`. */
export const ORDER_SPAN_MAX_MS = DAY_MS;
/** Tables that one order may name. */
export const ORDER_TABLES_MAX = 500;
/** A configuration in an order, letters. */
export const CONFIGURATION_MAX = 32_768;

/** A word that nobody knew before, with which a unit shows what it runs: no answer could have been kept ready. */
export const NONCE = /^[0-9A-Za-z]{16,64}$/;

/** Why somebody wants something, in words: one line. */
export const REASON = /^(?=.*\S)[^\p{Cc}]{1,200}$/u;

const none = z.strictObject({});
const digest = z.string().regex(/^[0-9a-f]{64}$/);
/** What an order may ask for, and with which arguments. */
const ARGUMENTS = {
  check: none,
  install: z.strictObject({
    release: z.int().min(1).max(999_999_999),
    /** Hex SHA-512 of an export of this table, for a release after which there is no way back; null: there is one. */
    export: z.nullable(z.string().regex(/^[0-9a-f]{128}$/)),
  }),
  /** The base system of the table's machine, by its number in the repositories. */
  "install-base": z.strictObject({ base: z.int().min(1).max(999_999_999) }),
  /** `from`: the release that is left (hex SHA-256 of its manifest), or the base that waits (of its bundle); a table without it has nothing to do. Left out: whatever is last. */
  rollback: z.strictObject({ from: digest.exactOptional() }),
  hold: z.strictObject({ on: z.boolean() }),
  "self-test": none,
  "restart-screens": none,
  diagnose: none,
  /** Every file of the release that runs is read anew; `nonce`: what the sum of them begins with. */
  "verify-release": z.strictObject({ nonce: z.string().regex(NONCE) }),
  /** Somebody may look at this table from afar until the order's end; an order that says why. */
  visit: z.strictObject({ who: z.string().min(1).max(HOLDER_NAME_MAX) }),
  /** `recipient`: who alone can read it. */
  bundle: z.strictObject({ recipient: z.string().regex(AGE_RECIPIENT) }),
  export: z.strictObject({ from: z.int().min(0), to: z.int().min(0) }),
  configure: z.strictObject({ configuration: z.string().min(1).max(CONFIGURATION_MAX), newLog: z.boolean() }),
} as const;
export type OrderAction = keyof typeof ARGUMENTS & ActionName;
export const ORDER_ACTIONS = Object.keys(ARGUMENTS) as readonly OrderAction[];
export type OrderArguments<Action extends OrderAction> = z.infer<(typeof ARGUMENTS)[Action]>;

/** What one order may ask of many tables. */
const OF_MANY: readonly OrderAction[] = [
  ...(["check", "install", "install-base", "rollback", "hold"] as const),
  ...(["self-test", "diagnose", "verify-release"] as const),
];

/** Who may order it, of those far away. */
export const rolesOfAction = (action: OrderAction): readonly FarRole[] =>
  FAR_ROLES.filter((role) => ruleOf(action).roles.includes(role));

const instant = z.iso.datetime({ precision: 3 });
const lineShape = z.strictObject({
  v: z.literal(1),
  kind: z.literal("order"),
  /** Name of the table's log; of each, where it is for more than one. */
  table: z.union([
    z.string().min(1).max(120),
    z.array(z.string().min(1).max(HOLDER_NAME_MAX)).min(2).max(ORDER_TABLES_MAX),
  ]),
  action: z.string().min(1).max(32),
  arguments: z.record(z.string().max(32), z.unknown()),
  notBefore: instant,
  notAfter: instant,
  /** Above that of every order of this person to this table before, and no later than `notAfter` in milliseconds since 1970. */
  number: z.int().min(1),
  /** Why, in words: they stand in the table's records. Left out: nobody said so. A unit of before 0.10.0 takes no order with it. */
  reason: z.string().regex(REASON).exactOptional(),
  person: z.string().min(1).max(HOLDER_NAME_MAX),
  /** Hex SHA-256 of the certificate (DER) of the person. */
  certificate: z.string().regex(/^[0-9a-f]{64}$/),
});
export type OrderLine = z.infer<typeof lineShape>;

/** An order whose action and arguments are known. */
export type Order = {
  [Action in OrderAction]: Omit<OrderLine, "action" | "arguments"> & {
    readonly action: Action;
    readonly arguments: OrderArguments<Action>;
  };
}[OrderAction];

/** One signature below an order: certificate (DER) and signature (ECDSA of P-256 with SHA-256, 64 bytes). */
export interface OrderSignature {
  readonly certificate: Uint8Array;
  readonly signature: Uint8Array;
}

/** An order as text, taken apart. Nothing of it has been believed. */
export interface OrderText {
  readonly line: string;
  /** Hex SHA-256 of the line: by it answers and records name the order. */
  readonly digest: string;
  readonly said: OrderLine;
  readonly signatures: readonly OrderSignature[];
}

/** The order's line (RFC 8785), then one line a signature: certificate and signature in base64, with a space between. */
export function formatOrder(line: string, signatures: readonly OrderSignature[]): string {
  const below = signatures.map(
    ({ certificate, signature }) =>
      `${Buffer.from(certificate).toString("base64")} ${Buffer.from(signature).toString("base64")}\n`,
  );
  return `${line}\n${below.join("")}`;
}

export const lineOfOrder = (said: OrderLine): string => canonical(said);

/** The tables that an order is for. */
export const tablesOf = ({ table }: Pick<OrderLine, "table">): readonly string[] =>
  typeof table === "string" ? [table] : table;

/** Takes the text of an order apart; null: it is none. One order has one text. */
export function parseOrder(text: string): OrderText | null {
  if (!text.endsWith("\n")) return null;
  const [line = "", ...below] = text.slice(0, -1).split("\n");
  if (below.length < 1 || below.length > 2 || !isCanonical(line)) return null;
  const parsed = lineShape.safeParse(JSON.parse(line));
  const signatures = below.map(parseSignature);
  if (!parsed.success || !signatures.every((one) => one !== null)) return null;
  return { line, digest: sha256Hex(line), said: parsed.data, signatures };
}

/** One signature line; null: it is none. */
export function parseSignature(text: string): OrderSignature | null {
  const [certificate = "", signature = "", ...more] = text.split(" ");
  const der = strictBase64(certificate);
  const bytes = strictBase64(signature);
  if (more.length > 0 || der === null || bytes?.length !== 64) return null;
  return { certificate: der, signature: bytes };
}

/** The order with its action and arguments, or what of them is not known. */
export function orderOf(said: OrderLine): Order | "unknown-action" | "arguments-wrong" {
  const action = ORDER_ACTIONS.find((one) => one === said.action);
  if (action === undefined) return "unknown-action";
  const parsed = ARGUMENTS[action].safeParse(said.arguments);
  if (!parsed.success || (action === "visit" && said.reason === undefined)) return "arguments-wrong";
  // Action and arguments are those of one row.
  const order = { ...said, action, arguments: parsed.data } as Order;
  return typeof said.table === "string" || isOfMany(order) ? order : "arguments-wrong";
}

/** Whether an order may name many tables: what is each table's own (an export, the release before) is no matter of one order. */
function isOfMany(order: Order): boolean {
  if (order.action === "install") return order.arguments.export === null;
  if (order.action === "rollback") return order.arguments.from !== undefined;
  return OF_MANY.includes(order.action);
}

/** By what of its arguments an order is weighed. */
export const weightOfOrder = (order: Order): ActionWeight =>
  weightOf(order.action, order.arguments, tablesOf(order).length);

/** Whether two people must sign it. */
export const needsTwo = (order: Order): boolean => needsSecond(order.action, weightOfOrder(order));
