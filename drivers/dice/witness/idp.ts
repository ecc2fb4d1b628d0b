import { isFields, parseJson } from "../../../src/load/json.ts";
import { readingOfFaces, type WitnessAnswer } from "./look.ts";

/** The messages of the "IDP" camera over MQTT (docs/devices/dice-witness.md, "Over MQTT"). */

/** The name of a question. It is sent as the round's id and must come back. */
export interface Question {
  readonly round: number;
  readonly at: number;
  readonly tries: number;
}

export const questionId = ({ round, at, tries }: Question): string => `${round}-${at}-${tries}`;

export function detectMessage(id: string, input: string, output: string): string {
  return JSON.stringify({ command: "detect", arg: { round_id: id, input, output } });
}

export const STOP_MESSAGE = JSON.stringify({ command: "timeout", arg: {} });

/** A command to the camera of the kinds that this driver sends: a question, or to stop. Null: anything else. */
export function parseCameraOrder(payload: string): Question | "stop" | null {
  if (payload === STOP_MESSAGE) return "stop";
  const message = parseJson(payload);
  if (!isFields(message) || message["command"] !== "detect" || !isFields(message["arg"])) return null;
  const { round_id: id } = message["arg"];
  const [, round, at, tries] =
    (typeof id === "string" ? /^(\d{1,15})-(\d{1,15})-([12])$/.exec(id) : null) ?? [];
  return round === undefined ? null : { round: Number(round), at: Number(at), tries: Number(tries) };
}

/** An answer of the camera: to which question, and what it means. */
export interface Answer {
  /** Null: the answer has none, or not as a text. */
  readonly id: string | null;
  readonly reading: WitnessAnswer;
}

const NO_SHAKE = -3;

/** An answer for `dice` pip dice; null when the payload is no message of the camera. */
export function parseAnswer(payload: string, dice: number): Answer | null {
  const message = parseJson(payload);
  if (!isFields(message) || message["response"] !== "result" || !isFields(message["arg"])) return null;
  const { round_id: id, res, err } = message["arg"];
  return { id: typeof id === "string" ? id : null, reading: parseReading(res, err, dice) };
}

function parseReading(res: unknown, err: unknown, dice: number): WitnessAnswer {
  if (!Number.isInteger(err)) return { r: "nonsense", why: "no whole number as err" };
  if (err === NO_SHAKE) return { r: "none", why: "no shake seen", again: false };
  if (err !== 0) return { r: "none", why: `err ${String(err)}`, again: true };
  if (res === null || (Array.isArray(res) && res.length === 0))
    return { r: "none", why: "not recognised", again: true };
  if (!Array.isArray(res)) return { r: "nonsense", why: "no list as res" };
  if (res.some((value) => value === null)) return { r: "none", why: "not recognised", again: true };
  // Whole numbers only: a text or a fraction is no reading of this camera.
  return readingOfFaces(
    res.map((value) => (Number.isInteger(value) ? String(value) : "")),
    dice,
    "pips",
  );
}
