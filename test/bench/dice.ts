import { NETWORKS, openKernels, openNetworks } from "../../drivers/dice/camera/reader-files.ts";
import { isCounted } from "../../src/dice/reading/judge-die.ts";
import type { FaceNetwork } from "../../src/dice/reading/network/network.ts";
import { READ_DEFAULTS, readDice } from "../../src/dice/reading/read-dice.ts";
import { type Reading, READ_RULES, type ReadRules } from "../../src/dice/reading/read-types.ts";
import {
  photoFrame,
  photoLabels,
  READING_KINDS,
  renderedFrames,
  type DiceFrame,
  type Known,
  type PhotoFrame,
} from "./dice-frames.ts";
import { Peer } from "./dice-peer.ts";
import { median, percentile, type Figure, type Part } from "./figures.ts";

const SEED = "bench";
/** Pictures of each kind. */
const RENDERS = [
  { width: 640, height: 480, each: 2 },
  { width: 1280, height: 720, each: 1 },
] as const;
/** Every so many of the photographs of tier A, both halves. */
const PHOTOS_EVERY = 10;

/** `whole`: the picture is all that is known. `known`: die size, windows and number of dice, as an installation knows them. */
const MODES = ["whole", "known"] as const;
type Mode = (typeof MODES)[number];

/** Networks: those of the product, and by the half of the photographs that one was trained on. */
interface Readers {
  readonly product: readonly FaceNetwork[];
  readonly unseen: Readonly<Record<"a" | "b", FaceNetwork>>;
}

export function openReaders(): Readers {
  const product = openNetworks(openKernels(), NETWORKS.pips);
  const [a, b] = product;
  if (a === undefined || b === undefined) throw new Error("a network is missing");
  return { product, unseen: { a: b, b: a } };
}

/** CPU milliseconds that this thread spent: on a machine that does other things the clock on the wall says nothing. */
export function cpuMs<T>(run: () => T): { readonly ms: number; readonly result: T } {
  const before = process.threadCpuUsage();
  const result = run();
  const { user, system } = process.threadCpuUsage(before);
  return { ms: (user + system) / 1_000, result };
}

export function readFrame(
  { image }: DiceFrame,
  known: Known | null,
  networks: readonly FaceNetwork[],
  rules: ReadRules = READ_RULES,
): Reading {
  const reported = known === null ? {} : { die: known.box, regions: known.windows, count: known.count };
  return readDice(image, { ...READ_DEFAULTS, networks, rules, ...reported });
}

/** Sorted faces of a reading that may count; null: undecided. */
export function facesOf({ verdict, dice }: Reading): readonly number[] | null {
  if (verdict === "undecided") return null;
  return dice
    .filter(isCounted)
    .map(({ face }) => Number(face))
    .sort((one, two) => one - two);
}

export type Outcome = "exact" | "silent" | "undecided";

export function outcomeOf({ values, optional }: DiceFrame, faces: readonly number[] | null): Outcome {
  if (faces === null) return "undecided";
  const more = without(faces, values);
  return more !== null && without(optional, more) !== null ? "exact" : "silent";
}

