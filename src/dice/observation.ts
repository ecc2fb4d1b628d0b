import type { DieFace } from "./faces.ts";
import type { DieNote } from "./reading/read-types.ts";
import type { FaultCode } from "../codes/faults.ts";

/**
 * The observations of the devices of a dice table: one vocabulary for the camera's eye, shakers, cages, cup switches and second
 * witnesses. A device judges nothing and knows no game.
 */
export type DiceObservation =
  /**
   * The device sends and its line is understood. All of its state is given out anew after it. `noneRested`: of an eye, no dice have come to
   * rest since the reading that it told last.
   */
  | { readonly o: "attached"; readonly device: DiceDevice; readonly noneRested?: true }
  /** eye: what is seen of the arena. */
  | { readonly o: "arena"; readonly state: ArenaState }
  /**
   * eye: dice lie at rest and were read, twice. Told once for each time that dice come to rest, and once more, without its beginning, when
   * they lie there untouched after a gap.
   */
  | { readonly o: "rest"; readonly read: ThrowRead }
  /** eye: while dice rolled, something that is no die touched one, or was in their way. */
  | { readonly o: "foreign-contact"; readonly what: "hand" | "object" }
  /**
   * eye: after dice lay at rest. `hand`: a hand or a tool is among them; `moved`: one lies otherwise without a throw;
   * `taken`: some of them, or all, were taken up.
   */
  | { readonly o: "disturbed"; readonly what: "hand" | "moved" | "taken" }
  /** eye: the glass dome over the arena. */
  | { readonly o: "dome"; readonly closed: boolean }
  /** shaker: what it was commanded and did. `ms`: how long it shook; `asked`: how long it was to, null: not known. */
  | {
      readonly o: "shake";
      readonly stage: "accepted" | "shaking" | "done" | "failed";
      readonly ms: number | null;
      readonly asked: number | null;
    }
  /** cage: thousandths of a revolution since it last stood still. `stopped`: it stands still. */
  | { readonly o: "cage"; readonly stage: "turning" | "stopped"; readonly milliTurns: number }
  /** cup and horn: dice in the cup as counted; `thrown`: it was emptied through the horn, so many left it. Null: not counted. */
  | { readonly o: "cup"; readonly stage: "loaded" | "thrown"; readonly dice: number | null }
  /**
   * witness: a second source's own reading of the throw that lies there. Null: it has no opinion (it failed, was silent, or
   * saw no shake), which is never agreement.
   */
  | { readonly o: "witness"; readonly faces: readonly DieFace[] | null; readonly why: string | null }
  /** What happened meanwhile is not known. */
  | {
      readonly o: "gap";
      readonly device: DiceDevice;
      readonly why: DiceLoss;
      /** For how long nothing was seen of the arena, or heard of the device that throws, before this was told, ms. Absent: it is not known. */
      readonly lostMs?: number;
    }
  | {
      readonly o: "fault" | "fault-cleared";
      readonly device: DiceDevice;
      readonly code: FaultCode;
      readonly detail: Readonly<Record<string, string | number>>;
    };

/** How messages of a device were lost. `frames-lost`: pictures of the eye's camera; no other device has any. */
export type DiceLoss =
  | "port-gone"
  | "device-silent"
  | "device-garbled"
  | "restart"
  | "overflow"
  | "frames-lost";

/** `eye`: the camera that reads. `thrower`: what throws (shaker, cage, cup and horn). `witness`: a second source. */
export type DiceDevice = "eye" | "thrower" | "witness";

/**
 * `unknown`: not reported yet, or the eye cannot see. `empty`: no dice. `covered`: a hand, a cup or a closed opaque dome hides
 * part of it. `moving`: something that may be dice moves. `settling`: still, for less than the time that rest takes. `rest`.
 */
export type ArenaState = "unknown" | "empty" | "covered" | "moving" | "settling" | "rest";

/** One time that dice came to rest. */
export interface ThrowRead {
  /** The eye's own running number of rests, from 1; a jump is one that was missed. */
  readonly n: number;
  /** Milliseconds from the first movement to rest; null: the movement was not seen from its beginning. */
  readonly rolledMs: number | null;
  readonly dice: readonly DieRead[];
  /** `readable`: both readings of both readers agree on every die and nothing is against one. */
  readonly verdict: "readable" | "undecided";
  /** Why it is undecided. Words of `read-types.ts` and `eye` codes. */
  readonly reasons: readonly string[];
  /** Hex SHA-256 of the evidence picture that was read; null: none could be kept. */
  readonly picture: string | null;
}

/** One die at rest, as both readers have it. */
export interface DieRead {
  readonly face: DieFace | null;
  /** Tenths of a millimetre from the arena's origin, on the cloth. */
  readonly x: number;
  readonly y: number;
  /** Thousandths, of the less sure reader. */
  readonly confidence: number;
  readonly notes: readonly DieNote[];
  /** Where it lies beside the arena, when the installation has such zones. */
  readonly zone?: "rim" | "basket" | "outside";
  /** Far half of a table that dice are thrown along; absent: this eye does not know halves. */
  readonly half?: "near" | "far";
  /** It was seen to touch the far edge; absent: this eye cannot tell. */
  readonly wall?: boolean;
  /** It was seen to turn over as it went; false: it slid; absent: this eye cannot tell. */
  readonly rolled?: boolean;
}
