import type { Command } from "./command.ts";
import { decodeMode, type Mode } from "./mode.ts";
import { limitProblem } from "./parameter-values.ts";
import type { ParameterLetter } from "./parameters.ts";
import type { QueueOutcome } from "./queue-state.ts";
import type { Reply } from "./replies.ts";
import type { SequenceStep } from "./set-parameter.ts";

/** What a SlingShot 2 says of itself after connecting. A piece that is null is named in `missing`. */
export interface Identity {
  /** Firmware, e.g. `2.50`. */
  readonly version: string | null;
  /** The wheel's own words behind the version. */
  readonly product: string | null;
  readonly mode: Mode | null;
  /** State, enabled and games per hour as `*O` gives them. */
  readonly options: { readonly state: number; readonly enabled: boolean; readonly gamesPerHour: number } | null;
  /** 37–40 (`*T z`). */
  readonly pockets: number | null;
  /** Tenths of rpm (`*T m`). */
  readonly rotorVariationRpm10: number | null;
  /** Ball lap time at no-more-bets in 1/2048 s (`*T n`). */
  readonly noMoreBetsLap2048: number | null;
  /** Bits 8, 16, 32 (`*T g`). */
  readonly gameOptions: number | null;
  readonly missing: readonly Missing[];
  /** One line each: what is dangerous or does not fit together. */
  readonly warnings: readonly string[];
}

export interface Missing {
  readonly piece: Piece;
  /** One line for the technician. */
  readonly why: string;
}

type ParameterPiece = "pockets" | "rotorVariationRpm10" | "noMoreBetsLap2048" | "gameOptions";
export type Piece = "version" | "product" | "mode" | "options" | ParameterPiece;

const PIECES: readonly (readonly [Piece, Command])[] = [
  ["version", { c: "read-software" }],
  ["product", { c: "read-version" }],
  ["mode", { c: "read-mode" }],
  ["options", { c: "read-options" }],
  ["pockets", { c: "read-parameter", letter: "z" }],
  ["rotorVariationRpm10", { c: "read-parameter", letter: "m" }],
  ["noMoreBetsLap2048", { c: "read-parameter", letter: "n" }],
  ["gameOptions", { c: "read-parameter", letter: "g" }],
];

/** All plain JSON. */
export interface IdentifyState {
  readonly id: string;
  readonly replies: Readonly<Partial<Record<Piece, Reply>>>;
  readonly missing: readonly Missing[];
}

export type IdentifyStep = SequenceStep<IdentifyState, Identity>;

/** Asks everything: eight questions, which fit the queue beside eight others. `id` begins the ids of the commands. */
export function startIdentify(id: string): IdentifyStep {
  const submit = PIECES.map(([piece, command]) => ({ id: `${id}/${piece}`, command }));
  return { state: { id, replies: {}, missing: [] }, submit, result: null };
}

/** Takes the outcome of one of its questions; the identity comes with the last. Others' outcomes change nothing. */
export function identifyStep(state: IdentifyState, outcome: QueueOutcome): IdentifyStep {
  const [piece] = PIECES.find(([name]) => outcome.id === `${state.id}/${name}`) ?? [];
  if (piece === undefined || settled(state, piece)) return { state, submit: [], result: null };
  const reply = outcome.ended === "answered" ? outcome.replies[0] : undefined;
  const next: IdentifyState =
    reply === undefined
      ? { ...state, missing: [...state.missing, { piece, why: whyMissing(outcome) }] }
      : { ...state, replies: { ...state.replies, [piece]: reply } };
  const done = PIECES.every(([name]) => settled(next, name));
  return { state: next, submit: [], result: done ? identity(next) : null };
}

function settled(state: IdentifyState, piece: Piece): boolean {
  return state.replies[piece] !== undefined || state.missing.some((other) => other.piece === piece);
}

function whyMissing(outcome: QueueOutcome): string {
  switch (outcome.ended) {
    case "timed-out":
      return `the wheel did not answer ${outcome.attempts} times`;
    case "refused-by-wheel":
      return "the wheel does not know the command";
    case "not-sent":
      return outcome.say;
    case "lost":
      return `the port was lost: ${outcome.why}`;
    case "another-host":
      return "another program writes to the wheel";
    case "answered":
    case "unconfirmed":
      return "the answer holds nothing";
  }
}

function identity({ replies, missing }: IdentifyState): Identity {
  const lost: Missing[] = [...missing];
  const value = (piece: ParameterPiece): number | null => {
    const reply = replies[piece];
    if (reply?.r !== "parameter") return null;
    const first = reply.values?.[0];
    if (first === undefined) lost.push({ piece, why: `the wheel holds ${reply.text}, finer than tenths` });
    return first ?? null;
  };
  const { version, product, mode, options } = replies;
  return {
    version: version?.r === "software" ? version.version : null,
    product: product?.r === "version" ? product.text : null,
    mode: mode?.r === "mode" ? decodeMode(mode.bits) : null,
    options:
      options?.r === "options"
        ? { state: options.state, enabled: options.enabled, gamesPerHour: options.gamesPerHour }
        : null,
    pockets: value("pockets"),
    rotorVariationRpm10: value("rotorVariationRpm10"),
    noMoreBetsLap2048: value("noMoreBetsLap2048"),
    gameOptions: value("gameOptions"),
    missing: lost,
    warnings: warningsOf(replies),
  };
}

function warningsOf(replies: IdentifyState["replies"]): readonly string[] {
  const { version, product, mode, options } = replies;
  const warnings: string[] = [];
  if (version?.r === "software" && product?.r === "version" && version.version !== product.version) {
    warnings.push(`*S says ${version.version} and *V says ${product.version}: read them again`);
  }
  if (mode?.r === "mode" && options?.r === "options" && mode.bits !== options.mode) {
    warnings.push(`*o says mode ${mode.bits} and *O says ${options.mode}: read them again`);
  }
  const bits = mode?.r === "mode" ? decodeMode(mode.bits) : null;
  if (bits?.autoStatus === false)
    warnings.push("mode bit 128 is off: the wheel sends no status lines; set it (*o, idle)");
  if (bits?.noBareNumber === true)
    warnings.push("mode bit 16 is on: no bare number, each result needs three status lines");
  if (bits?.sequentialNumbers === true)
    warnings.push("mode bit 8192 is on: the numbers are a test sequence, not results; clear it");
  for (const piece of ["pockets", "rotorVariationRpm10", "noMoreBetsLap2048", "gameOptions"] as const) {
    const reply = replies[piece];
    if (reply?.r === "parameter") unsafe(reply.letter, reply.values, reply.text, warnings);
  }
  return warnings;
}

function unsafe(
  letter: ParameterLetter,
  values: readonly number[] | null,
  text: string,
  warnings: string[],
): void {
  const problem = values === null ? `*T ${letter} holds ${text}` : limitProblem(letter, values);
  if (problem !== null) warnings.push(`${problem}: correct it before the wheel plays`);
}
