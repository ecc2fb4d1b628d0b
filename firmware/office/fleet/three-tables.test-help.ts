import { generateKeyPairSync } from "node:crypto";
import { planShape, type FleetPlan } from "../../../src/fleet/plan.ts";
import type { Standing } from "../../../src/fleet/standing.ts";
import { NEW, standing } from "../../../src/fleet/told-fleet.test-help.ts";
import { formatAnswer, lineOfAnswer, type OrderAnswer } from "../../../src/orders/answer.ts";
import { formatOrder, lineOfOrder } from "../../../src/orders/order.ts";
import { signerOf, type Signer } from "../../../src/record/keys.ts";
import { ANSWER_NAMESPACE, signSsh } from "../../../src/record/sshsig.ts";
import { rfc3339, wallMs } from "../../../src/time/instant.ts";
import { NOT_FETCHED, type FleetMail } from "./mail.ts";
import type { FleetOrder } from "./run.ts";

/** Three tables with keys of their own, and mail that brings what the test wants. */

export const TABLES = ["casino/one", "casino/two", "casino/three"] as const;
const signers = new Map(
  TABLES.map((table) => [table as string, signerOf(table, generateKeyPairSync("ed25519").privateKey)]),
);
function signerAt(table: string): Signer {
  const signer = signers.get(table);
  if (signer === undefined) throw new Error(`${table} is none of the tables`);
  return signer;
}

/** The plan, with what is changed of it; what is undefined there is left out. */
export function planOf(change: object = {}): FleetPlan {
  const written = {
    name: "spring",
    release: 7,
    digest: NEW,
    tables: TABLES.map((table) => ({ table, vkey: signerAt(table).verifier.vkey, group: "wheels" })),
    waves: [{ tables: 1 }, { percent: 100 }],
    soak: { minutes: 0, rounds: 0 },
    stop: { silentMinutes: 15, voids: { rounds: 20, perThousand: 100 } },
    ...change,
  };
  return planShape.parse(JSON.parse(JSON.stringify(written)));
}

/** An order as its text is; who signed it is looked at by tables alone. */
export function orderText({ now, lastsMs, ...asked }: FleetOrder): string {
  const said = {
    v: 1,
    kind: "order",
    ...asked,
    notBefore: rfc3339(now),
    notAfter: rfc3339(wallMs(now + lastsMs)),
    person: "Ana Soto",
    certificate: "ab".repeat(32),
  } as const;
  return formatOrder(lineOfOrder(said), [{ certificate: new Uint8Array(3), signature: new Uint8Array(64) }]);
}

/** What a table answers to an order, signed by it unless told by whom. */
export function answerText(
  table: string,
  order: string,
  change: Partial<OrderAnswer> = {},
  by: string = table,
): string {
  const { line, sha512 } = lineOfAnswer({
    v: 1,
    kind: "answer",
    table,
    order,
    person: "Ana Soto",
    at: "2026-01-01T00:00:00.000Z",
    outcome: "done",
    why: null,
    result: null,
    ...change,
  });
  return formatAnswer(line, signSsh(sha512, ANSWER_NAMESPACE, signerAt(by)));
}

/** The result of `diagnose` at a table that stands so. */
export const stands = (change: Partial<Standing> = {}, more: object = {}): Partial<OrderAnswer> => ({
  result: { standing: standing(change), ...more },
});

/** What came to which table, and what it answers. */
export class TestMail implements FleetMail {
  readonly sent: { readonly table: string; readonly text: string }[] = [];
  /** Asked for which answers. */
  readonly asked: string[] = [];
  /** Tables whose box takes nothing, and why. */
  readonly full = new Map<string, string>();
  readonly #answers = new Map<string, string>();

  answerWith(table: string, digest: string, text: string): void {
    this.#answers.set(`${table} ${digest}`, text);
  }

  put(table: string, text: string): Promise<string | null> {
    const why = this.full.get(table) ?? null;
    if (why === null) this.sent.push({ table, text });
    return Promise.resolve(why);
  }

  answer(table: string, digest: string): Promise<{ readonly text: string } | { readonly none: string }> {
    this.asked.push(`${table} ${digest}`);
    const text = this.#answers.get(`${table} ${digest}`);
    return Promise.resolve(text === undefined ? { none: NOT_FETCHED } : { text });
  }
}
