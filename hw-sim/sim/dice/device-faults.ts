import {
  fitsAlways,
  isGame,
  mayStayOpen,
  mustStayOpen,
  type Around,
  type DiceFault,
  type Draft,
} from "./draft.ts";

/** What goes wrong with devices, cables and the unit around a throw. */

const has =
  (thrower: string) =>
  ({ installed }: Around): boolean =>
    installed.thrower === thrower;

function shaken(draft: Draft, { random, installed }: Around): void {
  const kinds = ["short", "none", "error", "stuck"] as const;
  const isLine = installed.thrower === "shaker-line";
  const f = isLine && random.oneIn(5) ? ("uncoupled" as const) : random.pick(kinds);
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
    put: (draft, { random }) => {
      // A die was forgotten: it is never thrown.
      const at = random.below(draft.dice.length);
      draft.loaded -= 1;
      draft.dice = draft.dice.map((die, index) => (index === at ? { ...die, place: "in-cup" as const } : die));
      mustStayOpen(draft, "cup-fewer");
    },
  },
  {
    name: "cup-stay",
    fits: isGame("horn", "cup"),
    put: (draft, { random }) => {
      const at = random.below(draft.dice.length);
      draft.stay = 1;
      draft.dice = draft.dice.map((die, index) => (index === at ? { ...die, place: "in-cup" as const } : die));
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
  {
    name: "dome-open",
    fits: ({ installed }) => installed.knows.includes("dome"),
    put: (draft, { random }) => {
      draft.trouble.push({ is: "dome-open", atMs: random.below(1_000) - 1_500 });
      mustStayOpen(draft, "dome-open");
    },
  },
  {
    name: "garbled-rest",
    fits: fitsAlways,
    put: (draft) => {
      draft.trouble.push({ is: "garbled-rest" });
      mayStayOpen(draft, "garbled-rest");
    },
  },
  {
    name: "noise",
    fits: fitsAlways,
    put: (draft, { random }) => {
      draft.trouble.push({ is: "noise", atMs: random.below(3_000) - 500, lines: 1 + random.below(6) });
      mayStayOpen(draft, "noise");
    },
  },
  {
    name: "eye-cable",
    fits: fitsAlways,
    put: (draft, { random }) => {
      draft.trouble.push({
        is: "cable",
        port: "eye",
        atMs: random.below(900) - 300,
        forMs: 500 + random.below(8_000),
      });
      mayStayOpen(draft, "eye-cable");
    },
  },
  {
    name: "thrower-cable",
    fits: ({ installed }) => installed.thrower !== null,
    put: (draft, { random }) => {
      const atMs = random.below(1_500) - 500;
      draft.trouble.push({ is: "cable", port: "thrower", atMs, forMs: 500 + random.below(8_000) });
      mayStayOpen(draft, "thrower-cable");
    },
  },
  {
    name: "eye-restart",
    fits: fitsAlways,
    put: (draft, { random }) => {
      draft.trouble.push({ is: "eye-restart", atMs: random.below(1_500) - 500 });
      mayStayOpen(draft, "eye-restart");
    },
  },
  {
    name: "unit-restart",
    fits: fitsAlways,
    put: (draft, { random }) => {
      draft.trouble.push({ is: "unit-restart", atMs: random.below(2_000) - 500 });
      mayStayOpen(draft, "unit-restart");
    },
  },
];
