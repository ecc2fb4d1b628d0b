import { verify } from "node:crypto";
import { judgeAction, type ActingPerson } from "../people/actions.ts";
import { sha256Hex, utf8 } from "../record/bytes.ts";
import {
  CERTIFICATE_FAULTS,
  certificateOf,
  holderOf,
  isPerson,
  publicKeyId,
  type Authority,
  type CertificateFault,
  type FarRole,
  type Holder,
} from "./certificate.ts";
import {
  ORDER_MAX_BYTES,
  ORDER_SPAN_MAX_MS,
  orderOf,
  parseOrder,
  tablesOf,
  weightOfOrder,
  type Order,
  type OrderSignature,
} from "./order.ts";

/** Why an order is refused. The names stay: records and answers have them. */
export const ORDER_REFUSALS = [
  ...CERTIFICATE_FAULTS,
  "too-long",
  "malformed",
  "changed",
  "other-table",
  "unknown-action",
  "arguments-wrong",
  "wrong-role",
  "second-missing",
  "second-same",
  "early",
  "late",
  "window-too-long",
  "replayed",
  "clock-back",
  "too-many",
  "number-too-high",
] as const;
export type OrderRefusal = (typeof ORDER_REFUSALS)[number];

/** What a unit knows when an order comes. Instants: milliseconds since 1970. */
export interface OrderContext {
  readonly authority: Authority;
  /** Name of this table's log. */
  readonly table: string;
  readonly now: number;
  /** When the newest record was made, or the program was built: a clock before it is wrong. */
  readonly earliest: number;
  /** The newest number that was accepted, by person. */
  readonly numbers: Readonly<Record<string, number>>;
}

export interface OrderPerson {
  readonly name: string;
  readonly role: FarRole;
}

export type JudgedOrder =
  | {
      readonly ok: true;
      readonly order: Order;
      readonly digest: string;
      /** One, or two different ones. The first is who gave it. */
      readonly people: readonly OrderPerson[];
    }
  | {
      readonly ok: false;
      readonly why: OrderRefusal;
      /** Of the line; null: it is none. */
      readonly digest: string | null;
      /** Who signed it, where the authority vouches for it; null: nobody is known to have. */
      readonly person: string | null;
    };

/** Judges an order. What an order says is believed only after its signature, and that only after the certificate. */
export function judgeOrder(text: string, context: OrderContext): JudgedOrder {
  if (text.length > ORDER_MAX_BYTES || utf8(text).length > ORDER_MAX_BYTES)
    return { ok: false, why: "too-long", digest: null, person: null };
  const parsed = parseOrder(text);
  if (parsed === null) return { ok: false, why: "malformed", digest: null, person: null };
  const { line, digest, said } = parsed;
  const signers = parsed.signatures.map((one) => signerOf(one, line, context));
  const [first] = signers;
  const person = typeof first === "object" ? first.name : null;
  const refuse = (why: OrderRefusal): JudgedOrder => ({ ok: false, why, digest, person });
  const people: (OrderPerson & ActingPerson)[] = [];
  for (const signer of signers) {
    if (typeof signer === "string") return refuse(signer);
    if (!isPerson(signer)) return refuse("wrong-role");
    people.push({ name: signer.name, role: signer.as, key: signer.key });
  }
  const certificate = sha256Hex(parsed.signatures[0]?.certificate ?? new Uint8Array(0));
  if (said.person !== person || said.certificate !== certificate) return refuse("changed");
  if (!tablesOf(said).includes(context.table)) return refuse("other-table");
  const order = orderOf(said);
  if (typeof order === "string") return refuse(order);
  const why = peopleFault(order, people) ?? timeFault(order, context);
  if (why !== null) return refuse(why);
  if (order.number <= numberOf(context.numbers, order.person, context.now)) return refuse("replayed");
  return { ok: true, order, digest, people: people.map(({ name, role }) => ({ name, role })) };
}

/**
 * The newest number of a person; 0: there is none. Numbers are instants (milliseconds since 1970), and none is later than its order's own end:
 * one that no order can have at `now` was accepted before that was so, and locks nobody out.
 */
export function numberOf(
  numbers: Readonly<Record<string, number>>,
  person: string,
  now = Number.POSITIVE_INFINITY,
): number {
  const number = Object.hasOwn(numbers, person) ? (numbers[person] ?? 0) : 0;
  return number > now + ORDER_SPAN_MAX_MS ? 0 : number;
}

/** Who signed, or why the signature counts for nothing. */
function signerOf(
  { certificate: der, signature }: OrderSignature,
  line: string,
  { authority, now }: OrderContext,
): (Holder & { readonly key: string }) | CertificateFault | "changed" {
  const certificate = certificateOf(der);
  if (certificate === null) return "certificate-malformed";
  const holder = holderOf(certificate, authority, now);
  if (typeof holder === "string") return holder;
  const key = { key: certificate.publicKey, dsaEncoding: "ieee-p1363" } as const;
  if (!verify("sha256", utf8(line), key, signature)) return "changed";
  return { ...holder, key: publicKeyId(certificate.publicKey) };
}

/** Why these people may not; that an action has no such way is known before (`ORDER_ACTIONS`), and whether the table is open where it is done. */
function peopleFault(order: Order, people: readonly ActingPerson[]): OrderRefusal | null {
  const { action } = order;
  const why = judgeAction({ action, way: "order", people, weight: weightOfOrder(order), isOpen: null });
  return why === "other-way" || why === "open" ? "unknown-action" : why;
}

function timeFault(
  { notBefore, notAfter, number }: Order,
  { now, earliest }: OrderContext,
): OrderRefusal | null {
  const from = Date.parse(notBefore);
  const to = Date.parse(notAfter);
  if (now < earliest) return "clock-back";
  if (to <= from || to - from > ORDER_SPAN_MAX_MS) return "window-too-long";
  if (now < from) return "early";
  if (now > to) return "late";
  return number > to ? "number-too-high" : null;
}
