import { KEY_ROLES } from "../../people/keys.ts";
import type { Person } from "../../people/roles.ts";
import { emitPhase, emitRecord } from "../kernel/context.ts";
import { isOfPast, isTooLate, lateOfWaiting, lateRound, voidLate } from "../kernel/late/late-verdict.ts";
import { resolveRound } from "../kernel/late/resolve.ts";
import type { KeyNamed, KeyOf } from "../kernel/people/key-of.ts";
import {
  acknowledge,
  announceLastRounds,
  confirmVoid,
  declarationOf,
  dispatchKey,
  isDecisionOpen,
  isDeclared,
  isUnbegun,
  openTable,
  recordKey,
  recordSessionKey,
  takeBack,
  type KeyHandlers,
  type Refusal,
} from "../kernel/people/keys.ts";
import { isVerdictPhase } from "../kernel/phase.ts";
import { emitUndecided, emitVoid } from "../kernel/verdicts.ts";
import { asksTakings, mayDrawByHand } from "./by-law.ts";
import { checkCard } from "./cards/called-card.ts";
import { cardFaults, type CardRows } from "./cards/card.ts";
import { notSold, soldFault } from "./cards/sold-cards.ts";
import {
  COUNT_STEP,
  countedOrder,
  HEADS,
  countDue,
  hasEnded,
  isRightLine,
  openBall,
  openCall,
  repeatOf,
  troubleOf,
  type BallGame,
} from "./durable-balls.ts";
import { gameUnderWay, isOwnGame } from "./observe.ts";
import type { CardCheckRecord } from "./records.ts";
import { endGame, ruleForCall } from "./verdicts.ts";
import type { BallsContext, BallsTypes } from "./types.ts";

/** The keys of the control table, in the order of a game. */
const HANDLERS: KeyHandlers<BallsTypes> = {
  "open-table": openTable,
  "balls-counted": countBalls,
  "change-balls": changeBalls,
  "sell-cards": sellCards,
  "cards-sold": announceSold,
  "start-game": startGame,
  interrupt,
  "call-card": callCard,
  "card-holds": readCard,
  "resume-game": resumeGame,
  "end-game": finishGame,
  "ball-is": nameBall,
  "draw-by-hand": drawByHand,
  "ball-drawn": drawBall,
  misannounced: correctAnnouncement,
  "write-acta": writeActa,
  void: callVoid,
  declare: declareIncident,
  "take-back": (context, key, by) => takeBack(context, key, by),
  "last-three-spins": announceLastRounds,
  "confirm-void": confirmVoid,
  acknowledge,
  resolve: resolveRound,
  "close-table": closeTable,
};

/** What waits when the table is closed is done then as well. */
const WHILE_CLOSED: readonly KeyOf<BallsTypes>["key"][] = [
  "open-table",
  "balls-counted",
  "resolve",
  "acknowledge",
  "confirm-void",
  "write-acta",
];

export function handleBallsKey(context: BallsContext, key: KeyOf<BallsTypes>, by: Person): Refusal | null {
  const allowed: readonly string[] = KEY_ROLES[key.key];
  if (!allowed.includes(by.role)) return "not-your-key";
  if (!context.durable.open && !WHILE_CLOSED.includes(key.key) && !isOfPast(context, key))
    return "table-closed";
  return dispatchKey(HANDLERS, context, key, by);
}

/** The balls of a game that runs are in the machine and out of it: they are counted before and after. */
function whileIdle(context: BallsContext, key: KeyOf<BallsTypes>, by: Person): Refusal | null {
  return gameUnderWay(context) === null ? recordKey(context, key, by) : "not-now";
}

/** What the law has counted before a session is counted of another set as well. */
function changeBalls(context: BallsContext, key: KeyOf<BallsTypes>, by: Person): Refusal | null {
  if (gameUnderWay(context) !== null) return "not-now";
  const duties = (context.rules.pack.session?.opening ?? []).filter((step) => step === COUNT_STEP);
  const { round } = context.durable;
  emitRecord(context, { kind: "key", round, key, by, ...(duties.length === 0 ? {} : { duties }) });
  return null;
}

