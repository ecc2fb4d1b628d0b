import { BallPictureReader } from "../../../src/balls/reading/read-ball.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import { anyScene, MAKERS, SCENE_KINDS, VIEW, type SceneKind } from "../../models/balls/render/ball-scene.ts";
import { drawBalls } from "../../models/balls/render/draw-balls.ts";

/** What the reader made of rendered balls, held against what was rendered. */
export interface PicturesRead {
  /** Pictures by what they show, and what became of them. */
  readonly kinds: Readonly<Record<SceneKind, Readonly<Record<PictureOutcome, number>>>>;
  /** Pictures whose number a person could say, and those of them that were read. */
  readonly legible: number;
  readonly legibleRead: number;
  /** Each number that is not the ball's, for whoever looks for why: which picture, what lay there, what was read. */
  readonly wrong: readonly string[];
}

/** `wrong`: a number that is not the ball's, or any where no one ball lies alone. */
type PictureOutcome = "right" | "asked" | "no-ball" | "wrong";

/** Of four pictures three are usual; the others have one thing wrong. */
const USUAL = 4;

/** Renders so many pictures of three makers' balls and has them read; `only`: what each of them shows. */
export function readPictures(count: number, seed: string, only: SceneKind | null = null): PicturesRead {
  const readers = MAKERS.map(({ print }) => new BallPictureReader(print));
  const kinds = Object.fromEntries(
    SCENE_KINDS.map((kind) => [kind, { right: 0, asked: 0, "no-ball": 0, wrong: 0 }]),
  ) as Record<SceneKind, Record<PictureOutcome, number>>;
  let [legible, legibleRead] = [0, 0];
  const wrong: string[] = [];
  for (let picture = 0; picture < count; picture++) {
    const random = randomFrom(`${seed}/${picture}`);
    const kind = only ?? (random.oneIn(USUAL) ? random.pick(SCENE_KINDS) : "usual");
    const at = picture % MAKERS.length;
    const [maker, reader] = [MAKERS[at], readers[at]];
    if (maker === undefined || reader === undefined) throw new RangeError("no maker");
    const scene = anyScene(random, kind, maker);
    const shown = drawBalls(scene, random);
    const look = reader.look(shown.image, VIEW);
    const numbers = scene.balls.map((ball) => ball.number);
    const isRight = look.see === "number" && numbers.length === 1 && numbers[0] === look.number;
    const outcome =
      look.see === "number" ? (isRight ? "right" : "wrong") : look.see === "unread" ? "asked" : "no-ball";
    kinds[kind][outcome]++;
    if (outcome === "wrong")
      wrong.push(
        `${seed}/${picture}: ${kind}, ${maker.print.name} ${numbers.join(" and ")} read as ${look.see === "number" ? look.number : ""}`,
      );
    if (shown.legible === null) continue;
    legible++;
    if (isRight) legibleRead++;
  }
  return { kinds, legible, legibleRead, wrong };
}
