import { EYE_FAULTS } from "../../../drivers/dice/eye/codes.ts";
import { WITNESS_FAULTS } from "../../models/dice/devices/witness.ts";
import { facesOf } from "../../../src/dice/faces.ts";
import { DIE_NOTES } from "../../../src/dice/reading/read-types.ts";
import { refusesResults } from "../../../src/codes/faults.ts";
import {
  fitsAlways,
  changeDie,
  declarable,
  isGame,
  troubleFault,
  mayStayOpen,
  mustStayOpen,
  type DiceFault,
} from "./draft.ts";
import { DEVICE_FAULTS } from "./device-faults.ts";
import type { TrueDie } from "./truth.ts";
import { isCallOwed } from "./expected.ts";

const ofHand = isGame("hand");
/** No dome and no cage around the dice. */
const inReach = isGame("hand", "cup", "horn");

/** One die lies in such a way that no eye may give a number for the throw. */
const lyingFault = (name: string, fits: DiceFault["fits"], how: Partial<TrueDie>): DiceFault => ({
  name,
  fits,
  put: (draft, around) => {
    changeDie(draft, around, how);
    mustStayOpen(draft, name);
  },
});

/** How the dice lie. */
const LYING: readonly DiceFault[] = [
  {
    name: "touching",
    fits: fitsAlways,
    put: (draft) => (draft.dice = draft.dice.map((die, at) => ({ ...die, touches: at < 2 }))),
  },
  {
    name: "stacked",
    fits: fitsAlways,
    put: (draft, around) => {
      const top = changeDie(draft, around, { lies: "on-die" });
      const under = (top + 1) % draft.dice.length;
      const { x, y } = draft.dice[top] ?? { x: 0, y: 0 };
      const isHidden = around.random.oneIn(2);
      changeDie(draft, around, { x: x + 20, y, ...(isHidden ? { lies: "under-die" } : {}) }, under);
      mustStayOpen(draft, "stacked");
    },
  },
  lyingFault("cocked", fitsAlways, { lies: "cocked" }),
  lyingFault("on-object", inReach, { lies: "on-object" }),
  {
    name: "broken",
    fits: fitsAlways,
    put: (draft, around) => {
      // One that lies on or under another goes on lying there.
      const flat = draft.dice.flatMap(({ lies }, at) => (lies === "flat" ? [at] : []));
      if (flat.length > 0) changeDie(draft, around, { lies: "broken" }, around.random.pick(flat));
      mayStayOpen(draft, "broken");
    },
  },
  lyingFault("rim", inReach, { place: "rim" }),
  lyingFault("outside", isGame("cup", "horn"), { place: "outside" }),
  lyingFault("basket", ofHand, { place: "basket" }),
  lyingFault("off-table", inReach, { place: "off-table" }),
  {
    name: "extra-die",
    fits: inReach,
    put: (draft, { random, installed }) => {
      const [like] = draft.dice;
      if (like === undefined) return;
      const face = random.pick(facesOf(installed.pack.dice.faces));
      draft.dice = [...draft.dice, { ...like, face, x: like.x + 400, isExtra: true }];
      mustStayOpen(draft, "extra-die");
    },
  },
];

/** How they came to lie there. */
const ROLLING: readonly DiceFault[] = [
  {
    name: "contact",
    fits: inReach,
    put: (draft, { random }) => {
      const isSeen = !random.oneIn(4);
      draft.contact = { isSeen };
      if (!isSeen) draft.unseen.push("foreign-contact");
    },
  },
  // A hand may hold up a cage as well.
  {
    name: "hand",
    fits: isGame("hand", "cup", "horn", "cage"),
    put: (draft) => (draft.hand = { isSeen: true }),
  },
  { name: "slid", fits: ofHand, put: (draft, around) => void changeDie(draft, around, { rolled: false }) },
  {
    name: "wall-short",
    fits: ofHand,
    put: (draft, around) => {
      const one = changeDie(draft, around, { wall: false });
      if (around.random.oneIn(2)) changeDie(draft, around, { wall: false }, 1 - one);
    },
  },
  {
    name: "wall-unseen",
    fits: ({ installed }) => installed.knows.includes("wall"),
    put: (draft, { random }) => {
      draft.wallUnseen = random.oneIn(2) ? [0, 1] : [random.below(2)];
      draft.unseen.push("wall-contacts");
      mayStayOpen(draft, "wall-unseen");
    },
  },
  {
    name: "near-half",
    fits: ofHand,
    put: (draft, around) => void changeDie(draft, around, { half: "near", x: -2_000 }),
  },
  {
    name: "before-call",
    fits: ({ installed }) => isCallOwed(installed.pack),
    put: (draft) => (draft.isCalled = false),
  },
];

/** What the eye makes of dice that lie as they should. */
const READING: readonly DiceFault[] = [
  {
    name: "unread",
    fits: fitsAlways,
    put: (draft, { random }) => {
      const notes = DIE_NOTES.filter((one) =>
        ["hidden", "glare", "disagree", "one-reader", "weak"].includes(one),
      );
      draft.unread = [{ die: random.below(draft.dice.length), note: random.pick(notes) }];
      mustStayOpen(draft, "unread");
    },
  },
  {
    name: "misread",
    fits: ({ installed }) => installed.witness?.isRequired === true,
    put: (draft, { random, installed }) => {
      const die = random.below(draft.dice.length);
      const others = facesOf(installed.pack.dice.faces).filter((face) => face !== draft.dice[die]?.face);
      draft.misread = { die, face: random.pick(others) };
      mustStayOpen(draft, "misread");
    },
  },
  {
    name: "witness",
    fits: ({ installed }) => installed.witness !== null,
    put: (draft, { random }) => {
      draft.witness = random.pick(WITNESS_FAULTS);
      mayStayOpen(draft, `witness-${draft.witness}`);
    },
  },
  troubleFault("begin-unseen", fitsAlways, mustStayOpen, () => ({ is: "begin-unseen" })),
  troubleFault("gone-unread", inReach, mustStayOpen, () => ({ is: "gone-unread" })),
  {
    name: "eye-fault",
    fits: fitsAlways,
    put: (draft, around) => {
      const { random } = around;
      const fault = random.pick(EYE_FAULTS);
      draft.trouble.push({
        is: "eye-fault",
        fault,
        atMs: random.below(1_200) - 600,
        forMs: 3_000 + random.below(6_000),
      });
      // Where dice are shaken or turned for long it may be over before they lie.
      (refusesResults(fault) && inReach(around) ? mustStayOpen : mayStayOpen)(draft, fault);
    },
  },
  troubleFault("frames-lost", fitsAlways, mustStayOpen, (random) => ({
    is: "frames-lost",
    atMs: 100 + random.below(400),
    forMs: 300 + random.below(900),
  })),
];

/** What happens once they lie, and what people say of it. */
const AFTER: readonly DiceFault[] = [
  {
    name: "touched",
    fits: inReach,
    put: (draft, { random }) => {
      draft.touched = { what: random.pick(["hand", "moved"] as const), afterMs: 100 + random.below(1_500) };
    },
  },
  {
    name: "declared",
    fits: ({ installed }) => declarable(installed).length > 0,
    put: (draft, { random, installed }) => {
      draft.declared = random.pick(declarable(installed)).id;
    },
  },
];

export const DICE_FAULTS: readonly DiceFault[] = [...LYING, ...ROLLING, ...READING, ...AFTER, ...DEVICE_FAULTS];
