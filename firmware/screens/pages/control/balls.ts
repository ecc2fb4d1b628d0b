/** The control table of a hall of bingo: the last ball, what is said aloud, and the keys of the moment in the order of a game. */
import { h, type JSX } from "preact";
import { fillText } from "../../../../src/text/every-language.ts";
import { textsOf } from "../../../../src/text/text-of.ts";
import type {
  BallKeyView,
  BallsResultView,
  BallsView,
  CheckedView,
} from "../../../../src/table/balls/view-types.ts";
import type { VerdictView } from "../../../../src/table/kernel/view/view.ts";
import { joinParts, phaseText, roleName, roundText, sentenceIn, wordIn, type Language } from "../i18n.ts";
import { iconOr, iconSign, type IconName } from "../icons.ts";
import { keyButton } from "./buttons.ts";
import { hasBalls, type BallTableView, type Desk, type KeyName } from "./desk.ts";
import { certificateLine, endLines, lineAndUnder, resolvedTitle, textLines, troubleText } from "./lines.ts";
import { namedLine, secondKey, stepItems, taskLine } from "./notices.ts";

const WORDS = textsOf("pages.balls-desk");
const SHOWN = textsOf("pages.balls");

type KeyIcons = Readonly<Partial<Record<KeyName, IconName>>>;

/** What a game is pressed on with, in its order; the others are seldom pressed. */
const MAIN_KEYS: KeyIcons = {
  "sell-cards": "betting",
  "cards-sold": "no-more-bets",
  "start-game": "next",
  "ball-is": "undecided",
  "ball-drawn": "next",
  interrupt: "warn",
  "call-card": "tick",
  "card-holds": "tick",
  "resume-game": "next",
};
const OTHER_KEYS: KeyIcons = {
  "balls-counted": "tick",
  "change-balls": "preparing",
  misannounced: "undecided",
  "draw-by-hand": "preparing",
  "write-acta": "tick",
};
/** Phases in which a game can be annulled or an incident be declared. */
export const BALL_ROUND_PHASES = ["no-more-bets", "dealing", "result", "void", "undecided", "aborted"];

/** The big line of a hall of bingo. */
export function ballsState(view: BallTableView, language: Language): JSX.Element {
  const { balls, phase } = view;
  const of = view.verdict?.kind === "balls-result" ? "result" : view.verdict?.kind;
  const verdict = of === phase ? view.verdict : null;
  const isStopped = troubleText(view, verdict, language) !== null || balls.waits !== null;
  const last = phase === "dealing" && !isStopped ? balls.last : null;
  return h(
    "div",
    { class: `card balls-table ${isStopped ? "alarm" : phase}` },
    last === null
      ? iconOr(isStopped ? "warn" : signOfPhase(phase, verdict), "warn")
      : h("div", { class: "mini-ball", "data-live-only": "" }, String(last)),
    lineAndUnder(
      [lineOf(view, verdict, language)],
      [detailLine(view, language), ...endingLines(view, verdict, language), ...setLines(view, language)],
      callLine(balls, language),
    ),
  );
}

const signOfPhase = (phase: string, verdict: VerdictView | null): string =>
  verdict?.kind === "balls-result" ? (verdict.certified ? "certified" : "warn") : phase;

function lineOf(view: BallTableView, verdict: VerdictView | null, language: Language): string {
  const { balls, phase } = view;
  const wrong = troubleText(view, verdict, language);
  if (wrong !== null) return wrong;
  if (balls.waits !== null) return sentenceIn(balls.waits.text, language);
  const resolved = resolvedTitle(verdict, language);
  if (resolved !== null) return resolved;
  if (verdict?.kind === "void") return sentenceIn(verdict.say, language);
  if (phase === "dealing" && balls.checked !== null) return checkedText(balls.checked, language);
  return sentenceIn(phaseText(phase, "balls"), language);
}

