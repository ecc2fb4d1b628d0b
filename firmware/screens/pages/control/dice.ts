/** The dice table on the control page: the throw in small, and the keys that the present moment allows. */
import { h, type JSX } from "preact";
import { dieFace, isThrow } from "../die-face.ts";
import { throwName, puckOf } from "../dice-throw.ts";
import { joinParts, phaseText, sentenceIn, wordIn, roundText, type Word, type Language } from "../i18n.ts";
import { iconSign, iconOr, type IconName } from "../icons.ts";
import { keyButton } from "./buttons.ts";
import {
  announcerLine,
  certificateLine,
  endLines,
  lineAndUnder,
  textLines,
  resolvedTitle,
  troubleText,
} from "./lines.ts";
import type { DiceKeyView, DiceResultView } from "../../../../src/table/dice/view-types.ts";
import type { VerdictView } from "../../../../src/table/kernel/view/view.ts";
import { hasDice, type Desk, type DiceTableView, type KeyName } from "./desk.ts";

type KeyIcons = Readonly<Partial<Record<KeyName, IconName>>>;

/** What a round of dice is pressed on with, largest first; the others are seldom pressed. */
const MAIN_KEYS: KeyIcons = {
  "open-bets": "betting",
  "no-more-bets": "no-more-bets",
  announce: "tick",
  "dice-are": "throwing",
  "die-found": "tick",
  declare: "undecided",
};
const OTHER_KEYS: KeyIcons = {
  "change-dice": "throwing",
  "change-thrower": "next",
  "mark-point": "waiting",
};
/** Phases in which a round can be declared void or an incident be declared. */
export const DICE_ROUND_PHASES = [
  "betting",
  "throwing",
  "no-more-bets",
  "result",
  "void",
  "undecided",
  "aborted",
];

/** The big line of a dice table, with its throw. */
export function diceState(view: DiceTableView, language: Language) {
  const { dice, phase } = view;
  const of = view.verdict?.kind === "dice-result" ? "result" : view.verdict?.kind;
  const verdict = of === phase ? view.verdict : null;
  const isStopped = troubleText(view, verdict, language) !== null;
  // What was sent for a throw and is none is not drawn.
  const shown =
    verdict?.kind === "dice-result" && view.device.health === "ok" && isThrow(verdict, dice) ? verdict : null;
  return h(
    "div",
    { class: `card dice-table ${isStopped ? "alarm" : phase}` },
    shown !== null
      ? h("div", { class: "mini-dice" }, ...shown.faces.map((face) => dieFace(face, dice.faces, language)))
      : isStopped
        ? iconSign("warn")
        : iconOr(phase, "warn"),
    lineAndUnder(
      [shown === null ? lineOf(verdict, view, language) : resultLine(shown, language)],
      detailLines(view, verdict, shown !== null, language),
    ),
  );
}

function resultLine(verdict: DiceResultView, language: Language) {
  const name = throwName(verdict);
  const equal = verdict.equal === "none" ? null : wordIn(verdict.equal, language);
  return joinParts(verdict.total === null ? null : String(verdict.total), name?.[language], equal);
}

function lineOf(verdict: VerdictView | null, view: DiceTableView, language: Language) {
  const wrong = troubleText(view, verdict, language);
  if (wrong !== null) return wrong;
  const resolved = resolvedTitle(verdict, language);
  if (resolved !== null) return resolved;
  if (verdict?.kind === "void") return sentenceIn(verdict.say, language);
  if (verdict?.kind === "dice-result") return phaseText("result", "dice")[language];
  return sentenceIn(view.announcement?.say ?? phaseText(view.phase, "dice"), language);
}

function detailLines(
  view: DiceTableView,
  verdict: VerdictView | null,
  shown: boolean,
  language: Language,
): (JSX.Element | string)[] {
  const { dice } = view;
  const say = (key: Word) => wordIn(key, language, "dice");
  const puck = dice.puck === null ? null : puckOf(dice.puck);
  const facts = [
    view.open ? roundText(view, language) : null,
    puck === null
      ? null
      : puck.is === "on"
        ? `ON · ${say("point")} ${puck.point}`
        : puck.is === "off"
          ? `OFF · ${say("noPoint")}`
          : say("puckUnknown"),
    dice.shooter === null ? null : `${say("shooter")}: ${say("seat")} ${dice.shooter}`,
  ];
  return [joinParts(...facts), ...endingLines(view, verdict, shown, language)];
}

