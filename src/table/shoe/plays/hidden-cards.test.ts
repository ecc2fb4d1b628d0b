import { describe, expect, it } from "vitest";
import { FACES, type Face } from "../../../cards/card.ts";
import { randomFrom, type RandomSource } from "../../../time/random-source.ts";
import { play, type Played } from "./poker-driver.test-help.ts";
import { outcomePlay } from "./index.ts";
import { GAMES, type PlayedGame } from "./poker-games.test-help.ts";
import { playsAmongSeats, type Due } from "./play.ts";
import { more } from "../../../../test/support/volume.ts";

/*
 * Nothing that a play asks for, offers or shows may depend on a face that lies down. Rounds are played at random, and played
 * again by the same words over a pack in which only hidden cards changed their places.
 */

const ROUNDS = more(30, 60);
const SEATS = [1, 2, 4, 5];

function packOf(game: PlayedGame): Face[] {
  if (game.outcome.kind === "pai-gow") return [...FACES, "joker"];
  const isShort = "ranking" in game.outcome && game.outcome.ranking.pack === 28;
  return FACES.filter((face) => !isShort || !/^[2-7]/.test(face));
}

function shuffled<T>(cards: readonly T[], random: RandomSource): T[] {
  const left = [...cards];
  return Array.from({ length: cards.length }, () => left.splice(random.below(left.length), 1)).flat();
}

/** Something that may be said or turned now, by chance. */
function anything(due: Due, random: RandomSource): string | null {
  const moves = due.moves.flatMap(({ who, moves: words, choose }) =>
    words.map((move) => ({ who, move, choose })),
  );
  const at = random.below(moves.length + due.turn.length);
  const chosen = moves[at];
  if (chosen === undefined) return `turn ${due.turn[at - moves.length] ?? ""}`;
  const { who, move, choose } = chosen;
  if (move === "fold" && random.below(3) > 0) return anything(due, random);
  if (choose === undefined || (move !== "exchange" && move !== "set")) return `${who} ${move}`;
  const cards =
    choose.oneOf?.[random.below(choose.oneOf.length)] ??
    shuffled([0, 1, 2, 3, 4], random).slice(0, choose.most);
  return [who, move, ...cards].join(" ");
}

/** Plays at random, and notes what was said. */
function atRandom(
  game: PlayedGame,
  faces: readonly Face[],
  random: RandomSource,
): { played: Played; words: string[] } {
  const words: string[] = [];
  const speak = (due: Due): string | null => {
    const word = anything(due, random);
    if (word !== null) words.push(word);
    return word;
  };
  return { played: play(game, { seats: SEATS, faces, speak }), words };
}

/** The pack with the faces at these places shuffled among them. */
function mixed(faces: readonly Face[], places: readonly number[], random: RandomSource): Face[] {
  const others = shuffled(places, random);
  return faces.map((face, at) => {
    const index = places.indexOf(at);
    return index < 0 ? face : (faces[others[index] ?? at] ?? face);
  });
}

const places = (length: number, isSuch: (at: number) => boolean): number[] =>
  Array.from({ length }, (_, at) => at).filter(isSuch);

describe.each(Object.entries(GAMES))("%s", (name, game: PlayedGame) => {
  it("goes on and ends alike, whatever the cards are that nobody ever sees", () => {
    const random = randomFrom(`never seen ${name}`);
    for (let round = 0; round < ROUNDS; round++) {
      const faces = shuffled(packOf(game), random);
      const { played, words } = atRandom(game, faces, random);
      const seen = new Set(
        played.deal.hands.flatMap(({ cards }) => cards.filter(({ up }) => up).map(({ n }) => n - 1)),
      );
      const never = places(faces.length, (at) => !seen.has(at) && !played.exchanged.includes(at + 1));
      const again = play(game, { seats: SEATS, faces: mixed(faces, never, random), words });
      expect(again.log).toEqual(played.log);
      expect(again.outcome).toEqual(played.outcome);
    }
  });

  it("is the same until something is turned up, whatever lies face down", () => {
    const random = randomFrom(`turned later ${name}`);
    for (let round = 0; round < ROUNDS; round++) {
      const faces = shuffled(packOf(game), random);
      const { played, words } = atRandom(game, faces, random);
      const down = places(faces.length, (at) => played.went[at]?.endsWith("^") !== true);
      const until = played.firstTurn;
      const saidBefore = words.slice(
        0,
        words.findIndex((word) => word.startsWith("turn ")),
      );
      const texts = until === played.log.length ? words : saidBefore;
      const speak = (due: Due): string | null => anything(due, random);
      const again = play(game, { seats: SEATS, faces: mixed(faces, down, random), words: texts, speak });
      expect(again.log.slice(0, until)).toEqual(played.log.slice(0, until));
    }
  });

  it("has no hand to judge before it begins, and may fill its tables then", () => {
    const judge = outcomePlay(game.outcome);
    judge.prepare?.(game.outcome);
    const empty = {
      seats: SEATS,
      isAmongSeats: playsAmongSeats(game.outcome),
      first: null,
      hands: [],
      said: [],
      bound: [],
    };
    expect(judge.values(game.outcome, empty)).toEqual([]);
    expect(judge.outcome(game.outcome, empty)).toEqual({ open: ["hand-not-turned"] });
    expect(judge.over?.(game.outcome, empty) ?? false).toBe(false);
  });
});