/** What is left of some numbers without others; null: not all of those were there. */
function without(all: readonly number[], taken: readonly number[]): number[] | null {
  const left = [...all];
  for (const one of taken) {
    const at = left.indexOf(one);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

/** What one reader did on one set of pictures. */
class Tally {
  readonly ms: number[] = [];
  readonly outcomes: Record<Outcome, number> = { exact: 0, silent: 0, undecided: 0 };

  add(ms: number, outcome: Outcome): void {
    this.ms.push(ms);
    this.outcomes[outcome]++;
  }
}

/** Time and errors of the dice reader beside OpenCV's recipe, on the same frames of one run. */
export async function diceReading(): Promise<Part> {
  const readers = openReaders();
  const peer = await Peer.open();
  const figures: Figure[] = [];
  for (const { width, height, each } of RENDERS) {
    const frames = READING_KINDS.flatMap((category) => [
      ...renderedFrames({ seed: SEED, category, count: each, width, height }),
    ]);
    figures.push(...(await compared(`${width}x${height} renders`, frames, () => readers.product, peer)));
  }
  const photos: PhotoFrame[] = [];
  const labels = photoLabels().filter(({ label: { tier } }) => tier === "A");
  for (const { name, label, fold } of labels.filter((_, at) => at % PHOTOS_EVERY === 0))
    photos.push(await photoFrame(name, label, fold));
  const folds = new Map(photos.map(({ name, fold }) => [name, fold] as const));
  const unseenBy = ({ name }: DiceFrame): readonly FaceNetwork[] => [readers.unseen[folds.get(name) ?? "a"]];
  // Their labels have upright boxes of turned dice: no size that an installation would know.
  figures.push(...(await compared("photographs of tier A", photos, unseenBy, peer, ["whole"])));
  await peer?.close();
  const missing = peer === null ? "; no python3-opencv here, so nothing to compare with" : "";
  return {
    title: "Dice read",
    about: `CPU time of one thread; ${READING_KINDS.length} kinds of renders, photographs by the network that never saw them${missing}`,
    figures,
  };
}

async function compared(
  title: string,
  frames: readonly DiceFrame[],
  networksFor: (frame: DiceFrame) => readonly FaceNetwork[],
  peer: Peer | null,
  modes: readonly Mode[] = MODES,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const mode of modes) {
    const usable = frames.filter(({ known }) => mode === "whole" || known !== null);
    const [first] = usable;
    if (first === undefined) continue;
    const [own, other] = [new Tally(), new Tally()];
    const knownIn = ({ known }: DiceFrame): Known | null => (mode === "known" ? known : null);
    // The first reading of a run compiles: it is not counted.
    readFrame(first, knownIn(first), networksFor(first));
    await peer?.read(first, mode === "known");
    for (const frame of usable) {
      const { ms, result } = cpuMs(() => readFrame(frame, knownIn(frame), networksFor(frame)));
      own.add(ms, outcomeOf(frame, facesOf(result)));
      if (peer === null) continue;
      const said = await peer.read(frame, mode === "known");
      other.add(said.cpuMs, outcomeOf(frame, said.faces));
    }
    figures.push(...figuresOf(title, mode, own, peer === null ? null : other));
  }
  return figures;
}

const MODE_NAMES: Readonly<Record<Mode, string>> = { whole: "whole picture", known: "windows, size, count" };

function figuresOf(title: string, mode: Mode, own: Tally, peer: Tally | null): Figure[] {
  const name = `${title}, ${MODE_NAMES[mode]}`;
  const timed = ([0.5, 0.99] as const).map((share): Figure => {
    const value = percentile(own.ms, share);
    const beside = peer === null ? Number.NaN : percentile(peer.ms, share);
    const note = peer === null ? "" : `${(value / beside).toFixed(2)} of the peer's ${beside.toFixed(1)}`;
    return { name: `${name}: p${100 * share}`, value, unit: "ms", note };
  });
  const said = (tally: Tally): string => {
    const { exact, silent, undecided } = tally.outcomes;
    return `exact ${exact}, silent ${silent}, undecided ${undecided}`;
  };
  const all = own.ms.length;
  const beside = peer === null ? "" : `; peer: ${said(peer)}`;
  return [
    ...timed,
    {
      name: `${name}: exact`,
      value: (100 * own.outcomes.exact) / all,
      unit: "%",
      note: `of ${all}: ${said(own)}${beside}`,
    },
    {
      name: `${name}: silently wrong`,
      value: (100 * own.outcomes.silent) / all,
      unit: "%",
      note: peer === null ? "" : `peer ${((100 * peer.outcomes.silent) / all).toFixed(1)} %`,
    },
    { name: `${name}: median reads`, value: 1_000 / median(own.ms), unit: "pictures/s" },
  ];
}
