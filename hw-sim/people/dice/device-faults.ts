import {
  changeDie,
  fitsAlways,
  isGame,
  mayStayOpen,
  mustStayOpen,
  troubleFault,
  type Around,
  type DiceFault,
  type Draft,
} from "./draft.ts";

/** What goes wrong with devices, cables and the unit around a throw. */

const has =
  (thrower: string) =>
  ({ installed }: Around): boolean =>
    installed.thrower === thrower;

function shaken(draft: Draft, { random }: Around): void {
  const f = random.pick(["short", "none", "error", "stuck"] as const);
  const percent = 15 + random.below(50);
  mustStayOpen(draft, `shake-${f}`);
  if (f === "short" || f === "error") draft.shakeFault = { f, percent };
  else draft.shakeFault = { f };
  draft.shake = f === "short" ? "short" : f === "error" || f === "stuck" ? "failed" : "none";
}

export const DEVICE_FAULTS: readonly DiceFault[] = [
  { name: "shake", fits: isGame("shaker"), put: shaken },
  {
    name: "cage-short",
    fits: isGame("cage"),
    put: (draft, { random }) => {
      const one = 300 + random.below(1_650);
      draft.ways = random.oneIn(3) ? [one, -Math.min(1_990, one + 200)] : [one];
    },
  },
  {
    name: "cup-fewer",
    fits: isGame("horn", "cup"),
    put: (draft, around) => {
      // A die was forgotten: it is never thrown.
      draft.loaded -= 1;
      changeDie(draft, around, { place: "in-cup" });
      mustStayOpen(draft, "cup-fewer");
    },
  },
  {
    name: "cup-stay",
    fits: isGame("horn", "cup"),
    put: (draft, around) => {
      draft.stay = 1;
      changeDie(draft, around, { place: "in-cup" });
      mustStayOpen(draft, "cup-stay");
    },
  },
  {
    name: "cup-together",
    fits: has("cup-switch"),
    put: (draft) => {
      draft.together = 1;
      mayStayOpen(draft, "cup-together");
    },
  },
  troubleFault(
    "dome-open",
    ({ installed }) => installed.knows.includes("dome"),
    mustStayOpen,
    (random) => ({ is: "dome-open", atMs: random.below(1_000) - 1_500 }),
  ),
  troubleFault("garbled-rest", fitsAlways, mayStayOpen, () => ({ is: "garbled-rest" })),
  troubleFault("noise", fitsAlways, mayStayOpen, (random) => ({
    is: "noise",
    atMs: random.below(3_000) - 500,
    lines: 1 + random.below(6),
  })),
  troubleFault("eye-cable", fitsAlways, mayStayOpen, (random) => ({
    is: "cable",
    port: "eye",
    atMs: random.below(900) - 300,
    forMs: 500 + random.below(8_000),
  })),
  troubleFault(
    "thrower-cable",
    ({ installed }) => installed.thrower !== null,
    mayStayOpen,
    (random) => ({
      is: "cable",
      port: "thrower",
      atMs: random.below(1_500) - 500,
      forMs: 500 + random.below(8_000),
    }),
  ),
  troubleFault("eye-restart", fitsAlways, mayStayOpen, (random) => ({
    is: "eye-restart",
    atMs: random.below(1_500) - 500,
  })),
  troubleFault("unit-restart", fitsAlways, mayStayOpen, (random) => ({
    is: "unit-restart",
    atMs: random.below(2_000) - 500,
  })),
];
