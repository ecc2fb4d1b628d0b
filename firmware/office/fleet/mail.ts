import { Agent } from "node:https";
import { ANSWER_MAX_BYTES } from "../../../src/orders/answer.ts";
import { boxOf } from "../relay/letter-box.ts";
import { askHttps, type Answered, type Proof } from "../../net/ask-https.ts";
import { checkRelay } from "../../afar/orders/letters.ts";

/** Connections to the relay at a time. */
export const CONNECTIONS = 16;
/** The relay has so long for one answer, ms. */
const RELAY_ANSWER_MS = 20_000;

/** How orders and answers travel between a laptop and tables. Neither is believed. Nothing here rejects. */
export interface FleetMail {
  /** Null: the order waits for its table; else why not. */
  put(table: string, text: string): Promise<string | null>;
  /** The answer of a table to an order, or why there is none. */
  answer(table: string, digest: string): Promise<{ readonly text: string } | { readonly none: string }>;
}

export interface RelayMail extends FleetMail {
  close(): void;
}

/** Why there is no answer while the relay has none. */
export const NOT_FETCHED = "the table has not answered at the relay";

/** Mail over the casino's relay: a machine that the authority calls one, and no other. */
export function relayMail(url: string, proof: Proof): RelayMail {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const ask = (path: string, body?: string): Promise<Answered> =>
    askHttps(
      { ...proof, checkServerIdentity: checkRelay },
      {
        url: new URL(path, url),
        most: ANSWER_MAX_BYTES,
        withinMs: RELAY_ANSWER_MS,
        agent,
        body,
      },
    );
  return {
    put: async (table, text) => {
      const answered = await ask(`letters/${boxOf(table)}`, text);
      return "status" in answered && answered.status === 200 ? null : whyOf(answered);
    },
    answer: async (table, digest) => {
      const answered = await ask(`answers/${boxOf(table)}/${digest}`);
      if (!("status" in answered)) return { none: whyOf(answered) };
      if (answered.status === 200) return { text: answered.body };
      return { none: answered.status === 404 ? NOT_FETCHED : whyOf(answered) };
    },
    close: () => agent.destroy(),
  };
}

const whyOf = (answered: Answered): string =>
  "silent" in answered
    ? `the relay does not answer: ${answered.silent}`
    : `the relay says ${answered.status}: ${answered.body.trim().slice(0, 100)}`;

/** Does it for all, so many at a time; what each gives in the order of the list. */
export async function inParallel<T, R>(
  all: readonly T[],
  act: (one: T) => Promise<R>,
  most = CONNECTIONS,
): Promise<readonly R[]> {
  const done: R[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < all.length; at = next++) done[at] = await act(all[at] as T);
  };
  await Promise.all(Array.from({ length: Math.min(most, all.length) }, work));
  return done;
}
