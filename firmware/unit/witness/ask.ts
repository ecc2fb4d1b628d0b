import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { strictBase64, utf8 } from "../../../src/record/bytes.ts";
import type { Verifier } from "../../../src/record/keys.ts";
import {
  formatRequest,
  MAX_ANSWER_BYTES,
  parseSize,
  readCosignature,
  type AnswerFault,
} from "../../../src/record/witness-messages.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { US_PER_S } from "../../../src/time/instant.ts";

/** The longest time of a question, from the first byte sent to the last one received, µs. */
export const ASK_US = 10 * US_PER_S;

/** Headers of an answer. */
const MAX_HEADER_BYTES = 8_192;

/** Where a witness is, and by what it is known. */
export interface WitnessAddress {
  /** `https://…/`: `add-checkpoint` is asked for below it. */
  readonly url: string;
  readonly key: Verifier;
  /** PEM of the authority that signed its certificate; null: the authorities that Node trusts. */
  readonly ca: string | null;
}

/** One question: a checkpoint to cosign. Base64 and text, so that it goes between threads. */
export interface Question {
  readonly old: number;
  readonly proof: readonly string[];
  readonly checkpoint: string;
  /** The checkpoint that this witness cosigned before; null: none. */
  readonly before: string | null;
}

/**
 * The answer to a question. `cosigned`: checked. `conflict`: it cosigned another size last. `refused`: it does not cosign this
 * log. `unusable`: an answer that proves nothing, by its kind. `silent`: none came in time, or the witness reported that it
 * cannot answer now.
 */
export type Answer =
  | { readonly is: "cosigned"; readonly line: string; readonly time: number }
  | { readonly is: "conflict"; readonly size: number }
  | { readonly is: "refused"; readonly status: 400 | 403 | 404 | 422 }
  | { readonly is: "unusable"; readonly kind: AnswerFault | "too-long" }
  | { readonly is: "silent"; readonly why: string };

const REFUSALS = [400, 403, 404, 422] as const;

/** Asks a witness once (C2SP tlog-witness). Never rejects; takes no longer than `ASK_US` and reads no more than `MAX_ANSWER_BYTES`. */
export async function askWitness(address: WitnessAddress, question: Question, clock: Clock): Promise<Answer> {
  const answered = await postQuestion(address, requestBodyOf(question), clock);
  if ("is" in answered) return answered;
  const { status, body } = answered;
  const refused = REFUSALS.find((one) => one === status);
  if (refused !== undefined) return { is: "refused", status: refused };
  if (status === 409) {
    const size = parseSize(body);
    return size === null ? { is: "unusable", kind: "malformed" } : { is: "conflict", size };
  }
  if (status >= 500 || status === 429 || status === 408) return { is: "silent", why: `status ${status}` };
  if (status !== 200) return { is: "unusable", kind: "malformed" };
  const { checkpoint, before } = question;
  const cosigned = readCosignature(checkpoint, body, address.key, before);
  if (typeof cosigned === "string") return { is: "unusable", kind: cosigned };
  return { is: "cosigned", line: cosigned.line, time: cosigned.time };
}

function requestBodyOf({ old, proof, checkpoint }: Question): string {
  const hashes = proof.map((text) => strictBase64(text) ?? new Uint8Array(0));
  return formatRequest({ old, proof: hashes, checkpoint });
}

interface Answered {
  readonly status: number;
  readonly body: string;
}

function postQuestion({ url, ca }: WitnessAddress, body: string, clock: Clock): Promise<Answered | Answer> {
  const bytes = utf8(body);
  return new Promise((resolve) => {
    const sent = request(new URL("add-checkpoint", url), {
      method: "POST",
      headers: { "content-type": "text/plain; charset=utf-8", "content-length": bytes.length },
      agent: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      ...(ca === null ? {} : { ca }),
    });
    const end = (answer: Answered | Answer): void => {
      limit.cancel();
      sent.destroy();
      resolve(answer);
    };
    const limit = clock.after(ASK_US, "answer of the witness", () =>
      end({ is: "silent", why: `no whole answer within ${ASK_US / US_PER_S} s` }),
    );
    const gone = (error: Error & { readonly code?: string }): void => {
      const { code = "" } = error;
      // What Node's own reader of HTTP refuses: headers without end, and bytes that are no HTTP.
      if (code === "HPE_HEADER_OVERFLOW") end({ is: "unusable", kind: "too-long" });
      else if (code.startsWith("HPE_")) end({ is: "unusable", kind: "malformed" });
      else end({ is: "silent", why: code === "" ? error.message.split("\n", 1).join("") : code });
    };
    sent.on("error", gone);
    sent.on("response", (response) => readAnswer(response, gone, end));
    sent.end(bytes);
  });
}

function readAnswer(
  response: IncomingMessage,
  gone: (error: Error) => void,
  end: (answer: Answered | Answer) => void,
): void {
  const pieces: Buffer[] = [];
  let length = 0;
  response.on("data", (piece: Buffer) => {
    length += piece.length;
    pieces.push(piece);
    if (length > MAX_ANSWER_BYTES) end({ is: "unusable", kind: "too-long" });
  });
  response.on("error", gone);
  response.on("aborted", () => gone(new Error("the answer was cut off")));
  response.on("end", () => {
    const body = Buffer.concat(pieces);
    const text = body.toString("utf8");
    end(
      utf8(text).equals(body)
        ? { status: response.statusCode ?? 0, body: text }
        : { is: "unusable", kind: "malformed" },
    );
  });
}
