import { createPrivateKey, sign, X509Certificate } from "node:crypto";
import { formatOrder, lineOfOrder, type OrderLine, type OrderSignature } from "../../src/orders/order.ts";
import { sha256Hex, utf8 } from "../../src/record/bytes.ts";
import { rfc3339, wallMs } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import type { Held } from "./casino.ts";

/** Orders as whoever has a key could write them, right or wrong. */

type Signer = Pick<Held, "name" | "cert" | "key">;
let last = 0;

/** An order of this person to a table, for an hour, under a number that is new. */
export function lineBy(held: Signer, table: string, change: Partial<OrderLine> = {}): OrderLine {
  const now = systemClock().wall();
  last = Math.max(last + 1, now);
  return {
    v: 1,
    kind: "order",
    table,
    action: "self-test",
    arguments: {},
    notBefore: rfc3339(wallMs(now - 60_000)),
    notAfter: rfc3339(wallMs(now + 3_600_000)),
    number: last,
    person: held.name,
    certificate: sha256Hex(new X509Certificate(held.cert).raw),
    ...change,
  };
}

export function signatureBy(held: Pick<Signer, "cert" | "key">, line: string): OrderSignature {
  const key = createPrivateKey(held.key);
  return {
    certificate: new X509Certificate(held.cert).raw,
    signature: sign("sha256", utf8(line), { key, dsaEncoding: "ieee-p1363" }),
  };
}

/** The text of an order, signed by these people. */
export function orderBy(people: readonly Signer[], said: OrderLine): string {
  const line = lineOfOrder(said);
  return formatOrder(
    line,
    people.map((one) => signatureBy(one, line)),
  );
}
