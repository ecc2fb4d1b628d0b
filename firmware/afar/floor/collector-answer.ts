import { arrivalShape, type ArrivalAnswer } from "../../../src/floor/standing.ts";

/** What is asked of a collector; those with a body bring something. */
export type CollectorQuestion =
  | { readonly what: "standing" }
  | { readonly what: "lines" | "heartbeat" | "enrolment"; readonly body: string };

/** `silent`: no answer of a collector came. `unusable`: what came is none of this protocol. */
export type CollectorAnswer =
  | ({ readonly is: "answer" } & ArrivalAnswer)
  | { readonly is: "silent" | "unusable"; readonly why: string };

/** An answer, bytes. */
export const ANSWER_BYTES = 16_384;
/** Statuses with which a collector gives its answer. */
const ANSWERED = [200, 202, 403, 409, 429];
/** Characters of what is told of an answer. */
const WHY_MAX = 120;

/** Takes the answer of a collector apart: nothing that does not have its shape is believed. */
export function readCollectorAnswer(status: number, body: string): CollectorAnswer {
  const parsed = ANSWERED.includes(status) ? arrivalShape.safeParse(jsonOf(body)) : null;
  if (parsed?.success === true) {
    const isContrary = (status === 200) !== (parsed.data.refused === null) && status !== 202;
    if (!isContrary) return { is: "answer", ...parsed.data };
  }
  // What stands before the collectors says so too that none of them answers.
  if (status >= 500 || status === 429 || status === 408) return { is: "silent", why: `status ${status}` };
  return { is: "unusable", why: `status ${status}, and no answer of a collector`.slice(0, WHY_MAX) };
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
