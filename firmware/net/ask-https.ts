import { request, type Agent, type RequestOptions } from "node:https";
import type { checkServerIdentity } from "node:tls";
import { errorText } from "../problem.ts";

/** How long an answer may take, from the first byte sent to the last one received, ms. */
export const HTTPS_ANSWER_MS = 60_000;

const MS_PER_S = 1_000;

/** How a silence is told that was an answer over its limit. */
export const TOO_LARGE = "an answer of over";

/** Whom a client believes and what it proves itself with, as TLS takes them (PEM). */
export interface Proof {
  readonly cert: string;
  readonly key: string;
  readonly ca: string;
  readonly crl?: string;
  readonly passphrase?: string;
  /** Who may answer; left out: whoever has the name of the address. */
  readonly checkServerIdentity?: typeof checkServerIdentity;
}

export interface Asked {
  readonly url: URL;
  /** What is brought; undefined: something is fetched. */
  readonly body?: string | Uint8Array | undefined;
  /** Bytes of an answer; more is none. */
  readonly most: number;
  /** Less than `HTTPS_ANSWER_MS`, where somebody waits. */
  readonly withinMs?: number;
  /** What is said with it. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Connections that are kept for many questions; left out: each has its own. */
  readonly agent?: Agent;
}

/** `body`: as text; `bytes`: as it came. */
export type Answered =
  | { readonly status: number; readonly body: string; readonly bytes: Buffer }
  | { readonly silent: string };

const typeOf = (body: string | Uint8Array): string =>
  typeof body === "string" ? "text/plain; charset=utf-8" : "application/octet-stream";

/** Asks once over TLS 1.3, mutual where there is a proof of its own. Never rejects. */
export function askHttps(
  proof: Partial<Proof>,
  { url, body, most, withinMs = HTTPS_ANSWER_MS, agent, headers = {} }: Asked,
): Promise<Answered> {
  return new Promise((resolve) => {
    const options: RequestOptions = {
      ...proof,
      method: body === undefined ? "GET" : "POST",
      agent: agent ?? false,
      minVersion: "TLSv1.3",
      signal: AbortSignal.timeout(withinMs),
      headers: { ...headers, ...(body === undefined ? {} : { "content-type": typeOf(body) }) },
    };
    const silent = (error: NodeJS.ErrnoException): void => {
      const why = error.code ?? errorText(error).split("\n", 1).join("");
      resolve({ silent: why === "ABORT_ERR" ? `no whole answer within ${withinMs / MS_PER_S} s` : why });
    };
    try {
      const sent = request(url, options, (response) => {
        const pieces: Buffer[] = [];
        let length = 0;
        response.on("data", (piece: Buffer) => {
          length += piece.length;
          pieces.push(piece);
          if (length > most) sent.destroy(new Error(`${TOO_LARGE} ${most} bytes`));
        });
        response.on("error", silent);
        response.on("end", () => {
          const bytes = Buffer.concat(pieces);
          resolve({ status: response.statusCode ?? 0, body: bytes.toString("utf8"), bytes });
        });
      });
      sent.on("error", silent);
      sent.end(body);
    } catch (error) {
      // A key that is not the certificate's, or a wrong passphrase.
      silent(error as Error);
    }
  });
}
