/** The keys of the control page. The unit checks every press again; here a key is only greyed out. */
import { h, type JSX } from "preact";
import { joinParts, kindOf, ROLES, sentenceIn, wordIn, type Word } from "../i18n.ts";
import type { IconName } from "../icons.ts";
import { ROUND_PHASES, tableKeys } from "./cards.ts";
import { BALL_ROUND_PHASES, ballSideKeys } from "./balls.ts";
import { DICE_ROUND_PHASES, diceSideKeys } from "./dice.ts";
import { keyButton } from "./buttons.ts";
import { postsKey } from "./relief.ts";
import type { TableView } from "../../../../src/table/kernel/view/view.ts";
import {
  isAtCards,
  isBallTable,
  isShown,
  rolesFor,
  showsOnlyUseful,
  voidsFor,
  type CardTableView,
  type Desk,
  type KeyName,
  type KeyOf,
  type ReasonView,
  type ShownDesk,
} from "./desk.ts";

interface BigKey {
  readonly key: KeyName;
  readonly name: string;
  /** Null: keys that stand side by side have none. */
  readonly icon: IconName | null;
  readonly look: string;
  /** The moment allows it. */
  readonly useful: boolean;
  /** Word that says why it is of no use now. */
  readonly off?: Word;
  readonly act: () => void;
}

function bigKey(desk: ShownDesk, { key, name, icon, look, useful, off, act }: BigKey) {
  const { language, person, view } = desk;
  const roles = rolesFor(view, key);
  const ours = person !== null && roles.includes(person.role);
  if (showsOnlyUseful(view) && !(ours && useful)) return null;
  const only = `${wordIn("onlyFor", language)}: ${roles.map((role) => ROLES[role][language]).join(", ")}`;
  const why = ours ? (useful || off === undefined ? null : wordIn(off, language)) : only;
  const under = why === null ? null : h("small", null, why);
  return keyButton(desk, key, { look: `key ${look}`, name, icon, onClick: act, isOff: !useful, under });
}

/** The incidents that the person who is signed in may attest. */
function incidentsFor({ view, person }: ShownDesk): readonly ReasonView[] {
  const voids = showsOnlyUseful(view) ? view.voidReasons.map((one) => one.rule) : [];
  return person === null
    ? []
    : view.incidents.filter((one) => one.by === person.role && !voids.includes(one.rule));
}

/** Phases of this table in which a round is there; null: in every one. */
const roundPhases = (view: TableView): readonly string[] | null =>
  view.dice
    ? DICE_ROUND_PHASES
    : isBallTable(view)
      ? BALL_ROUND_PHASES
      : view.cards === null
        ? null
        : ROUND_PHASES;

/** Whether there is a round that can be declared void or have an incident declared. */
const hasRound = (view: TableView) => view.open && (roundPhases(view)?.includes(view.phase) ?? true);

/** Ball, cards or dice are in play, and the round has no verdict yet. */
const isRunning = ({ phase, cards, dice, balls }: TableView) =>
  dice
    ? phase === "throwing"
    : balls !== undefined
      ? phase === "dealing"
      : cards === null
        ? phase === "ball-in-play" || phase === "no-more-bets"
        : (phase === "dealing" || phase === "no-more-bets") && cards.hands.length > 0;

/** Why nothing can be declared of a round now; `there`: when there is one. */
const offWord = (view: TableView, there: Word): Word =>
  !view.open ? "offClosed" : hasRound(view) ? there : "offNoRound";

/** The key of the notices before the table closes; where the law has two it asks which. */
function lastKey(desk: ShownDesk) {
  const { language, view } = desk;
  const calls: readonly { readonly call: TableView["lastCall"]; readonly key: KeyOf<"last-three-spins"> }[] = [
    { call: view.lastCall, key: { key: "last-three-spins" } },
    { call: view.lastGameCall ?? null, key: { key: "last-three-spins", notice: "last-game" } },
  ];
  const notices = calls.flatMap(({ call, key }) =>
    call === null ? [] : [{ name: sentenceIn(call.say, language), key }],
  );
  const [first, second] = notices;
  if (first === undefined) return null;
  return bigKey(desk, {
    key: "last-three-spins",
    name: second === undefined ? first.name : `${first.name}…`,
    icon: "waiting",
    look: "plain",
    useful: view.open,
    act: () =>
      second === undefined
        ? desk.dialog.confirm("sureLastCall", first.key, `«${first.name}»`)
        : desk.dialog.chooseNotice(notices),
  });
}

