/** The dice table on the control page: the throw in small, and the keys that the present moment allows. */
import { h, type JSX } from "preact";
import { INCIDENT_VERDICTS } from "./card-words.ts";
import { dieFace, isThrow } from "./die-face.ts";
import { nameOf, puckOf } from "./dice-throw.ts";
import { phaseText, roleName, sentence, word, roundName, type Word } from "./i18n.ts";
import { ICONS, iconOr, type IconName } from "./icons.ts";
import { mayPress } from "./control-roles.ts";
import { announcer, certificateLine, endLines, lines, resolvedTitle, trouble } from "./control-lines.ts";
import type { DiceKeyView, DiceResultView } from "../../../src/table/dice/view-types.ts";
import type { VerdictView } from "../../../src/table/view.ts";
import { hasDice, type Desk, type DiceTableView, type KeyName } from "./control-desk.ts";
import type { Language } from "./i18n.ts";

type KeyIcons = Readonly<Partial<Record<KeyName, IconName>>>;

/** What a round of dice is pressed on with, largest first; the others are seldom pressed. */
const MAIN_KEYS: KeyIcons = {
  "open-bets": "betting",
  "no-more-bets": "no-more-bets",
  announce: "tick",
  "dice-are": "throwing",
};
const OTHER_KEYS: KeyIcons = {
  "change-dice": "throwing",
  "change-thrower": "next",
  "mark-point": "waiting",
};
/** Phases in which a round is there that something can be said of. */
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
  const isStopped = trouble(view, verdict, language) !== null;
  // What was sent for a throw and is none is not drawn.
  const shown =
    verdict?.kind === "dice-result" && view.device.health === "ok" && isThrow(verdict, dice) ? verdict : null;
  return h(
    "div",
    { class: `card dice-table ${isStopped ? "alarm" : phase}` },
    shown !== null
      ? h("div", { class: "mini-dice" }, ...shown.faces.map((face) => dieFace(face, dice.faces, language)))
      : isStopped
        ? ICONS.warn()
        : iconOr(phase, "warn"),
    h(
      "div",
      { class: "words" },
      h(
        "div",
        { class: "line" },
        shown === null ? lineOf(verdict, view, language) : resultLine(shown, language),
      ),
      h("div", { class: "under" }, ...under(view, verdict, shown !== null, language)),
    ),
  );
}

function resultLine(verdict: DiceResultView, language: Language) {
  const name = nameOf(verdict);
  const equal = verdict.equal === "none" ? null : word(verdict.equal, language);
  return [verdict.total === null ? null : String(verdict.total), name?.[language], equal]
    .filter((one) => one != null)
    .join(" · ");
}

function lineOf(verdict: VerdictView | null, view: DiceTableView, language: Language) {
  const wrong = trouble(view, verdict, language);
  if (wrong !== null) return wrong;
  const resolved = resolvedTitle(verdict, language);
  if (resolved !== null) return resolved;
  if (verdict?.kind === "void") return sentence(verdict.say, language);
  if (verdict?.kind === "dice-result") return phaseText("result", "dice")[language];
  return sentence(view.announcement?.say ?? phaseText(view.phase, "dice"), language);
}

function under(
  view: DiceTableView,
  verdict: VerdictView | null,
  shown: boolean,
  language: Language,
): (JSX.Element | string)[] {
  const { dice } = view;
  const say = (key: Word) => word(key, language, "dice");
  const puck = dice.puck === null ? null : puckOf(dice.puck);
  const facts = [
    view.open ? `${roundName(view, language) ?? say("spin")} ${view.round}` : null,
    puck === null
      ? null
      : puck.is === "on"
        ? `ON · ${say("point")} ${puck.point}`
        : puck.is === "off"
          ? `OFF · ${say("noPoint")}`
          : say("puckUnknown"),
    dice.shooter === null ? null : `${say("shooter")}: ${say("seat")} ${dice.shooter}`,
  ];
  return [facts.filter((one) => one !== null).join(" · "), ...why(view, verdict, shown, language)];
}

function why(
  view: DiceTableView,
  verdict: VerdictView | null,
  shown: boolean,
  language: Language,
): JSX.Element[] {
  if (verdict?.kind !== "dice-result") return endLines(verdict, language, "dice");
  if (view.device.health !== "ok") return [h("p", null, word("withheld", language, "dice"))];
  if (!shown) return [h("p", { class: "not-certified" }, ICONS.warn(), word("dataUnreadable", language))];
  const because = verdict.noCategory === null ? verdict.because : [verdict.noCategory.text, ...verdict.because];
  return [
    ...(verdict.noLosers
      ? [h("p", { class: "certified" }, ICONS.tick(), word("noLosersMeans", language))]
      : []),
    certificateLine(verdict, language),
    ...announcer(view, language),
    ...lines(because, language),
  ];
}

