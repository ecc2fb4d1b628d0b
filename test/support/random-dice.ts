import fc from "fast-check";
import { DIE_NOTES } from "../../src/dice/reading/read-types.ts";
import { PIP_FACES, SYMBOL_FACES, type DieFace } from "../../src/dice/faces.ts";
import { ROLES, type Role } from "../../src/people/roles.ts";
import type { Key } from "../../src/people/keys.ts";
import type { DieRead, DiceObservation, ThrowRead } from "../../src/dice/observation.ts";

/** Anything that may happen at a dice table, sense or nonsense. */
export type Act =
  | { readonly a: "see"; readonly seen: DiceObservation }
  /** `n`: the step of the eye's own number, mostly 1. */
  | { readonly a: "rest"; readonly step: number; readonly read: Omit<ThrowRead, "n"> }
  /** A throw from its first movement, told by an eye that works. */
  | {
      readonly a: "throw";
      readonly dice: readonly DieRead[];
      readonly made: "shake" | "cage" | "cup" | "nothing";
      readonly then: "witness" | "silence" | "other";
    }
  | { readonly a: "take-up" }
  | { readonly a: "key"; readonly key: Key; readonly role: Role; readonly name: string }
  /** Two people name the dice of the round that is undecided. */
  | { readonly a: "name"; readonly faces: readonly DieFace[] }
  /** The rule of this place in the pack, of the round so many before this one. */
  | {
      readonly a: "rule";
      readonly key: "void" | "declare" | "confirm-void";
      readonly at: number;
      readonly ago: number;
      readonly role: Role;
    }
  /** The task of this place. */
  | { readonly a: "acknowledge"; readonly at: number; readonly role: Role }
  | { readonly a: "wait"; readonly us: number }
  | { readonly a: "restart" }
  | { readonly a: "panel"; readonly stands: boolean };

const pips = fc.constantFrom(...PIP_FACES);
const symbols = fc.constantFrom(...SYMBOL_FACES);
type Faces = fc.Arbitrary<DieFace>;

const flat = (face: Faces): fc.Arbitrary<DieRead> =>
  face.map((one) => ({
    face: one,
    x: 100,
    y: 200,
    confidence: 990,
    notes: [],
    half: "far",
    wall: true,
    rolled: true,
  }));

const anyDie = (face: Faces): fc.Arbitrary<DieRead> =>
  fc.record(
    {
      face: fc.option(fc.oneof({ weight: 9, arbitrary: face }, fc.constantFrom<DieFace>("1", "crown")), {
        freq: 8,
      }),
      x: fc.nat(5_000),
      y: fc.nat(5_000),
      confidence: fc.nat(1_000),
      notes: fc.oneof(fc.constant([]), fc.subarray([...DIE_NOTES], { maxLength: 2 })),
      zone: fc.constantFrom("rim" as const, "basket" as const, "outside" as const),
      half: fc.constantFrom("near" as const, "far" as const),
      wall: fc.boolean(),
      rolled: fc.boolean(),
    },
    { requiredKeys: ["face", "x", "y", "confidence", "notes"] },
  );

const anyRead = (face: Faces, dice: number): fc.Arbitrary<Omit<ThrowRead, "n">> =>
  fc.record({
    rolledMs: fc.oneof({ weight: 5, arbitrary: fc.constant(800) }, fc.constant(null)),
    dice: fc.oneof(
      { weight: 4, arbitrary: fc.array(flat(face), { minLength: dice, maxLength: dice }) },
      { weight: 2, arbitrary: fc.array(anyDie(face), { minLength: dice, maxLength: dice }) },
      fc.array(anyDie(face), { maxLength: dice + 2 }),
    ),
    verdict: fc.oneof(
      { weight: 5, arbitrary: fc.constant("readable" as const) },
      fc.constant("undecided" as const),
    ),
    reasons: fc.oneof(
      { weight: 5, arbitrary: fc.constant([]) },
      fc.constantFrom(["hand"], ["disagree"], ["light"]),
    ),
    picture: fc.constant("ab".repeat(32)),
  });

const device = fc.constantFrom("eye" as const, "thrower" as const, "witness" as const);