/** A closed table's balls are counted where the law wants it at the end of a session, and it was not done yet. */
function countBalls(context: BallsContext, key: KeyOf<BallsTypes>, by: Person): Refusal | null {
  const { durable } = context;
  if (!durable.open && countDue(durable) === undefined) return "table-closed";
  return whileIdle(context, key, by);
}

function sellCards(context: BallsContext, key: KeyNamed<"sell-cards", BallsTypes>, by: Person): Refusal | null {
  const { phase, round, series } = context.durable;
  if (key.filed !== undefined && key.filed !== key.size) return "no-such-outcome";
  const isBefore = phase === "betting" || phase === "waiting" || isVerdictPhase(phase);
  if (!isBefore || (isVerdictPhase(phase) && isDecisionOpen(context, round))) return "not-now";
  // A sale that was announced wrongly is announced again; a game that was played is followed by the next.
  const isPlayed = series.some((one) => one.round === round);
  emitPhase(context, "betting", phase === "betting" && !isPlayed ? round : round + 1);
  return recordKey(context, key, by);
}

/** What is not started may be said again: the last word counts. */
function announceSold(
  context: BallsContext,
  key: KeyNamed<"cards-sold", BallsTypes>,
  by: Person,
): Refusal | null {
  const { phase, balls } = context.durable;
  if (phase !== "betting" && phase !== "no-more-bets") return "not-now";
  const { sale } = balls.game ?? {};
  const [first] = key.sold;
  const isOther = first?.series !== sale?.series || key.sold.some(({ to }) => to > (sale?.size ?? 0));
  const lacksTakings = asksTakings(context.rules.pack) && key.prizes.takings === undefined;
  if (sale === undefined || soldFault(key.sold) !== null || isOther || lacksTakings) return "no-such-outcome";
  recordKey(context, key, by);
  if (phase === "betting") emitPhase(context, "no-more-bets");
  return null;
}

/** A game begins with all balls in the machine: one that is still out would never come. */
function startGame(context: BallsContext, key: KeyOf<BallsTypes>, by: Person): Refusal | null {
  const { phase, balls } = context.durable;
  if (phase !== "no-more-bets" || balls.game?.stage !== "sold") return "not-now";
  if ((context.balls.reader?.drawn ?? 0) > 0) return "not-now";
  recordKey(context, key, by);
  emitPhase(context, "dealing");
  return null;
}

function interrupt(context: BallsContext, key: KeyOf<BallsTypes>, by: Person): Refusal | null {
  return gameUnderWay(context)?.stage === "running" ? recordKey(context, key, by) : "not-now";
}

/** A call stops the game, whether or not somebody stopped it before; a ball that nobody can vouch for is said first. */
function callCard(context: BallsContext, key: KeyNamed<"call-card", BallsTypes>, by: Person): Refusal | null {
  const game = gameUnderWay(context);
  if (game === null || game.round !== key.round) return "no-such-round";
  if (openBall(game) !== null || openCall(game) !== null || game.named !== null) return "not-now";
  if (key.rows !== undefined && cardFaults(key.rows).length > 0) return "no-such-card";
  recordKey(context, key, by);
  emitCheck(context, gameUnderWay(context) ?? game, key);
  return null;
}

type CalledCard = KeyNamed<"call-card", BallsTypes>;

function emitCheck(context: BallsContext, game: BallGame, { claim, series, card, rows }: CalledCard): void {
  const order = countedOrder(game);
  const isGiven = claim === "line" && game.lineOver === true && !isInTime(context, game, rows);
  const why = notSold({ series, card }, game.sold?.ranges ?? []) ?? (isGiven ? "line-given" : null);
  const checked = why === null && rows !== undefined ? checkCard(rows, claim, order) : null;
  const unknown = why ?? (checked === null ? "card-unknown" : null);
  const rule = ruleForCall(context, game, { claim, checked });
  emitRecord(context, {
    kind: "card-check",
    round: game.round,
    claim,
    series,
    card,
    balls: order.length,
    checked,
    ...(unknown === null ? {} : { why: unknown }),
    ...(rule === undefined ? {} : { rule }),
  });
}