/** What pressing this key does: at once, or after a question. */
function act({ dialog, language, press }: Desk, { key, asks }: DiceKeyView): void {
  if (asks === "faces" && key.key === "dice-are") return dialog.chooseDice(key);
  if (asks === "seat" && key.key === "change-thrower") return dialog.chooseShooter(key);
  if (asks === "point" && key.key === "mark-point") return dialog.choosePoint(key);
  if (key.key === "change-dice") return dialog.confirm("sureDice", key, word("sureDiceMeans", language));
  if (key.key === "change-thrower") return dialog.confirm("sureThrower", key);
  press(key);
}

/** Keys of the moment that this person may press, of those that have an icon here. */
function offeredTo(desk: Desk, icons: KeyIcons): readonly DiceKeyView[] {
  const { person } = desk;
  if (!hasDice(desk) || person === null) return [];
  return desk.view.dice.keys.filter((one) => one.key.key in icons && one.for.includes(person.role));
}

/** The keys that the round is pressed on with. Without anybody signed in there are none. */
export function diceKeys(desk: Desk): JSX.Element[] {
  const offered = offeredTo(desk, MAIN_KEYS);
  if (offered.length > 0) {
    const keys = offered.map((one) => keyButton(desk, one, MAIN_KEYS[one.key.key] ?? "tick", ""));
    return [h("div", { class: "dice-keys", "data-many": keys.length > 2 ? "" : null }, ...keys)];
  }
  const { view, fresh, person, language } = desk;
  return view?.dice && fresh && person !== null && view.phase === "throwing"
    ? [h("p", { class: "nothing" }, ICONS.throwing(), word("noKeysNow", language, "dice"))]
    : [];
}

/** The keys of the table's dice, for the side: change, thrower, point. */
export const diceSideKeys = (desk: Desk): JSX.Element[] =>
  offeredTo(desk, OTHER_KEYS).map((one) => keyButton(desk, one, OTHER_KEYS[one.key.key] ?? "tick", "key "));

function keyButton(desk: Desk, offered: DiceKeyView, icon: IconName, place: string) {
  const { key, text } = offered;
  const look =
    key.key === "dice-are" || key.key === "mark-point" ? "danger" : key.key in MAIN_KEYS ? "go" : "plain";
  return h(
    "button",
    {
      class: `${place}${look}`,
      "data-key": key.key,
      disabled: !mayPress(desk, key.key),
      onClick: () => act(desk, offered),
    },
    ICONS[icon](),
    h("span", null, sentence(text, desk.language)),
  );
}

/** What is due, who named dice, and what happened in the throw with its steps. */
export function diceNotices(desk: Desk): JSX.Element[] {
  if (!hasDice(desk)) return [];
  const { view, language } = desk;
  const { duties, named, happened, differ = [] } = view.dice;
  const notice = (name: string, ...content: (JSX.Element | null)[]) =>
    h("li", { class: `task ${name}` }, h("div", { class: "task-text" }, ...content));
  return [
    ...duties.map((duty) =>
      notice(
        "task-duty",
        h("strong", null, sentence(duty, language)),
        h("span", null, word("duties", language)),
      ),
    ),
    // Not what they said: the second person must look at the dice, not at the first one's word.
    named === null
      ? null
      : notice("task-decide task-named", h("strong", null, named.by), h("span", null, word("named", language))),
    differ.length === 0
      ? null
      : notice(
          "task-decide task-differ",
          h("strong", null, word("namesDiffer", language)),
          h("span", null, `${differ.join(` ${word("and", language)} `)} ${word("diceDiffer", language)}`),
        ),
    ...happened.map(({ rule, then, verdict }) =>
      notice(
        "task-acknowledge task-happened",
        h("strong", null, sentence(rule.text, language)),
        h("span", null, `${word(INCIDENT_VERDICTS[verdict], language, "dice")} · ${rule.cite}`),
        h(
          "ol",
          { class: "task-steps" },
          ...then.map((step, at: number) =>
            h("li", null, `${at + 1}. ${roleName(step.who, language)}: ${step.text[language]}`),
          ),
        ),
      ),
    ),
  ].filter((one) => one !== null);
}