/** `Línea · cartón A 12: correcto` */
function checkedText({ claim, series, card, holds }: CheckedView, language: Language): string {
  const word = holds === null ? SHOWN.unknown : holds ? SHOWN.right : SHOWN.wrong;
  return `${fillText(SHOWN[claim], { series, card })[language]}: ${word[language]}`;
}

function detailLine(view: BallTableView, language: Language): string {
  const { balls } = view;
  const { order, count, price, sold } = balls;
  return joinParts(
    view.open ? roundText(view, language) : null,
    balls.stage === "running" || balls.stage === "interrupted"
      ? fillText(SHOWN.drawn, { n: order.length, count })[language]
      : null,
    sold === null ? null : fillText(SHOWN.sold, { n: sold.cards })[language],
    price === null ? null : fillText(SHOWN.price, { price })[language],
  );
}

function endingLines(view: BallTableView, verdict: VerdictView | null, language: Language): JSX.Element[] {
  if (verdict?.kind !== "balls-result")
    return view.phase === "dealing" ? checkLines(view.balls, language) : endLines(verdict, language, "balls");
  if (view.device.health !== "ok") return [h("p", null, wordIn("withheld", language, "balls"))];
  return [
    ...winnerTexts(verdict, language).map((one) => h("p", { class: "winner" }, one)),
    certificateLine(verdict, language),
    ...textLines(verdict.because, language),
  ];
}

const winnerTexts = ({ line, bingo }: Pick<BallsResultView, "line" | "bingo">, language: Language): string[] =>
  [["lineWon", line] as const, ["bingoWon", bingo] as const].flatMap(([word, winners]) =>
    winners.length === 0
      ? []
      : [
          fillText(SHOWN[word], { cards: winners.map(({ series, card }) => `${series} ${card}`).join(", ") })[
            language
          ],
        ],
  );

/** With which ball the called card came, what it lacks, and why it was not checked. */
function checkLines({ checked, winners }: BallsView, language: Language): JSX.Element[] {
  const lines = winnerTexts(winners, language);
  if (checked !== null) {
    const { ball, since, lacks, why } = checked;
    lines.unshift(
      joinParts(
        ball === null ? null : fillText(SHOWN.withBall, { ball })[language],
        since === null || since === 0 ? null : fillText(WORDS.since, { n: since })[language],
        lacks.length === 0 ? null : fillText(SHOWN.lacks, { numbers: lacks.join(" ") })[language],
        why === null ? null : sentenceIn(why, language),
      ),
    );
  }
  return lines.filter((one) => one !== "").map((one) => h("p", null, one));
}

/** What speaks against the next game: cards that are too few, balls that nobody counted; and how long these are in play. */
function setLines({ balls, open, phase }: BallTableView, language: Language): JSX.Element[] {
  const warn = (text: string): JSX.Element => h("p", { class: "unconfirmed" }, iconSign("bang"), text);
  const { tooFewCards, heldBack, oddFirst } = balls;
  if (open && phase === "dealing" && heldBack > 0) return [warn(WORDS.heldBack[language])];
  if (!open || phase === "dealing") return [];
  const { games, most, whole } = balls.set;
  const isFull = most !== null && games >= most;
  return [
    ...(tooFewCards === null ? [] : [warn(fillText(WORDS.tooFewCards, { n: tooFewCards })[language])]),
    ...(oddFirst === null
      ? []
      : [warn(fillText(WORDS.oddFirst, { to: oddFirst.to, next: oddFirst.to + 1 })[language])]),
    ...(whole ? [] : [warn(sentenceIn(WORDS.setUncounted, language))]),
    ...(most === null
      ? []
      : [
          h("p", isFull ? { class: "unconfirmed" } : null, fillText(WORDS.setGames, { games, most })[language]),
        ]),
  ];
}

/** What is said aloud now, and by whom. */
function callLine({ call }: BallsView, language: Language): JSX.Element | null {
  if (call === null) return null;
  return h(
    "p",
    { class: "says" },
    h("small", null, `${WORDS.says[language]}: ${roleName(call.by, language)}`),
    h("strong", null, `«${call.say[language]}»`),
  );
}

