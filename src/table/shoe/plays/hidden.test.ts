import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FACES, type Face } from "../../../cards/card.ts";
import { outcomePlay, stepPlay } from "./index.ts";
import { give, outcomeOf, say, seatTable, turn, type Game, type Table } from "./play.test-help.ts";
import type { PublicDeal } from "./play.ts";
import {
  BLACK_JACK_CB,
  BLACK_JACK_CL,
  BLACK_JACK_PV,
  CANAL_21,
  CHALLENGE_21,
  chemin,
  dosPanos,
  faceUp,
  MIDI,
  rows,
  WAR,
} from "./table-games.test-help.ts";

/** The games, and the codes with which a round of them may stay open although nothing went wrong. */
const GAMES: Record<string, { game: Game; seats: number[]; open: string[] }> = {
  "punto y banca": { game: faceUp("es-cb/punto-y-banca"), seats: [], open: [] },
  baccarat: { game: faceUp("cl/baccarat"), seats: [], open: ["banca-five-not-stated"] },
  midi: { game: MIDI, seats: [], open: [] },
  "chemin de fer": { game: chemin("es-pv/chemin-de-fer"), seats: [], open: [] },
  "dos paños": { game: dosPanos("es-cb/dos-panos"), seats: [], open: [] },
  "treinta y cuarenta": { game: rows("es-pv"), seats: [], open: [] },
  war: { game: WAR, seats: [1, 2, 4, 6], open: [] },
  "black-jack, Chile": { game: BLACK_JACK_CL, seats: [1, 3, 7], open: [] },
  "black-jack, Cantabria": { game: BLACK_JACK_CB, seats: [2, 3], open: [] },
  "black-jack, País Vasco": { game: BLACK_JACK_PV, seats: [1, 2], open: ["ace-of-doubled-hand"] },
  "Canal 21": { game: CANAL_21, seats: [1, 2, 3], open: [] },
  "Challenge 21": { game: CHALLENGE_21, seats: [4, 5], open: [] },
};

/** Six decks in some order, and what people do each time that they have a choice. */
const ROUND = fc.record({
  faces: fc.infiniteStream(fc.constantFrom<Face>(...FACES)),
  choices: fc.infiniteStream(fc.nat(1000)),
});

/** The same deal with faces in it that no play may look at. */
function leaking(deal: PublicDeal, face: Face): PublicDeal {
  const hands = deal.hands.map((hand) => ({
    ...hand,
    cards: hand.cards.map((card) => (card.up ? card : { ...card, face })),
  }));
  return { ...deal, hands };
}

function checkHidden({ game, deal, here, step, due }: Table, face: Face): void {
  const now = game.deal[step];
  if (now === undefined) return;
  const other = leaking(deal, face);
  expect(stepPlay(now).due(now, other, here)).toEqual(due);
  const judge = outcomePlay(game.outcome);
  expect(judge.values(game.outcome, other)).toEqual(judge.values(game.outcome, deal));
  for (const step of game.deal)
    expect(stepPlay(step).breach?.(step, other, here)).toEqual(stepPlay(step).breach?.(step, deal, here));
}

/** One thing of all that the table waits for now. */
function act(table: Table, face: Face, choice: number): Table {
  const { due } = table;
  if (due === null) return table;
  const acts: (() => Table)[] = [
    ...(due.card === null ? [] : [() => give(table, face)]),
    ...due.moves.flatMap(({ who, moves }) => moves.map((move) => () => say(table, who, move))),
    ...due.turn.map((id) => () => turn(table, id)),
  ];
  const next = acts[choice % acts.length];
  if (next === undefined) throw new Error(`the table waits for nothing: ${JSON.stringify(due)}`);
  return next();
}

describe("whatever is dealt, said and turned", () => {
  it.each(Object.keys(GAMES))("%s comes to its end, and what it waits for tells no hidden card", (name) => {
    const { game, seats, open } = GAMES[name] ?? { game: MIDI, seats: [], open: [] };
    fc.assert(
      fc.property(ROUND, ({ faces, choices }) => {
        let table = seatTable(game, seats);
        let done = 0;
        for (; table.due !== null && done < 300; done++) {
          const { value: face } = faces.next() as IteratorYieldResult<Face>;
          const { value: choice } = choices.next() as IteratorYieldResult<number>;
          checkHidden(table, face);
          table = act(table, face, choice);
        }
        expect(table.due).toBeNull();
        const outcome = outcomeOf(table);
        if ("open" in outcome) expect(open).toEqual(expect.arrayContaining([...outcome.open]));
        else expect(outcome.results.length).toBeGreaterThan(0);
      }),
      { numRuns: 60 },
    );
  });
});
