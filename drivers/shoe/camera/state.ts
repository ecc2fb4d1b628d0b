import type { JamPlace, ShoeStage } from "../../../src/table/shoe/observation.ts";
import type { MonoUs } from "../../../src/time/instant.ts";
import { READER_START, type ReaderState, type ReaderContext } from "../reader/context.ts";
import type { CardOrder, Belief } from "./answers.ts";

export interface CameraOptions {
  readonly order: CardOrder;
}

/** Where the cycle of one card stands. */
export type Phase =
  /** Waiting before the next picture. */
  | "rest"
  /** A picture was asked for, its answer is being asked for. */
  | "picture"
  /** One more picture is wanted; until then it is watched that the card does not leave. */
  | "look"
  /** The card is known, or known to be unreadable, and lies there until it leaves. */
  | "lying";

export interface CameraState extends ReaderState {
  readonly phase: Phase;
  /** When the next bytes are to be written; null: the port is closed. */
  readonly dueAt: MonoUs | null;
  /** When the question under way was written; null: none is. */
  readonly askedAt: MonoUs | null;
  /** The last answer and how often it came running. */
  readonly answer: number | null;
  readonly times: number;
  /** When the picture under way was asked for. */
  readonly picturedAt: MonoUs | null;
  /** The picture under way was begun: a card that leaves now was drawn before it was seen. */
  readonly begun: boolean;
  /** When the next picture of the same card may be taken. */
  readonly lookUntil: MonoUs | null;
  /** Since when the last card is on its way out; null: it has gone. */
  readonly leavingSince: MonoUs | null;
  /** Answers of the pictures of the present card. */
  readonly pictures: readonly number[];
  /** What is believed of the card that lies there. */
  readonly belief: Belief | null;
  /** The answer that stands while it lies. */
  readonly lying: number | null;
  /** Answer of the card before it; null: none, or not known. */
  readonly before: number | null;
  readonly jam: JamPlace | null;
  readonly stage: ShoeStage;
}

export type SessionContext = ReaderContext & { -readonly [Key in keyof CameraState]: CameraState[Key] } & {
  readonly options: CameraOptions;
  readonly writes: string[];
};

export const CAMERA_START: CameraState = {
  ...READER_START,
  phase: "rest",
  dueAt: null,
  askedAt: null,
  answer: null,
  times: 0,
  picturedAt: null,
  begun: false,
  lookUntil: null,
  leavingSince: null,
  pictures: [],
  belief: null,
  lying: null,
  before: null,
  jam: null,
  stage: "unknown",
};

/** A card must have come to rest before its picture is taken. */
export const REST_US = 200_000;
/** From one question to the next while a picture is under way, and while a card lies. */
export const ASK_US = 20_000;
export const WATCH_US = 100_000;
/** A question that is not answered within this time is asked again. */
export const ANSWER_US = 250_000;
/** A card that has not left within this time after it was seen leaving, or not come, is stuck. */
export const EJECT_US = 500_000;
export const LOAD_US = 1_000_000;
/** From one try to the next while something is stuck. */
export const JAM_REST_US = 1_000_000;
/** No answer for so long is silence. */
export const SILENCE_US = 2_000_000;
/** An answer has no check of its own: it counts when it comes so often running. */
export const AGREE = 2;