function endingLines(
  view: DiceTableView,
  verdict: VerdictView | null,
  shown: boolean,
  language: Language,
): JSX.Element[] {
  if (verdict?.kind !== "dice-result") return endLines(verdict, language, "dice");
  if (view.device.health !== "ok") return [h("p", null, wordIn("withheld", language, "dice"))];
  if (!shown) return [h("p", { class: "not-certified" }, iconSign("warn"), wordIn("dataUnreadable", language))];
  const because = verdict.noCategory === null ? verdict.because : [verdict.noCategory.text, ...verdict.because];
  return [
    ...(verdict.noLosers
      ? [h("p", { class: "certified" }, iconSign("tick"), wordIn("noLosersMeans", language))]
      : []),
    certificateLine(verdict, language),
    ...announcerLine(view, language),
    ...textLines(because, language),
  ];
}

/** What pressing this key does: at once, or after a question. */
function pressOffered({ dialog, language, press }: Desk, { key, asks }: DiceKeyView): void {
  if (asks === "faces" && key.key === "dice-are") return dialog.chooseDice(key);
  if (asks === "seat" && key.key === "change-thrower") return dialog.chooseShooter(key);
  if (asks === "point" && key.key === "mark-point") return dialog.choosePoint(key);
  if (key.key === "change-dice") return dialog.confirm("sureDice", key, wordIn("sureDiceMeans", language));
  if (key.key === "change-thrower") return dialog.confirm("sureThrower", key);
  press(key);
}

/** The table waits for the point: it is confirmed as it stands by one of the large keys. */
const isConfirmed = ({ key, asks }: DiceKeyView): boolean => key.key === "mark-point" && asks === null;

/** Keys of the moment that this person may press, of those that have an icon here. */
function offeredTo(desk: Desk, icons: KeyIcons): readonly DiceKeyView[] {
  const { person } = desk;
  if (!hasDice(desk) || person === null) return [];
  const isHere = (one: DiceKeyView): boolean => (isConfirmed(one) ? icons === MAIN_KEYS : one.key.key in icons);
  return desk.view.dice.keys.filter((one) => isHere(one) && one.for.includes(person.role));
}

/** The keys that the round is pressed on with. Without anybody signed in there are none. */
export function diceKeys(desk: Desk): JSX.Element[] {
  const offered = offeredTo(desk, MAIN_KEYS);
  if (offered.length > 0) {
    const keys = offered.map((one) => diceKey(desk, one, MAIN_KEYS[one.key.key] ?? "tick", ""));
    return [h("div", { class: "dice-keys", "data-many": keys.length > 2 ? "" : null }, ...keys)];
  }
  const { view, fresh, person, language } = desk;
  return view?.dice && fresh && person !== null && view.phase === "throwing"
    ? [h("p", { class: "nothing" }, iconSign("throwing"), wordIn("noKeysNow", language, "dice"))]
    : [];
}

/** The keys of the table's dice, for the side: change, thrower, point. */
export const diceSideKeys = (desk: Desk): JSX.Element[] =>
  offeredTo(desk, OTHER_KEYS).map((one) => diceKey(desk, one, OTHER_KEYS[one.key.key] ?? "tick", "key "));

function diceKey(desk: Desk, offered: DiceKeyView, icon: IconName, place: string) {
  const { key, text } = offered;
  const look =
    key.key === "dice-are" || key.key === "mark-point" ? "danger" : key.key in MAIN_KEYS ? "go" : "plain";
  return keyButton(desk, key.key, {
    look: `${place}${look}`,
    name: sentenceIn(text, desk.language),
    icon,
    onClick: () => pressOffered(desk, offered),
  });
}
