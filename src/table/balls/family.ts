import { attestable } from "../../rules/declare.ts";
import { ABSENT_PARTS } from "../absent-parts.ts";
import { EMPTY_TABLE, withOwn, type Durable } from "../kernel/durable/durable.ts";
import { newTask, withoutTasks, withTask } from "../kernel/durable/tasks.ts";
import type { FamilyPeople, FamilyReducer, FamilySteps, FamilyView, TableFamily } from "../kernel/family.ts";
import { lastDeclared } from "../kernel/people/keys.ts";
import type { KeyOf } from "../kernel/people/key-of.ts";
import type { KeyRecord, RecordBody } from "../kernel/record.ts";
import type { Table } from "../kernel/table.ts";
import { handleBallsKey } from "./balls-keys.ts";
import { countDue, isCount, isWholeCount, NO_BALLS, reduceBalls } from "./durable-balls.ts";
import { handleBallObservation } from "./observe.ts";
import { BALL_KEYS, BALLS_TEXTS, GAME_STANDS } from "./texts.ts";
import type { BallsTypes } from "./types.ts";
import { ballsResultView, ballsView } from "./view-balls.ts";

/** A new table of balls. */
export const ballsTableStart = (): Table<BallsTypes> => ({
  durable: { ...EMPTY_TABLE, balls: NO_BALLS },
  balls: { reader: null },
});

const steps: FamilySteps<BallsTypes> = {
  liveOf: ({ balls }) => ({ balls }),
  checkTimeouts: () => undefined,
  handleInput(context, input) {
    for (const seen of input.seen) handleBallObservation(context, seen);
  },
  handleKey: handleBallsKey,
  // Every ball is a record, and the reader says again what it drew meanwhile: the game goes on once people say so.
  handleRestart(context) {
    context.balls = { reader: null };
  },
  // The sale is announced by a key.
  handleOpened: () => undefined,
  handleOverruled: () => undefined,
  isSealDue: () => false,
  nextDeadline: () => null,
  // A game that runs is a round, of which the kernel tells.
  restartCosts: () => [],
};

/** Another set is in the machine, with what the law wants done of it. */
const isNewSet = (body: RecordBody<BallsTypes>): body is KeyRecord<BallsTypes> =>
  body.kind === "key" && body.key.key === "change-balls";

const withCountDue = (after: Durable, duties: readonly string[] = []): Durable =>
  duties.reduce(
    (table, about) => withTask(table, { ...newTask("acknowledge", table.round, about, []), session: true }),
    after,
  );

/** Words that can be taken back while nothing has been drawn or decided since. */
const WORDS: readonly KeyOf<BallsTypes>["key"][] = [
  "balls-counted",
  "interrupt",
  "call-card",
  "card-holds",
  "ball-is",
  "misannounced",
  "write-acta",
];

const reducer: FamilyReducer<BallsTypes> = {
  start: () => ({ balls: NO_BALLS }),
  reduce(before, after, body) {
    const counts = body.kind === "key" && isWholeCount(body.key);
    const asked = isNewSet(body) ? withCountDue(after, body.duties) : after;
    const next = counts ? withoutTasks(after, (task) => task === countDue(after)) : asked;
    return withOwn<BallsTypes>(next, { balls: reduceBalls(before.balls, body) });
  },
  outcomeOf: (body) => (body.kind === "result" ? { balls: body.result.order.length } : {}),
  replacedBy(before, { key }) {
    if (!WORDS.includes(key)) return null;
    // Nothing of the table comes of it.
    if (key === "write-acta") return {};
    const due = key === "balls-counted" ? countDue(before) : undefined;
    return { before: before.balls, ...(due === undefined ? {} : { due }) };
  },
  putBack(after, { before, due }) {
    const asked = due === undefined ? after : { ...after, tasks: withTask(after, due).tasks };
    return before === undefined ? asked : { ...asked, balls: before };
  },
  endsWords: (body) => body.kind === "ball",
};

const people: FamilyPeople<BallsTypes> = {
  callVoids: ["jefe-de-mesa"],
  callerConfirms: false,
  declarable: attestable,
  isOnlyVoided: () => false,
  announcesNone: true,
  announcedChoices: () => null,
  announcedOutcome: () => null,
  // A count is said with how many they are.
  awaitsAnswer: (_, task) => isCount(task),
};

const view: FamilyView<BallsTypes> = {
  absent: { view: { ...ABSENT_PARTS.view }, item: { ...ABSENT_PARTS.item, balls: null } },
  familyParts: (durable, pack) => ({ balls: ballsView(durable, pack) }),
  resultView: (record, certificate, pack) => ballsResultView(record, certificate, pack),
  closingCall: () => null,
  announcedParts: () => null,
  cameToView: ({ balls = null }) => ({ balls }),
  resolvedItem: () => ({}),
  resolvedText: () => GAME_STANDS,
  wordText: ({ key }) => (Object.hasOwn(BALL_KEYS, key) ? BALL_KEYS[key as keyof typeof BALL_KEYS] : null),
  countsLastRounds: false,
  lastSpeaker: (durable) => lastDeclared(durable)?.declaredBy ?? null,
  lastDeclared: (durable) => lastDeclared(durable)?.about ?? null,
  besideTexts: () => null,
};

/** Games of balls and called cards: bingo of ninety balls. */
export const BALLS_FAMILY: TableFamily<BallsTypes> = {
  name: "balls",
  keepsSecrets: false,
  steps,
  reducer,
  texts: BALLS_TEXTS,
  people,
  view,
};