const observation = (face: Faces, dice: number): fc.Arbitrary<DiceObservation> =>
  fc.oneof<fc.Arbitrary<DiceObservation>[]>(
    fc.record({ o: fc.constant("attached" as const), device }),
    fc.record({
      o: fc.constant("arena" as const),
      state: fc.constantFrom("unknown", "empty", "covered", "moving", "settling", "rest"),
    }),
    fc.record({ o: fc.constant("arena" as const), state: fc.constantFrom("empty", "moving", "settling") }),
    fc.record({ o: fc.constant("foreign-contact" as const), what: fc.constantFrom("hand", "object") }),
    fc.record({ o: fc.constant("disturbed" as const), what: fc.constantFrom("hand", "moved", "taken") }),
    fc.record({ o: fc.constant("dome" as const), closed: fc.boolean() }),
    fc.record({
      o: fc.constant("shake" as const),
      stage: fc.constantFrom("accepted", "shaking", "done", "failed"),
      ms: fc.constantFrom(null, 200, 7_000, 9_600),
      asked: fc.constantFrom(null, 9_590),
    }),
    fc.record({
      o: fc.constant("cage" as const),
      stage: fc.constantFrom("turning", "stopped"),
      milliTurns: fc.constantFrom(0, 1_000, 2_500),
    }),
    fc.record({
      o: fc.constant("cup" as const),
      stage: fc.constantFrom("loaded", "thrown"),
      dice: fc.constantFrom(null, 1, dice, dice),
    }),
    fc.record({
      o: fc.constant("witness" as const),
      faces: fc.option<DieFace[]>(fc.array(face, { minLength: dice, maxLength: dice })),
      why: fc.constant(null),
    }),
    fc.record({
      o: fc.constant("gap" as const),
      device,
      why: fc.constantFrom(
        "port-gone",
        "device-silent",
        "device-garbled",
        "restart",
        "overflow",
        "frames-lost",
      ),
    }),
    fc.record({
      o: fc.constantFrom("fault" as const, "fault-cleared" as const, "fault-cleared" as const),
      device,
      code: fc.constantFrom(
        "eye-light",
        "eye-moved",
        "eye-camera-gone",
        "eye-frames-lost",
        "device-silent",
        "shaker-stuck",
      ),
      detail: fc.constant({}),
    }),
  );

const role = fc.constantFrom(...ROLES);
const key = (face: Faces, dice: number): fc.Arbitrary<Key> => {
  const round = fc.nat(9);
  return fc.oneof<fc.Arbitrary<Key>[]>(
    fc.constantFrom<Key>({ key: "no-more-bets" }, { key: "open-bets" }, { key: "change-dice" }),
    fc.constantFrom<Key>(
      { key: "open-table" },
      { key: "close-table" },
      { key: "last-three-spins" },
      { key: "new-shoe" },
    ),
    fc.record({ key: fc.constant("announce" as const), round }),
    fc.record({
      key: fc.constant("dice-are" as const),
      round,
      faces: fc.array(face, { minLength: dice, maxLength: dice }),
    }),
    fc.record({ key: fc.constant("change-thrower" as const), seat: fc.option<number>(fc.nat(9)) }),
    fc.record({
      key: fc.constant("mark-point" as const),
      point: fc.constantFrom<(number | null)[]>(null, 4, 6, 7, 10),
    }),
  );
};

/** Any act at a table that throws so many dice with such faces. */
export function anyAct(symbolic: boolean, dice: number): fc.Arbitrary<Act> {
  const face: Faces = symbolic ? symbols : pips;
  const lies = fc.array(flat(face), { minLength: dice, maxLength: dice });
  return fc.oneof<fc.WeightedArbitrary<Act>[]>(
    { weight: 12, arbitrary: fc.record({ a: fc.constant("see" as const), seen: observation(face, dice) }) },
    {
      weight: 4,
      arbitrary: fc.record({
        a: fc.constant("rest" as const),
        step: fc.constantFrom(1, 1, 1, 1, 0, 2, -3),
        read: anyRead(face, dice),
      }),
    },
    {
      weight: 10,
      arbitrary: fc.record({
        a: fc.constant("throw" as const),
        dice: lies,
        made: fc.constantFrom("shake", "cage", "cup", "nothing"),
        then: fc.constantFrom("witness", "witness", "silence", "other"),
      }),
    },
    { weight: 6, arbitrary: fc.constant<Act>({ a: "take-up" }) },
    {
      weight: 6,
      arbitrary: fc.record({
        a: fc.constant("key" as const),
        key: key(face, dice),
        role,
        name: fc.constantFrom("A", "B"),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        a: fc.constant("name" as const),
        faces: fc.array(face, { minLength: dice, maxLength: dice }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        a: fc.constant("rule" as const),
        key: fc.constantFrom("void", "declare", "confirm-void"),
        at: fc.nat(60),
        ago: fc.constantFrom(0, 0, 1, 2),
        role: fc.constantFrom("jefe-de-mesa", "stickman", "croupier"),
      }),
    },
    { weight: 1, arbitrary: fc.record({ a: fc.constant("acknowledge" as const), at: fc.nat(4), role }) },
    {
      weight: 3,
      arbitrary: fc.record({
        a: fc.constant("wait" as const),
        us: fc.constantFrom(1_000, 1_500_000, 9_000_000, 61_000_000),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Act[]>(
        { a: "restart" },
        { a: "panel", stands: true },
        { a: "panel", stands: false },
      ),
    },
  );
}
