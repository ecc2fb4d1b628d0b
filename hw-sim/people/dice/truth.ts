import type { DicePack } from "../../../src/rules/pack.ts";
import { factsOf } from "../../../src/rules/condition.ts";
import type { EyeFault } from "../../../drivers/dice/eye/codes.ts";
import type { ShakeFault } from "../../models/dice/devices/shaker-mqtt.ts";
import type { WitnessFault } from "../../models/dice/devices/witness.ts";
import type { DieFace } from "../../../src/dice/faces.ts";
import type { DieNote } from "../../../src/dice/reading/read-types.ts";
import type { Fact, FactSheet } from "../../../src/rules/facts.ts";

/** One die as it truly lies when everything is at rest. */
export interface TrueDie {
  readonly face: DieFace;
  /** Tenths of a millimetre on the cloth. */
  readonly x: number;
  readonly y: number;
  readonly lies: "flat" | "cocked" | "on-die" | "under-die" | "on-object" | "broken";
  readonly place: "arena" | "rim" | "basket" | "outside" | "off-table" | "in-cup";
  readonly half: "near" | "far";
  readonly wall: boolean;
  readonly rolled: boolean;
  readonly touches: boolean;
  /** It was not thrown with the others. */
  readonly isExtra: boolean;
}

/** Why a throw may rightly be left to people. `must`: a certified result would be a mistake. */
export interface Open {
  readonly why: string;
  readonly must: boolean;
}

/** What happens to the camera's eye, its line or the unit around one throw. Times in ms from the first movement. */
export type Trouble =
  | { readonly is: "eye-fault"; readonly fault: EyeFault; readonly atMs: number; readonly forMs: number }
  | { readonly is: "frames-lost"; readonly atMs: number; readonly forMs: number }
  | { readonly is: "garbled-rest" }
  | { readonly is: "noise"; readonly atMs: number; readonly lines: number }
  | {
      readonly is: "cable";
      readonly port: "eye" | "thrower";
      readonly atMs: number;
      readonly forMs: number;
    }
  | { readonly is: "eye-restart" | "unit-restart"; readonly atMs: number }
  | { readonly is: "begin-unseen" }
  | { readonly is: "gone-unread" }
  | { readonly is: "dome-open"; readonly atMs: number };

/** One throw as it truly was, with all that went wrong around it. */
export interface ThrowTruth {
  readonly n: number;
  readonly faults: readonly string[];
  /** In the order of the eye's picture; those that the eye cannot see too. */
  readonly dice: readonly TrueDie[];
  readonly contact: { readonly isSeen: boolean } | null;
  readonly hand: { readonly isSeen: boolean } | null;
  /** Bets were closed by the call before it. */
  readonly isCalled: boolean;
  readonly shake: "full" | "short" | "none" | "failed";
  readonly shakeFault: ShakeFault | null;
  /** How the cage was turned, thousandths of a turn, one way after the other. */
  readonly ways: readonly number[];
  readonly loaded: number;
  /** Dice that stay in the cup, and dice that pass the gate together. */
  readonly stay: number;
  readonly together: number;
  /** Dice that are touched after they lay at rest, ms after the verdict could stand. */
  readonly touched: { readonly what: "hand" | "moved" | "taken"; readonly afterMs: number } | null;
  readonly rollMs: number;
  /** Dice that the eye sees and cannot read: index and note. */
  readonly unread: readonly { readonly die: number; readonly note: DieNote }[];
  /** The eye reads another face than lies there, and believes it. Only where a second source must agree. */
  readonly misread: { readonly die: number; readonly face: DieFace } | null;
  /** Facts of the throw that this table's eye cannot know. */
  readonly unseen: readonly string[];
  /** Of these dice the eye cannot tell whether they touched the far edge. */
  readonly wallUnseen: readonly number[];
  readonly trouble: readonly Trouble[];
  readonly witness: WitnessFault | null;
  /** What people declare of it, as the law has it. */
  readonly declared: string | null;
  readonly open: readonly Open[];
}

const flag = (value: boolean): Fact => ({ is: "flag", value });
const count = (value: number): Fact => ({ is: "count", atLeast: value, atMost: value });

/** Places where a die lies in the eye's picture. */
export const IN_VIEW: readonly TrueDie["place"][] = ["arena", "rim", "basket", "outside"];

/** The throw as facts of the rulebook, each known exactly. What only the table itself knows is not among them. */
export function factsOfThrow(truth: ThrowTruth, { rules }: DicePack): FactSheet {
  const { dice } = truth;
  // Of the three dice of the banca francesa each must come to rest in the arena: its rim is outside of it.
  const isRimOutside = !rules.some(({ when }) => factsOf(when).includes("die-on-rim"));
  const some = (is: (die: TrueDie) => boolean): Fact => flag(dice.some(is));
  const many = (is: (die: TrueDie) => boolean): Fact => count(dice.filter(is).length);
  return {
    "dice-in-arena": many(({ place }) => place === "arena"),
    "dice-seen": many(({ place }) => IN_VIEW.includes(place)),
    "die-outside": some(({ place }) => place === "outside" || (isRimOutside && place === "rim")),
    "die-off-table": some(({ place }) => place === "off-table"),
    "die-on-rim": some(({ place }) => place === "rim"),
    "die-in-basket": some(({ place }) => place === "basket"),
    "dice-stacked": some(({ lies }) => lies === "on-die"),
    "die-on-object": some(({ lies }) => lies === "on-object"),
    "die-cocked": some(({ lies }) => lies === "cocked"),
    "dice-touching": some(({ touches }) => touches),
    "die-damaged": some(({ lies }) => lies === "broken"),
    "foreign-die": some(({ isExtra }) => isExtra),
    "foreign-contact": flag(truth.contact !== null),
    "hand-while-rolling": flag(truth.hand !== null),
    "moved-after-rest": flag(truth.touched !== null),
    "dice-slid": some(({ rolled }) => !rolled),
    "wall-contacts": many(({ wall }) => wall),
    "dice-in-far-half": many(({ half, place }) => half === "far" && place === "arena"),
    "throw-before-call": flag(!truth.isCalled),
    "dice-in-cup": count(truth.loaded),
    "die-retained": flag(truth.stay > 0),
    shake: { is: "word", value: truth.shake },
    "cage-turns": count(Math.floor(Math.max(0, ...truth.ways.map(Math.abs)) / 1_000)),
    "set-change-owed": flag(false),
    "set-rotation-late": flag(false),
    "thrower-relief-late": flag(false),
  };
}