/** The last cards, put right by the jefe de mesa or the inspector, behind the verdict by all. */
function cardSheetKey({ view, person }: Desk<CardTableView>, desk: ShownDesk) {
  const isOutside = !isRunning(view);
  return bigKey(desk, {
    key: "put-right",
    name: wordIn(isOutside ? "whoseCard" : "cardSheet", desk.language, kindOf(view)),
    icon: null,
    look: isOutside ? "go" : "plain",
    useful: view.open && view.cards.sheet !== undefined && (isOutside || person?.role !== "croupier"),
    act: () => desk.dialog.chooseCards(),
  });
}

/**
 * The last word, taken back by who said it or the jefe de mesa. It has one place at every table, which is there when nothing can be taken
 * back too, and says what would be; of a word of the deal the question tells it.
 */
function undoPlace(desk: ShownDesk): JSX.Element {
  const { view, language, person, dialog } = desk;
  const speaker = view.open ? (view.lastSpeaker ?? null) : null;
  if (speaker === null) return h("p", { class: "undo" }, wordIn("nothingToUndo", language));
  const said = view.lastSaid == null ? null : `«${view.lastSaid[language]}»`;
  const what = h("small", null, joinParts(said, speaker));
  const name = wordIn("undoWord", language, kindOf(view));
  if (speaker !== person?.name && person?.role !== "jefe-de-mesa") return h("p", { class: "undo" }, name, what);
  return keyButton(desk, "take-back", {
    look: "key plain undo",
    name,
    onClick: () => dialog.takeBack(),
    under: what,
  });
}

/** The keys that this law has a use for. */
export function keyColumn(desk: Desk): (JSX.Element | null)[] {
  if (!isShown(desk)) return [];
  const { language, view } = desk;
  const say = (name: Word) => wordIn(name, language, kindOf(view));
  const now = isAtCards(desk) ? tableKeys(desk) : [];
  return [
    ...now.map((one) => bigKey(desk, { ...one, useful: true })),
    ...diceSideKeys(desk),
    ...ballSideKeys(desk),
    view.voidName === null
      ? null
      : bigKey(desk, {
          key: "void",
          name: `${sentenceIn(view.voidName, language)}…`,
          icon: "void",
          look: "danger",
          useful: hasRound(view) && voidsFor(desk).length > 0,
          off: offWord(view, "offNoReason"),
          act: () => desk.dialog.chooseVoid(view.round),
        }),
    bigKey(desk, {
      key: "declare",
      name: say("incident"),
      icon: "undecided",
      look: "plain",
      useful: hasRound(view) && incidentsFor(desk).length > 0,
      off: offWord(view, "offNothingYours"),
      act: () => desk.dialog.chooseIncident(view.round, incidentsFor(desk)),
    }),
    view.closingCall === null
      ? null
      : bigKey(desk, {
          key: "no-more-bets",
          name: sentenceIn(view.closingCall.say, language),
          icon: "no-more-bets",
          look: "plain",
          useful: view.phase === "ball-in-play",
          act: () => desk.press({ key: "no-more-bets" }),
        }),
    isAtCards(desk) ? cardSheetKey(desk, desk) : null,
    isBallTable(view) ? null : lastKey(desk),
    view.open
      ? bigKey(desk, {
          key: "close-table",
          name: say("closeTable"),
          icon: "closed",
          look: "plain",
          useful: !isRunning(view),
          off: "offRunning",
          act: () => desk.dialog.closeTable(),
        })
      : bigKey(desk, {
          key: "open-table",
          name: say("openTable"),
          icon: "betting",
          look: "go",
          useful: true,
          act: () => desk.press({ key: "open-table" }),
        }),
    h("div", { class: "foot-row" }, postsKey(desk), undoPlace(desk)),
    desk.waiting ? h("p", { class: "sending" }, say("sending")) : null,
  ];
}
