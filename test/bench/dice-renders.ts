import { parseArgs } from "node:util";
import type { PhotoStyle } from "../../hw-sim/models/dice/render/photo-style.ts";
import type { CameraSetupOptions } from "../../hw-sim/models/dice/camera-setup.ts";
import type { Category } from "../../hw-sim/models/dice/scenes.ts";
import type { FaceNetwork } from "../../src/dice/reading/network/network.ts";
import { type Reading, READ_RULES, type ReadRules } from "../../src/dice/reading/read-types.ts";
import { facesOf, openReaders, outcomeOf, readFrame, type Outcome } from "./dice.ts";
import {
  knownOfPhoto,
  photoFrame,
  photoLabels,
  renderedFrames,
  photoStyleFrames,
  type DiceFrame,
  type Known,
  type PhotoLabel,
  type PhotoStyleOptions,
} from "./dice-frames.ts";

/**
 * `node test/bench/dice-renders.ts [--each n] [--photos n] [--reader a|b] [--only kind+kind] [--seed s]`: do renders predict
 * photographs? The same fixed reader, with one network, on renders of a kind and on photographs of that kind that its
 * network never saw. Renders are tuned by what reader b says (it reads fold a); what reader a says is reported.
 */
const { values: given } = parseArgs({
  options: {
    each: { type: "string", default: "12" },
    photos: { type: "string", default: "16" },
    reader: { type: "string", default: "both" },
    only: { type: "string", default: "" },
    seed: { type: "string", default: "compare" },
  },
});

interface Kind {
  readonly name: string;
  readonly category: Category;
  readonly setup?: CameraSetupOptions;
  /** Renders like people's snapshots, instead of a category of an installation. */
  readonly snap?: Omit<PhotoStyleOptions, "seed" | "count">;
  /** The die's size is not told: the photographs' labels do not say it. */
  readonly isBlind?: true;
  /** Null: there are no such photographs. */
  readonly isLike: ((label: PhotoLabel) => boolean) | null;
}

const AGAINST_PLAIN = [
  "touching",
  "near-touching",
  "glare",
  "transparent-die",
  "cut",
  "foreign-object",
  "harsh-light",
];
const flagged =
  (...flags: readonly string[]) =>
  (label: PhotoLabel): boolean =>
    flags.some((flag) => label.flags.includes(flag));
/** Grounds as in the photographs of tier A. */
const PLAIN_GROUND = ["plain", "felt", "bowl"] as const;

const SQUARE = [640, 640] as const;
/** Collections squeeze pictures of 4:3, lying or standing, into a square. */
const LYING = [853, 640] as const;
const STANDING = [640, 853] as const;
const SMALL: PhotoStyle = {
  ground: "white",
  sidePx: [22, 29],
  sizes: [0.75, 1],
  tilt: [0, 6],
  over: [550, 850],
  dice: [1, 8],
  makes: 5,
  marbled: 0.65,
  clear: 0.1,
  pale: 0,
  dark: 0.5,
  round: 0.6,
  pips: [0.9, 1.1],
  blur: [0.6, 1.1],
};
const TRAY: PhotoStyle = {
  ground: "tray",
  sidePx: [26, 40],
  sizes: [0.85, 1],
  tilt: [12, 38],
  over: [320, 480],
  dice: [5, 9],
  makes: 4,
  marbled: 0.8,
  clear: 0,
  pale: 0,
  dark: 0.1,
  round: 0.6,
  pips: [0.9, 1.1],
  blur: [0.8, 1.5],
};
const PAPER: PhotoStyle = {
  ground: "paper",
  alike: true,
  sidePx: [55, 85],
  sizes: [0.7, 1],
  tilt: [38, 52],
  over: [200, 350],
  dice: [2, 15],
  makes: 10,
  marbled: 0.1,
  clear: 0.25,
  pale: 0.45,
  dark: 0,
  round: 0.6,
  pips: [0.6, 1],
  blur: [0.6, 1.2],
};

/** Kinds of pictures that exist as renders and, but for the last few, as photographs. */
const KINDS: readonly Kind[] = [
  {
    name: "plain",
    category: "plain",
    setup: { cloths: PLAIN_GROUND },
    isLike: (label) => label.tier === "A" && !flagged(...AGAINST_PLAIN)(label),
  },
  {
    name: "small dice (32 px)",
    category: "plain",
    setup: { cloths: PLAIN_GROUND, sidePx: 32 },
    isLike: (label) => label.source === "nell-byler" && !flagged("touching", "near-touching")(label),
  },
  {
    name: "small dice, snapshots",
    category: "plain",
    snap: { photoStyle: SMALL, drawn: [SQUARE], stretched: SQUARE },
    isBlind: true,
    isLike: (label) => label.source === "nell-byler" && !flagged("touching", "near-touching")(label),
  },
  {
    name: "trays, snapshots",
    category: "oblique",
    snap: { photoStyle: TRAY, drawn: [LYING, STANDING], stretched: SQUARE },
    isBlind: true,
    isLike: (label) => label.source === "rune55-trays",
  },
  {
    name: "clear dice, snapshots",
    category: "oblique",
    snap: { photoStyle: PAPER, drawn: [LYING], stretched: SQUARE },
    isBlind: true,
    isLike: (label) => label.view === "oblique" && flagged("transparent-die")(label),
  },
  {
    name: "textured ground",
    category: "plain",
    setup: { cloths: ["woven", "wood"] },
    isBlind: true,
    isLike: flagged("textured-background"),
  },
  {
    name: "touching",
    category: "touching",
    setup: { light: "good", dome: false },
    isLike: flagged("touching"),
  },
  {
    name: "near-touching",
    category: "near-touching",
    setup: { light: "good", dome: false },
    isLike: flagged("near-touching"),
  },
  { name: "glare", category: "glare", isLike: flagged("glare", "harsh-light") },
  {
    name: "oblique",
    category: "oblique",
    setup: { light: "good", dome: false },
    isLike: (label) => label.view === "oblique" && !flagged("transparent-die", "low-angle")(label),
  },
  { name: "clear, dye absorbs", category: "clear-absorbed", isLike: flagged("transparent-die") },
  { name: "clear, dye lets through", category: "clear-shown", isLike: flagged("transparent-die") },
  {
    name: "something else there",
    category: "chip",
    setup: { light: "good", dome: false },
    isLike: flagged("foreign-object", "hand"),
  },
  { name: "printed cloth", category: "plain", setup: { cloths: ["printed", "squared"] }, isLike: null },
  { name: "under a dome", category: "plain", setup: { dome: true, arena: "round" }, isLike: null },
  { name: "hard lamp", category: "plain", setup: { light: "hard" }, isLike: null },
  { name: "low contrast", category: "low-contrast", isLike: null },
];