/** What pressing this key does: at once, or after a question. */
function pressOffered({ dialog, press, view }: Desk<BallTableView>, { key, asks }: BallKeyView): void {
  if (asks !== null) return dialog.askOfBalls({ key, asks });
  if (key === "start-game" || key === "interrupt" || key === "resume-game") press({ key });
  else throw new Error(`${key} of game ${view.round} wants a question`);
}

/** Keys of this moment for the person who is signed in. */
function offeredTo(desk: Desk, icons: KeyIcons): readonly BallKeyView[] {
  const { person } = desk;
  if (!hasBalls(desk) || person === null) return [];
  return desk.view.balls.keys.filter((one) => isOf(one, icons) && one.for.includes(person.role));
}

/** A game that ends as it should ends among the keys of the moment. */
const isOf = ({ key, asks }: BallKeyView, icons: KeyIcons): boolean =>
  asks === "give-up" || asks === "other-ball"
    ? icons === OTHER_KEYS
    : key === "end-game"
      ? icons === MAIN_KEYS
      : Object.hasOwn(icons, key);

const lookOf = ({ key, asks }: BallKeyView): string =>
  (key === "ball-is" && asks === "ball") || key === "draw-by-hand" || asks === "give-up"
    ? "danger"
    : key in MAIN_KEYS || asks === "last"
      ? "go"
      : "plain";

function ballKey(desk: Desk<BallTableView>, offered: BallKeyView, place: string): JSX.Element {
  const icons = { ...MAIN_KEYS, ...OTHER_KEYS };
  return keyButton(desk, offered.key, {
    look: `${place}${lookOf(offered)}`,
    name: sentenceIn(offered.text, desk.language),
    icon: icons[offered.key] ?? "tick",
    onClick: () => pressOffered(desk, offered),
    attributes: { "data-asks": offered.asks },
  });
}

/** The keys that a game is pressed on with. Without anybody signed in there are none. */
export function ballKeys(desk: Desk): JSX.Element[] {
  if (!hasBalls(desk) || desk.person === null) return [];
  const offered = offeredTo(desk, MAIN_KEYS);
  if (offered.length > 0)
    return [
      h(
        "div",
        { class: "ball-keys", "data-many": offered.length > 2 ? "" : null },
        ...offered.map((one) => ballKey(desk, one, "")),
      ),
    ];
  return desk.view.phase === "dealing"
    ? [h("p", { class: "nothing" }, iconSign("next"), wordIn("noKeysNow", desk.language, "balls"))]
    : [];
}

/** Keys of the balls, for the side. */
export const ballSideKeys = (desk: Desk): JSX.Element[] =>
  hasBalls(desk) ? offeredTo(desk, OTHER_KEYS).map((one) => ballKey(desk, one, "key ")) : [];

/** Who has named a ball, and what the law has done of the card that was called. */
export function ballNotices(desk: Desk): readonly JSX.Element[] {
  if (!hasBalls(desk)) return [];
  const { view, language } = desk;
  const { named, checked } = view.balls;
  const steps =
    checked === null || checked.then.length === 0 || view.phase !== "dealing"
      ? []
      : [
          taskLine("task-steps-now", [
            h("strong", null, wordIn("whatNow", language)),
            stepItems(checked.then, language),
          ]),
        ];
  if (named === null) return steps;
  const key = { key: "ball-is", round: view.round, n: named.n, number: 1 } as const;
  const means = joinParts(fillText(WORDS.place, { n: named.n })[language], WORDS.named[language]);
  return [namedLine(named.by, means, secondKey(desk, named.by, key)), ...steps];
}

/** A game of the line of the last ones: how many balls it had. */
export const gameSign = (balls: number | null | undefined): string => (balls == null ? "?" : String(balls));
