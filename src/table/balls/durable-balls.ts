import type { Person } from "../../people/roles.ts";
import type { Task } from "../kernel/durable/tasks.ts";
import type { RecordBody } from "../kernel/record.ts";
import { BALLS, isBall } from "./cards/card.ts";
import type { SoldRange } from "./cards/sold-cards.ts";
import type { BallKey, SaidPrizes } from "./balls-key.ts";
import type { BallRecord, BallTrouble, CardCheckRecord, Winner } from "./records.ts";
import type { BallsTypes } from "./types.ts";

/** The part of a table of balls that outlives a restart: made of records alone. */
export interface DurableBalls {
  readonly set: BallSet;
  /** The game that is sold or played, or the last one until the next is sold; null: none was in this session. */
  readonly game: BallGame | null;
  /** The last card of the game that was begun last. Absent: none was. */
  readonly lastSold?: LastSold;
}

/** Where a game's cards ended: the next sale goes on behind them, or begins a series. */
export interface LastSold {
  readonly series: string;
  /** Null: of a second series, whose size nobody said. */
  readonly size: number | null;
  readonly price: string;
  readonly to: number;
}

/** The balls that are in play. */
export interface BallSet {
  /** Games that were begun with it. */
  readonly games: number;
  /** The last count of this session; null: nobody has counted. */
  readonly counted: { readonly count: number; readonly by: string } | null;
  /** Something came out, or a count differed, since they were counted. Absent: nothing did. */
  readonly doubted?: true;
}

export interface BallGame {
  readonly round: number;
  readonly sale: {
    readonly series: string;
    readonly size: number;
    readonly price: string;
    /** The house has the printer's file of this series. Absent: it has not. */
    readonly filed?: true;
  };
  readonly sold: { readonly ranges: readonly SoldRange[]; readonly prizes: SaidPrizes } | null;
  /** `sale`, `sold`: before it began. */
  readonly stage: "sale" | "sold" | "running" | "interrupted" | "over";
  /** By their places. */
  readonly balls: readonly BallOut[];
  readonly checks: readonly CheckedCall[];
  readonly line: readonly Winner[];
  readonly bingo: readonly Winner[];
  /** So many balls were out when somebody stopped the game: what came since is not announced yet. Absent: nobody has, or it goes on. */
  readonly stoppedAt?: number;
  /** The first card is neither number one nor the next behind the last one that was sold. Absent: it is, or nobody knows. */
  readonly oddFirst?: { readonly to: number };
  /** The line was given, and the game went on: another counts only where the law still has it called. */
  readonly lineOver?: true;
  readonly byHand?: true;
  /** The reader's own count of games. Absent: no ball of it was read. */
  readonly readerGame?: number;
  /** What was wrong and keeps the game from being certified. */
  readonly doubts: readonly GameDoubt[];
  /** One person's word for a ball, that waits for a second. */
  readonly named: {
    readonly n: number;
    readonly number: number;
    readonly by: string;
    /** The jefe de mesa or the inspector. */
    readonly isHead?: true;
  } | null;
  readonly misannounced: readonly Misannounced[];
}

/** Another number was announced than that of the ball in this place. `balls`: how many were out when it was corrected. */
export interface Misannounced {
  readonly n: number;
  readonly said: number;
  readonly balls: number;
}

export interface BallOut {
  readonly number: number | null;
  readonly by: "reader" | "people";
  readonly why?: BallRecord["why"];
}

/** A check, with the person's word where the machine knows no card. */
export type CheckedCall = Pick<
  CardCheckRecord,
  "claim" | "series" | "card" | "balls" | "checked" | "why" | "said"
>;

/** What keeps a game from being certified: reasons of its result. */
export type GameDoubt =
  | "ball-named"
  | "balls-by-hand"
  | "balls-not-whole"
  | "balls-unwatched"
  | "card-not-checked";

export const NO_BALLS: DurableBalls = { set: { games: 0, counted: null }, game: null };

/** The numbers of a game as they came, of the balls that are read. */
export const orderOf = ({ balls }: Pick<BallGame, "balls">): readonly number[] =>
  balls.flatMap(({ number, why }) => (number === null || why !== undefined ? [] : [number]));

/** The same of the balls that count for a called card: those that were out when the game was stopped for it. */
export const countedOrder = ({
  balls,
  stoppedAt = Infinity,
}: Pick<BallGame, "balls" | "stoppedAt">): readonly number[] => orderOf({ balls: balls.slice(0, stoppedAt) });

/** The first ball that nobody can vouch for, and why; null: all are read. */
export function openBall({
  balls,
}: Pick<BallGame, "balls">): { readonly n: number; readonly why: OpenBall } | null {
  const known = new Set<number>();
  for (const [index, { number, why }] of balls.entries()) {
    if (number === null || why !== undefined) return { n: index + 1, why: why ?? "unread" };
    if (known.has(number)) return { n: index + 1, why: "repeated" };
    known.add(number);
  }
  return null;
}

/** Why a ball waits for people. `repeated`: another before it has its number. */
export type OpenBall = NonNullable<BallRecord["why"]> | "repeated";

