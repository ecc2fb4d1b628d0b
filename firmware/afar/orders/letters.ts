import { checkServerIdentity } from "node:tls";
import { z } from "zod";
import { parseJson } from "../../../src/load/json.ts";
import type { Clock, Timer } from "../../../src/time/clock.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import { randomFrom, type RandomSource } from "../../../src/time/random-source.ts";
import { parseOrder, ORDER_MAX_BYTES } from "../../../src/orders/order.ts";
import { askHttps, type Answered } from "../../net/ask-https.ts";
import { LIST_MAX_BYTES, type Credentials } from "./credentials.ts";
import type { Taken } from "./order-intake.ts";

/** A relay has so long for one answer. */
export const RELAY_ANSWER_MS = 20_000;
/** Orders with one answer, and bytes of it; a relay that gives more gives nothing. */
export const LETTERS_TAKEN = 8;
export const RELAY_ANSWER_BYTES = 4 * 1_048_576;
/** Orders of a relay that are known again, so that one that does not forget them costs nothing. */
export const KNOWN_LETTERS = 64;
/** A question comes up to so many hundredths of its period earlier or later. */
export const JITTER_PERCENT = 25;

const answerShape = z.strictObject({
  letters: z.array(z.string().max(ORDER_MAX_BYTES)).max(LETTERS_TAKEN),
  revoked: z.string().max(LIST_MAX_BYTES),
});

export interface LettersParts {
  readonly url: string;
  readonly everySeconds: number;
  readonly log: string;
  readonly clock: Clock;
  readonly credentials: () => Credentials;
  readonly take: (text: string) => Promise<Taken>;
  /** Hears of every question to the relay what is wrong with its answer; null: nothing. */
  readonly onAsked?: (trouble: string | null) => void;
  /** Hears of every look, after its orders are answered. */
  readonly onLooked?: () => void;
  /** A revocation list that came with the letters. Whoever brought it is not believed. */
  readonly useList: (pem: string) => Promise<void>;
  readonly onNotice: (line: string) => void;
}

/** Asks a relay for orders, again and again; nothing ever connects to the table. What the relay says is judged like anybody's word. */
export class Letters {
  readonly #parts: LettersParts;
  readonly #random: RandomSource;
  /** By digest, with the answer: one that got lost on its way is given again. */
  readonly #known = new Map<string, string>();
  #timer: Timer | null = null;
  #isStopped = false;
  #trouble: string | null = null;

  constructor(parts: LettersParts) {
    this.#parts = parts;
    this.#random = randomFrom(`${parts.log}/${parts.clock.wall()}`);
    this.#plan();
  }

  stop(): void {
    this.#isStopped = true;
    this.#timer?.cancel();
  }

  #plan(): void {
    if (this.#isStopped) return;
    const { clock, everySeconds } = this.#parts;
    const percent = 100 - JITTER_PERCENT + this.#random.below(2 * JITTER_PERCENT + 1);
    this.#timer = clock.after(Math.round((everySeconds * US_PER_S * percent) / 100), "letters", () => {
      void this.look().then(() => this.#plan());
    });
  }

  /** Asks once, and does what came. */
  async look(): Promise<void> {
    const answered = await this.#ask("letters");
    const parsed = "silent" in answered ? null : lettersIn(answered);
    const trouble = "silent" in answered ? answered.silent : parsed === null ? "its answer is none" : null;
    this.#tellTrouble(trouble);
    if (parsed === null) return;
    await this.#parts.useList(parsed.revoked);
    for (const text of parsed.letters) await this.#handle(text);
    this.#parts.onLooked?.();
  }

  async #handle(text: string): Promise<void> {
    // What is no order has no name by which it could be answered.
    const digest = parseOrder(text)?.digest ?? null;
    const before = digest === null ? undefined : this.#known.get(digest);
    const taken = before === undefined ? await this.#parts.take(text) : null;
    if (digest === null) return;
    const answer = before ?? (taken === null || taken.is === "silent" ? "" : (taken.answer ?? ""));
    this.#known.set(digest, answer);
    const [oldest] = this.#known.keys();
    if (this.#known.size > KNOWN_LETTERS && oldest !== undefined) this.#known.delete(oldest);
    await this.#ask(`answers/${digest}`, answer);
  }

  #ask(path: string, body?: string): Promise<Answered> {
    const { url, credentials } = this.#parts;
    return askRelay(url, credentials(), path, body);
  }

  #tellTrouble(trouble: string | null): void {
    this.#parts.onAsked?.(trouble);
    if (trouble === this.#trouble) return;
    this.#trouble = trouble;
    const { onNotice, url } = this.#parts;
    onNotice(trouble === null ? `remote: the relay ${url} answers` : `remote: the relay ${url}: ${trouble}`);
  }
}

/** Asks the relay once, as the machine of these credentials; with a body it brings something. Never rejects. */
export function askRelay(
  url: string,
  { cert, key, ca, crl }: Credentials,
  path: string,
  body?: string | Uint8Array,
): Promise<Answered> {
  return askHttps(
    { cert, key, ca, crl, checkServerIdentity: checkRelay },
    {
      url: new URL(path, url),
      most: RELAY_ANSWER_BYTES,
      withinMs: RELAY_ANSWER_MS,
      body,
    },
  );
}

/** Another machine of the casino is no relay, whatever its name. */
export const checkRelay: typeof checkServerIdentity = (host, certificate) =>
  checkServerIdentity(host, certificate) ??
  (certificate.subject.OU === "relay" ? undefined : new Error("it is no relay of this casino"));

function lettersIn({
  status,
  body,
}: Exclude<Answered, { silent: string }>): z.infer<typeof answerShape> | null {
  // Whatever is wrong with it: a relay that says nothing usable is one that says nothing.
  return status === 200 ? (answerShape.safeParse(parseJson(body)).data ?? null) : null;
}