/**
 * Whether a line that is called after the game went on was made no later than the first right one was called, under a law that has not lost
 * it by then. Of a card that the machine does not know nobody could say once another ball has come.
 */
function isInTime({ rules: { pack } }: BallsContext, game: BallGame, rows: CardRows | undefined): boolean {
  const first = game.checks.find(isRightLine)?.balls;
  if (pack.balls.otherLines?.until === "resumption" || first === undefined) return false;
  const order = countedOrder(game);
  const at = rows === undefined ? order.length : checkCard(rows, "line", order).rows[0]?.at;
  return at !== undefined && at <= first;
}

/** The card was read before everybody: the machine does not know it. */
function readCard(context: BallsContext, key: KeyNamed<"card-holds", BallsTypes>, by: Person): Refusal | null {
  const game = gameUnderWay(context);
  const call = game === null ? null : openCall(game);
  if (game === null || call === null || game.round !== key.round) return "not-now";
  recordKey(context, key, by);
  const said: NonNullable<CardCheckRecord["said"]> = { holds: key.holds, by };
  const rule = ruleForCall(context, game, { ...call, said });
  const { claim, series, card, balls } = call;
  emitRecord(context, {
    kind: "card-check",
    round: game.round,
    claim,
    series,
    card,
    balls,
    checked: null,
    said,
    ...(rule === undefined ? {} : { rule }),
  });
  return null;
}

function resumeGame(context: BallsContext, key: KeyOf<BallsTypes>, by: Person): Refusal | null {
  const game = gameUnderWay(context);
  const isHeld =
    game === null ||
    openBall(game) !== null ||
    openCall(game) !== null ||
    game.named !== null ||
    game.bingo.length > 0;
  if (isHeld || game.stage !== "interrupted" || isReaderLost(context, game)) return "not-now";
  return recordKey(context, key, by);
}

/** The reader has begun another game meanwhile: what it drew of this one nobody can ask it any more. */
export const isReaderLost = ({ balls: { reader } }: Pick<BallsContext, "balls">, game: BallGame): boolean =>
  reader !== null && game.byHand !== true && game.balls.length > 0 && !isOwnGame(game, reader.game);

/** A game that can neither go on nor be annulled by a rule is left to whom the law names. */
function finishGame(context: BallsContext, key: KeyNamed<"end-game", BallsTypes>, by: Person): Refusal | null {
  const game = gameUnderWay(context);
  if (game === null || (!hasEnded(game) && key.early !== true)) return "not-now";
  recordKey(context, key, by);
  if (hasEnded(game)) endGame(context, game);
  else emitUndecided(context, game.round, ["ended-early"], { readerGame: game.readerGame ?? null });
  return null;
}

/**
 * Two people say what a ball is: one that nobody could read, or of which the reader says two things, or one that lies there with another
 * number than was read. The game is then reported and not certified.
 */
function nameBall(context: BallsContext, key: KeyNamed<"ball-is", BallsTypes>, by: Person): Refusal | null {
  const game = gameUnderWay(context);
  if (game === null || game.round !== key.round) return "no-such-round";
  const { n, number } = key;
  const [ball, open] = [game.balls[n - 1], openBall(game)];
  if (ball === undefined && !mayHaveCome(game, n)) return "not-now";
  if (troubleOf(n, number) !== null) return "no-such-outcome";
  const first = game.named?.n === n ? game.named : null;
  if (open !== null && n !== open.n && repeatOf(game, n, ball?.number ?? 0) !== open.n) return "not-now";
  if (open === null && ball?.number === number && first === null) return "changes-nothing";
  if (first?.by === by.name) return "name-it-twice";
  recordKey(context, key, by);
  if (first?.number !== number || !(HEADS.includes(by.role) || first.isHead === true)) return null;
  const repeats = repeatOf(game, n, number);
  emitRecord(context, {
    kind: "ball",
    round: game.round,
    n,
    number,
    by,
    ...(repeats === undefined ? {} : { repeats }),
  });
  return null;
}

/** A next ball that no reader saw: one came out while nobody watched the machine. */
const mayHaveCome = (game: BallGame, n: number): boolean =>
  n === game.balls.length + 1 && game.doubts.includes("balls-unwatched") && openBall(game) === null;