/** What one reader did with one kind. */
class Score {
  readonly outcomes: Record<Outcome, number> = { exact: 0, silent: 0, undecided: 0 };
  dice = 0;
  network = 0;
  geometry = 0;
  agreed = 0;

  add(frame: DiceFrame, reading: Reading): void {
    const outcome = outcomeOf(frame, facesOf(reading));
    this.outcomes[outcome]++;
    if (outcome === "silent")
      process.stderr.write(
        `${frame.name}: ${facesOf(reading)?.join(" ")} instead of ${frame.values.join(" ")}\n`,
      );
    this.dice += frame.values.length;
    const said = (of: (die: Reading["dice"][number]) => unknown): number =>
      common(
        frame.values,
        reading.dice.map((die) => Number(of(die) ?? 0)),
      );
    this.network += said(({ said: both }) => both?.network);
    this.geometry += said(({ said: both }) => both?.geometry);
    this.agreed += said(({ face }) => face);
  }

  get count(): number {
    const { exact, silent, undecided } = this.outcomes;
    return exact + silent + undecided;
  }

  get cells(): string {
    const share = (part: number, all: number): string => (all === 0 ? "-" : ((100 * part) / all).toFixed(0));
    const { exact, silent } = this.outcomes;
    const dice = [this.network, this.geometry, this.agreed].map((one) => share(one, this.dice)).join(" / ");
    return `${this.count} | ${share(exact, this.count)} | ${silent} | ${dice}`;
  }
}

/** How many of the wanted values are among those said, each once. */
function common(wanted: readonly number[], said: readonly number[]): number {
  const left = [...said];
  return wanted.filter((value) => {
    const at = left.indexOf(value);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }).length;
}

/** Sizes of dice, told or labelled: a turned die's upright box is up to 1.4 times its side, so not too exact a word. */
const RULES: ReadRules = { ...READ_RULES, sizeKnown: 1.5 };

/** What the reader is told: the size of the dice, no windows and no number. */
function reportedOf({ known }: DiceFrame, { isBlind }: Kind): Known | null {
  return isBlind === true || known === null ? null : { ...known, windows: null, count: null };
}

async function photographs(kind: Kind, fold: "a" | "b", networks: readonly FaceNetwork[]): Promise<Score> {
  const { isLike, isBlind } = kind;
  const score = new Score();
  if (isLike === null) return score;
  const like = photoLabels().filter(
    ({ fold: own, name, label }) =>
      own === fold && isLike(label) && (isBlind === true || knownOfPhoto(name, label) !== null),
  );
  const step = Math.max(1, like.length / Number(given.photos));
  for (let at = 0; at < like.length; at += step) {
    const one = like[Math.floor(at)];
    if (one === undefined) continue;
    const frame = await photoFrame(one.name, one.label, one.fold);
    score.add(frame, readFrame(frame, reportedOf(frame, kind), networks, RULES));
  }
  return score;
}

async function renders(kind: Kind, networks: readonly FaceNetwork[]): Promise<Score> {
  const { category, setup: rig = {}, snap } = kind;
  const score = new Score();
  if (snap !== undefined) {
    for await (const frame of photoStyleFrames({ ...snap, seed: given.seed, count: Number(given.each) }))
      score.add(frame, readFrame(frame, reportedOf(frame, kind), networks, RULES));
    return score;
  }
  const options = { seed: given.seed, category, count: Number(given.each), width: 400, height: 300, rig };
  for (const frame of renderedFrames(options))
    score.add(frame, readFrame(frame, reportedOf(frame, kind), networks, RULES));
  return score;
}

const { unseen } = openReaders();
process.stdout.write(
  `dice: labelled faces that network / geometry / both name right, %\n| kind | reader | photographs | exact % | silent | dice | renders | exact % | silent | dice | exact, difference | dice agreed, difference |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n`,
);
const asked = given.only.split("+");
for (const kind of KINDS.filter(({ name }) => asked.some((part) => name.includes(part))))
  for (const [reader, fold] of [["b", "a"] as const, ["a", "b"] as const]) {
    if (given.reader !== "both" && given.reader !== reader) continue;
    const networks = [unseen[fold]];
    const real = await photographs(kind, fold, networks);
    const drawn = await renders(kind, networks);
    const points = (of: (score: Score) => number): string =>
      real.count === 0 ? "-" : (100 * (of(drawn) - of(real))).toFixed(0);
    const exact = points((score) => score.outcomes.exact / score.count);
    const agreed = points((score) => score.agreed / score.dice);
    process.stdout.write(
      `| ${kind.name} | ${reader} | ${real.cells} | ${drawn.cells} | ${exact} | ${agreed} |\n`,
    );
  }
