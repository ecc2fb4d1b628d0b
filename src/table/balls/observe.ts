import {
  dispatchObservation,
  emitPhase,
  emitRecord,
  recordFaultChange,
  type ObservationHandlers,
} from "../kernel/context.ts";
import { BALLS } from "./cards/card.ts";
import { repeatOf, troubleOf, type BallGame } from "./durable-balls.ts";
import type { BallObservation } from "./observation.ts";
import type { BallRecord } from "./records.ts";
import type { BallsContext } from "./types.ts";

/** What a reader of balls says, and what becomes of it. */

/** As its faults name it. */
export const READER = "ball-reader";

const HANDLERS: ObservationHandlers<BallObservation, BallsContext> = {
  attached: handleAttached,
  game(context, { game }) {
    context.balls = { ...context.balls, reader: { game, drawn: 0 } };
  },
  ball: handleBall,
  "fell-back": handleFallen,
  count: handleCount,
  gap(context) {
    context.balls = { ...context.balls, reader: null };
  },
  fault: handleFault,
  "fault-cleared": handleFault,
};

export function handleBallObservation(context: BallsContext, seen: BallObservation): void {
  dispatchObservation<BallObservation, BallsContext>(HANDLERS, context, seen);
}

type Seen<O extends BallObservation["o"]> = Extract<BallObservation, { readonly o: O }>;

/** What the reader drew while it was not heard is asked for; of one that counts nothing nobody can ask it. */
function handleAttached(context: BallsContext, { game, drawn }: Seen<"attached">): void {
  context.balls = { ...context.balls, reader: { game, drawn } };
  const now = gameUnderWay(context);
  if (now === null || now.byHand === true || !isOwnGame(now, game)) return;
  if (drawn === null) return noteUnwatched(context, now);
  if (drawn > now.balls.length) context.commands.push({ c: "ask-balls", from: now.balls.length + 1 });
}

/** A game that the reader began before the first ball of ours is ours. */
export const isOwnGame = ({ readerGame }: BallGame, game: number | null): boolean =>
  readerGame === undefined || game === null || readerGame === game;

export function gameUnderWay({ durable }: BallsContext): BallGame | null {
  const { game } = durable.balls;
  return game !== null && (game.stage === "running" || game.stage === "interrupted") ? game : null;
}

function handleBall(context: BallsContext, { n: told, number, why }: Seen<"ball">): void {
  const { reader } = context.balls;
  if (reader !== null && reader.drawn !== null && told !== null)
    context.balls = { ...context.balls, reader: { ...reader, drawn: Math.max(reader.drawn, told) } };
  if (!context.durable.open) return;
  const { phase, balls } = context.durable;
  // Whoever announced the game let the machine run: the first ball begins it where nobody pressed the key.
  if (phase === "no-more-bets" && balls.game?.stage === "sold" && (told ?? 1) === 1)
    emitPhase(context, "dealing");
  const game = gameUnderWay(context);
  if (game === null || game.byHand === true || reader === null || !isOwnGame(game, reader.game))
    return noteOutside(context, told, number);
  const n = told ?? game.balls.length + 1;
  if (n <= game.balls.length) return hearAgain(context, game, { n, number });
  for (let lost = game.balls.length + 1; lost < n; lost += 1)
    emitBall(context, game, { n: lost, number: null, why: "lost" }, reader.game);
  if (n > game.balls.length + 1) context.commands.push({ c: "ask-balls", from: game.balls.length + 1 });
  emitBall(context, game, { n, number, why }, reader.game);
}

/** The machine went on while no reader saw it that counts: one of its balls may be missing in the order. */
function noteUnwatched(context: BallsContext, { round, balls }: BallGame): void {
  emitRecord(context, { kind: "balls-set", round, event: "unwatched", detail: { balls: balls.length } });
}

/** The reader says a ball again. What it says for the first time fills what was lost; another number than before is for people. */
function hearAgain(
  context: BallsContext,
  game: BallGame,
  seen: { readonly n: number; readonly number: number | null },
): void {
  const known = game.balls[seen.n - 1];
  if (known === undefined || seen.number === null || known.by === "people") return;
  const reader = context.balls.reader?.game ?? null;
  if (known.number === null) {
    if (known.why === "lost") emitBall(context, game, { ...seen, why: null }, reader);
    return;
  }
  if (known.number !== seen.number)
    emitBall(context, game, { n: seen.n, number: known.number, why: "contradicts" }, reader);
}

function emitBall(
  context: BallsContext,
  game: BallGame,
  {
    n,
    number,
    why,
  }: { readonly n: number; readonly number: number | null; readonly why: BallRecord["why"] | null },
  readerGame: number | null,
): void {
  const trouble = why ?? (number === null ? "unread" : troubleOf(n, number));
  const repeats = number === null ? undefined : repeatOf(game, n, number);
  const { round, balls } = context.durable;
  emitRecord(context, {
    kind: "ball",
    round,
    n,
    number,
    by: "reader",
    ...(readerGame === null ? {} : { game: readerGame }),
    ...(trouble === null ? {} : { why: trouble }),
    ...(repeats === undefined ? {} : { repeats }),
    ...(balls.game?.stage === "interrupted" ? { interrupted: true as const } : {}),
  });
}

/** A ball that belongs to no game: the set is not whole until somebody has counted it again. */
function noteOutside(context: BallsContext, n: number | null, number: number | null): void {
  const { round, balls } = context.durable;
  if (balls.set.doubted === true) return;
  emitRecord(context, { kind: "balls-set", round, event: "outside-game", detail: { n, number } });
}

function handleFallen(context: BallsContext, { n }: Seen<"fell-back">): void {
  const game = gameUnderWay(context);
  const ball = game?.balls[n - 1];
  if (game === null || ball === undefined || ball.why !== undefined) return;
  emitBall(context, game, { n, number: ball.number, why: "fell-back" }, context.balls.reader?.game ?? null);
}

/** The machine counts its balls: with those that are out they are the set. */
function handleCount(context: BallsContext, { inside, drawn }: Seen<"count">): void {
  const { open, round, balls } = context.durable;
  if (!open || inside === null || inside + drawn === BALLS || balls.set.doubted === true) return;
  emitRecord(context, { kind: "balls-set", round, event: "count-differs", detail: { inside, drawn } });
}

function handleFault(context: BallsContext, seen: Seen<"fault" | "fault-cleared">): void {
  recordFaultChange(context, READER, seen, gameUnderWay(context)?.round ?? null);
}