/** The machine has failed: the rest is drawn by hand, with the balls that are left. */
function drawByHand(context: BallsContext, key: KeyOf<BallsTypes>, by: Person): Refusal | null {
  const game = gameUnderWay(context);
  if (game === null || !mayDrawByHand(game, context.rules.pack)) return "not-now";
  return recordKey(context, key, by);
}

function drawBall(context: BallsContext, key: KeyNamed<"ball-drawn", BallsTypes>, by: Person): Refusal | null {
  const game = gameUnderWay(context);
  if (game?.byHand !== true || game.stage !== "running" || openBall(game) !== null) return "not-now";
  const n = game.balls.length + 1;
  if (troubleOf(n, key.number) !== null || repeatOf(game, n, key.number) !== undefined)
    return "no-such-outcome";
  recordKey(context, key, by);
  emitRecord(context, { kind: "ball", round: game.round, n, number: key.number, by });
  return null;
}

/** Another number was said than that of the ball: recorded with both, and where the law has the ball prevail nothing else changes. */
function correctAnnouncement(
  context: BallsContext,
  key: KeyNamed<"misannounced", BallsTypes>,
  by: Person,
): Refusal | null {
  const game = gameUnderWay(context);
  if (game === null || game.round !== key.round) return "no-such-round";
  const ball = game.balls[key.n - 1];
  if (ball === undefined || ball.number === key.said) return "changes-nothing";
  return recordKey(context, key, by);
}

/** What the table cannot know of a game whose cards were announced. It decides nothing, and is said of one that is long over, too. */
function writeActa(context: BallsContext, key: KeyNamed<"write-acta", BallsTypes>, by: Person): Refusal | null {
  const { series, balls } = context.durable;
  const isSold = balls.game?.round === key.round && balls.game.sold !== null;
  if (isSold || series.some(({ round }) => round === key.round)) return recordKey(context, key, by);
  return key.round < context.durable.round ? "too-late" : "no-such-round";
}

function callVoid(context: BallsContext, key: KeyNamed<"void">, by: Person): Refusal | null {
  const declared = declarationOf(context, key, by);
  if (declared === null) return "no-such-rule";
  const { verdict, open, phase, round } = context.durable;
  if (isTooLate(context, key.round)) return "too-late";
  if (!open) return voidLate(context, key.round, [declared.reason], by);
  const isRunning = key.round === round && (phase === "dealing" || phase === "no-more-bets");
  const isStanding = verdict?.round === key.round && verdict.kind !== "void";
  if (!isRunning && !isStanding && !isDecisionOpen(context, key.round))
    return voidLate(context, key.round, [declared.reason], by);
  const late = isRunning || isStanding ? {} : lateOfWaiting(context, key.round);
  emitVoid(context, key.round, [declared.reason], by, late);
  return null;
}

/** What the catalogue knows and that does not void the game: recorded with its paragraph. */
function declareIncident(context: BallsContext, key: KeyNamed<"declare">, by: Person): Refusal | null {
  const declared = declarationOf(context, key, by);
  if (declared === null) return "no-such-rule";
  const { open, round } = context.durable;
  const { outcome, reason, rule } = declared;
  const decides = outcome === "person-decides" && rule.scope === "round";
  if (!open && !decides) return "table-closed";
  if (key.round !== round || !open) {
    const late = decides ? lateRound(context, key.round) : "no-such-round";
    if (typeof late === "string") return late;
    if (late.kind !== "result") return "changes-nothing";
  } else if (decides && isUnbegun(context)) return "not-now";
  else if (decides && isTooLate(context, round)) return "too-late";
  if (isDeclared(context.durable, key.round, rule.id)) return "changes-nothing";
  const attests = { rule: key.rule, cite: reason.cite, outcome, ...(decides ? { decides } : {}) };
  emitRecord(context, { kind: "key", round, key, by, attests });
  return null;
}

function closeTable(context: BallsContext, key: KeyNamed<"close-table">, by: Person): Refusal | null {
  const { phase } = context.durable;
  if (phase === "dealing" || phase === "no-more-bets") return "spin-running";
  recordSessionKey(context, key, by);
  emitPhase(context, "closed");
  return null;
}