/** A call that nobody has answered; null: there is none. */
export const openCall = ({ checks }: Pick<BallGame, "checks">): CheckedCall | null => {
  const last = checks.at(-1);
  return last !== undefined && last.checked === null && last.said === undefined && last.why === "card-unknown"
    ? last
    : null;
};

/** A line that was called and is right. */
export const isRightLine = (call: CheckedCall | undefined): call is CheckedCall =>
  call?.claim === "line" && (call.checked?.holds ?? call.said?.holds) === true;

/** A game is over with a bingo, or with its last ball; nothing of it may be left to say. */
export const hasEnded = (game: BallGame): boolean =>
  openBall(game) === null &&
  openCall(game) === null &&
  game.named === null &&
  (game.bingo.length > 0 || game.balls.length >= BALLS);

/** The set is whole by people's count, and nothing was seen since that speaks against it. */
export const isWhole = ({ counted, doubted }: BallSet): boolean => counted?.count === BALLS && doubted !== true;

const withGame = (before: DurableBalls, of: (game: BallGame) => BallGame): DurableBalls =>
  before.game === null ? before : { ...before, game: of(before.game) };

const doubted = (game: BallGame, doubt: GameDoubt): BallGame =>
  game.doubts.includes(doubt) ? game : { ...game, doubts: [...game.doubts, doubt] };

/** Nobody saw the machine for a while, and no count says what came out: people say when the game goes on. */
const unwatched = (game: BallGame): BallGame => ({
  ...doubted(game, "balls-unwatched"),
  stage: game.stage === "running" ? "interrupted" : game.stage,
});

/** The part of the table after one record. */
export function reduceBalls(before: DurableBalls, body: RecordBody<BallsTypes>): DurableBalls {
  switch (body.kind) {
    case "ball":
      return withGame(before, (game) => withBall(game, body));
    case "balls-set":
      return body.event === "unwatched"
        ? withGame(before, unwatched)
        : { ...before, set: { ...before.set, doubted: true } };
    case "card-check":
      return withGame(before, (game) => withCheck(game, body));
    case "key":
      // What was counted after the last session is of that one.
      if (body.key.key === "open-table") return { ...before, set: uncounted(before.set) };
      return afterKey(before, body.key as BallKey, body.by, body.round ?? 0);
    case "phase":
      if (body.phase === "closed") return { ...before, set: uncounted(before.set), game: null };
      return body.phase === "dealing" && before.game?.stage === "sold" ? begun(before) : before;
    case "result":
    case "void":
    case "undecided":
    case "aborted":
      return withGame(before, (game) => (game.round === body.round ? { ...game, stage: "over" } : game));
    case "boot":
      // Nobody saw the machine meanwhile: people say when it goes on.
      return withGame(before, (game) => (game.stage === "running" ? { ...game, stage: "interrupted" } : game));
    default:
      return before;
  }
}

/** The step by which the laws have the balls counted, at the beginning of a session or at its end. */
export const COUNT_STEP = "count-balls";

/** Whether it is that count which is asked for. */
export const isCount = ({ session, about }: Task): boolean => session === true && about === COUNT_STEP;

/** The count that this session's beginning, or its end, still waits for; undefined: none. */
export const countDue = ({ tasks }: { readonly tasks: readonly Task[] }): Task | undefined =>
  tasks.find(isCount);

/** Whether this key says that the balls were counted and are all there. */
export const isWholeCount = (key: { readonly key: string; readonly count?: unknown }): boolean =>
  key.key === "balls-counted" && key.count === BALLS;

const uncounted = ({ games }: BallSet): BallSet => ({ games, counted: null });

function withBall(game: BallGame, { n, number, by, why, game: own }: BallRecord): BallGame {
  const isNamed = by !== "reader";
  const ball: BallOut = { number, by: isNamed ? "people" : "reader", ...(why === undefined ? {} : { why }) };
  const balls = n > game.balls.length ? [...game.balls, ball] : game.balls.with(n - 1, ball);
  const readerGame = game.readerGame ?? own;
  const named = game.named?.n === n ? null : game.named;
  const next = { ...game, balls, named, ...(readerGame === undefined ? {} : { readerGame }) };
  if (!isNamed || game.byHand === true) return next;
  return doubted(game.balls[n - 1]?.number === number ? next : withoutWinnersFrom(next, n), "ball-named");
}

/** What was called with this ball is called again: it is another one. Of a card that was read aloud the call itself says with which ball. */
function withoutWinnersFrom(game: BallGame, n: number): BallGame {
  const calledAt = ({ series, card }: Winner): number =>
    game.checks.find((call) => call.series === series && call.card === card && call.said?.holds === true)
      ?.balls ?? n;
  const before = (winner: Winner): boolean => (winner.at ?? calledAt(winner)) < n;
  const { lineOver, ...rest } = game;
  const line = game.line.filter(before);
  const isStillOver = lineOver === true && line.length > 0;
  return { ...rest, line, bingo: game.bingo.filter(before), ...(isStillOver ? { lineOver } : {}) };
}

function withCheck(
  game: BallGame,
  { claim, series, card, balls, checked, why, said }: CardCheckRecord,
): BallGame {
  const call: CheckedCall = {
    claim,
    series,
    card,
    balls,
    checked,
    ...(why === undefined ? {} : { why }),
    ...(said === undefined ? {} : { said }),
  };
  // What a person read answers the call that waited for it.
  const isAnswer = said !== undefined && openCall(game) !== null;
  const checks = [...(isAnswer ? game.checks.slice(0, -1) : game.checks), call].slice(-CHECKS_MAX);
  const holds = checked?.holds ?? said?.holds ?? false;
  const known = said === undefined ? game : doubted(game, "card-not-checked");
  if (!holds) return { ...known, checks };
  const made = claim === "bingo" ? checked?.bingo : checked?.rows[0];
  const winner: Winner = { series, card, ball: made?.ball ?? null, at: made?.at ?? null };
  const others = known[claim].filter((one) => one.series !== series || one.card !== card);
  return { ...known, checks, [claim]: [...others, winner] };
}

/** Of two people who name a ball one is one of these. */
export const HEADS: readonly Person["role"][] = ["jefe-de-mesa", "inspector"];

/** Calls of one game that are kept. */
export const CHECKS_MAX = 60;

function afterKey(before: DurableBalls, key: BallKey, by: Person, round: number): DurableBalls {
  switch (key.key) {
    case "balls-counted":
      return { ...before, set: { games: before.set.games, counted: { count: key.count, by: by.name } } };
    case "change-balls":
      return { ...before, set: { games: 0, counted: null } };
    case "sell-cards": {
      const { series, size, price, filed } = key;
      const sale = { series, size, price, ...(filed === undefined ? {} : { filed: true as const }) };
      return { ...before, game: newGame(round, sale) };
    }
    case "cards-sold":
      return withGame(before, ({ oddFirst: _before, ...game }) => ({
        ...game,
        stage: "sold",
        sold: { ranges: key.sold, prizes: key.prizes },
        ...oddFirstOf(key.sold[0], before.lastSold),
      }));
    case "interrupt":
    case "call-card":
      return withGame(before, (game) => ({
        ...game,
        stage: "interrupted",
        stoppedAt: game.stoppedAt ?? game.balls.length,
      }));
    case "resume-game":
      return withGame(before, ({ stoppedAt: _until, ...game }) => ({
        ...game,
        stage: "running",
        ...(game.line.length > 0 ? { lineOver: true as const } : {}),
      }));
    case "draw-by-hand":
      return withGame(before, (game) => ({ ...doubted(game, "balls-by-hand"), byHand: true }));
    case "ball-is":
      return withGame(before, (game) => ({
        ...game,
        // Whoever says that a ball is another one stops the game.
        stage: "interrupted",
        named: {
          n: key.n,
          number: key.number,
          by: by.name,
          ...(HEADS.includes(by.role) ? { isHead: true as const } : {}),
        },
      }));
    case "misannounced":
      return withGame(before, (game) => ({
        ...game,
        misannounced: [...game.misannounced, { n: key.n, said: key.said, balls: game.balls.length }].slice(
          -BALLS,
        ),
      }));
    default:
      return before;
  }
}

const newGame = (round: number, sale: BallGame["sale"]): BallGame => ({
  round,
  sale,
  sold: null,
  stage: "sale",
  balls: [],
  checks: [],
  line: [],
  bingo: [],
  doubts: [],
  named: null,
  misannounced: [],
});

function begun(before: DurableBalls): DurableBalls {
  const { set } = before;
  const started = withGame(before, (game) => ({
    ...(isWhole(set) ? game : doubted(game, "balls-not-whole")),
    stage: "running",
  }));
  return { ...started, set: { ...set, games: set.games + 1 }, ...lastSoldOf(before.game) };
}

function lastSoldOf(game: BallGame | null): Pick<DurableBalls, "lastSold"> {
  const last = game?.sold?.ranges.at(-1);
  if (game === null || last === undefined) return {};
  const { series, size, price } = game.sale;
  return { lastSold: { series: last.series, size: last.series === series ? size : null, price, to: last.to } };
}

/** Of a series that was sold here last the next sale goes on, or the series begins anew. */
function oddFirstOf(first: SoldRange | undefined, lastSold: LastSold | undefined): Pick<BallGame, "oddFirst"> {
  if (first === undefined || lastSold === undefined || first.series !== lastSold.series) return {};
  const { to } = lastSold;
  return first.from === 1 || first.from === to + 1 ? {} : { oddFirst: { to } };
}

/** What is wrong with a number at this place, whatever the balls before it are; null: nothing. */
export function troubleOf(n: number, number: number): BallTrouble | null {
  if (!isBall(number)) return "no-ball";
  return n > BALLS ? "ninety-first" : null;
}

/** The place of another ball with this number; undefined: there is none. */
export function repeatOf({ balls }: Pick<BallGame, "balls">, n: number, number: number): number | undefined {
  const at = balls.findIndex((ball, index) => index !== n - 1 && ball.number === number);
  return at < 0 ? undefined : at + 1;
}
