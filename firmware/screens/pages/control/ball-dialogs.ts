/** Questions of a hall of bingo: what is sold, which card, which ball, how many. Each ends in exactly one key. */
import { h, type JSX } from "preact";
import type { BallKeyView, BallsView } from "../../../../src/table/balls/view-types.ts";
import { fillText } from "../../../../src/text/every-language.ts";
import { textsOf } from "../../../../src/text/text-of.ts";
import { actaDialogs } from "./acta-dialogs.ts";
import { ballPicker } from "./ball-picker.ts";
import { answerRow, pickButton, pickRow, sendAnswers, yesButton } from "./buttons.ts";
import { isBallTable, type BallTableView, type KeyOf, type QuestionBox } from "./desk.ts";
import { digitsTyped } from "./digits.ts";
import { iconSign } from "../icons.ts";
import { cardQuestion } from "./called-card.ts";
import { saleDialogs } from "./sale-dialogs.ts";

const WORDS = textsOf("pages.balls-desk");
type Word = keyof typeof WORDS;

export type AskedOfBalls = Pick<BallKeyView, "key"> & { readonly asks: NonNullable<BallKeyView["asks"]> };

/** `nameAgain`: a second person is asked to name the ball. */
export function ballDialogs(box: QuestionBox, nameAgain: (key: KeyOf<"ball-is">) => void) {
  const { wordHere } = box;
  const view = (): BallTableView => {
    const { view: shown } = box.desk();
    if (!isBallTable(shown)) throw new Error("a question about balls at another table");
    return shown;
  };
  const balls = (): BallsView => view().balls;
  const say = (word: Word, values: Readonly<Record<string, string | number>> = {}): string =>
    fillText(WORDS[word], values)[box.desk().language];
  const means = (word: Word, values?: Readonly<Record<string, string | number>>): JSX.Element =>
    h("p", { class: "means" }, say(word, values));
  const askYes = (title: Word, about: Word, yes: string, press: () => void, look = "go"): void =>
    box.open(
      view().round,
      say(title),
      means(about),
      answerRow(box, box.close, yesButton({ look, name: yes, onClick: press })),
    );
  const sale = saleDialogs(box, balls, say);
  const card = cardQuestion(box, view, say);

  /** Of the balls that were read the last ones may be another than was read or said. */
  const lastRead = (): readonly number[] =>
    balls()
      .order.flatMap((number, at) => (number === null ? [] : [at + 1]))
      .slice(-3);

  /** Which of the balls that are in doubt, and what it is. */
  const nameBall = (n?: number, number: number | null = null): void => {
    const { unsure, count, named } = balls();
    const at = n ?? unsure.at(-1) ?? named?.n ?? balls().order.length;
    const { person } = box.desk();
    const offered = unsure.length > 0 ? unsure : lastRead();
    const places = offered.map((place) =>
      pickButton({ "data-place": place }, place === at, () => nameBall(place), say("place", { n: place })),
    );
    const key = { key: "ball-is", round: view().round, n: at, number: number ?? 1 } as const;
    const isSecond = named !== null && named.n === at && named.by !== person?.name;
    const send = (): void => box.pressAndClose(key, isSecond ? undefined : () => nameAgain(key));
    box.open(
      view().round,
      say("ballTitle"),
      means("ballMeans"),
      offered.length > 1 ? pickRow("", ...places) : null,
      ballPicker(
        count,
        number,
        () => false,
        (next) => nameBall(at, next),
      ),
      answerRow(
        box,
        box.close,
        yesButton({ look: "go", name: wordHere("send"), onClick: send }, number === null),
      ),
    );
  };

  /** A ball that was drawn by hand: it is one of those that are left. */
  const drawnBall = (number: number | null = null): void => {
    const { count, order } = balls();
    box.open(
      view().round,
      say("drawnTitle"),
      ballPicker(count, number, (one) => order.includes(one), drawnBall),
      sendAnswers(box, number === null ? null : { key: "ball-drawn", number }),
    );
  };

  /** Which of the last balls was announced wrongly, and what was said of it. */
  const saidNumber = (n = lastRead().at(-1) ?? 0, said: number | null = null): void => {
    const { count, order } = balls();
    const number = order[n - 1];
    if (number == null) return;
    const places = lastRead().map((place) =>
      pickButton({ "data-place": place }, place === n, () => saidNumber(place), say("place", { n: place })),
    );
    const key = { key: "misannounced", round: view().round, n, said: said ?? 1 } as const;
    box.open(
      view().round,
      say("saidTitle"),
      means(balls().ballPrevails ? "saidMeans" : "saidMeansOnly", { number }),
      places.length > 1 ? pickRow("", ...places) : null,
      ballPicker(
        count,
        said,
        (one) => one === number,
        (next) => saidNumber(n, next),
      ),
      sendAnswers(box, said === null ? null : key),
    );
  };

  const countBalls = (): void => {
    const { count } = balls();
    const typed = counted.typed();
    const yes = { look: "go", name: wordHere("send"), onClick: sendCount };
    box.open(
      null,
      say("countTitle"),
      means("countMeans"),
      h(
        "div",
        { class: "find-round ball-count" },
        h("div", { class: "typed" }, typed),
        pickRow(
          "",
          pickButton({ "data-count": count }, null, () => counts(count), String(count)),
        ),
        counted.pad(box.desk().language, true, h("span", null)),
      ),
      answerRow(box, leave, yesButton(yes, typed === "")),
    );
  };
  const counted = digitsTyped({
    place: () => document.querySelector("dialog[open] .ball-count"),
    longest: 2,
    redraw: () => countBalls(),
    enter: () => sendCount(),
  });
  const counts = (count: number): void => {
    counted.wipe();
    box.pressAndClose({ key: "balls-counted", count });
  };
  const sendCount = (): void => {
    if (counted.typed() !== "") counts(Number(counted.take()));
  };
  const leave = (): void => {
    counted.wipe();
    box.close();
  };

  const chooseWhy = (): void => {
    const pick = (why: "worn" | "unsound") =>
      pickButton({ "data-why": why }, null, () => box.pressAndClose({ key: "change-balls", why }), say(why));
    box.open(
      null,
      say("whyTitle"),
      pickRow(" wide-picks", pick("worn"), pick("unsound")),
      answerRow(box, box.close),
    );
  };

  const cardHolds = (): void => {
    const { round } = view();
    const answer = (holds: boolean): JSX.Element =>
      pickButton(
        { "data-holds": String(holds) },
        null,
        () => box.pressAndClose({ key: "card-holds", round, holds }),
        iconSign(holds ? "tick" : "cross"),
        say(holds ? "holdsYes" : "holdsNo"),
      );
    box.open(
      round,
      say("holdsTitle"),
      means("holdsMeans"),
      pickRow(" wide-picks", answer(true), answer(false)),
      answerRow(box, box.close),
    );
  };

  const announceLast = (): void => {
    const { lastCall } = view();
    if (lastCall === null) return;
    const press = () => box.pressAndClose({ key: "last-three-spins" });
    box.open(
      null,
      wordHere("sureLastCall"),
      h("p", { class: "reason" }, `«${lastCall.say[box.desk().language]}»`),
      answerRow(box, box.close, yesButton({ look: "go", name: wordHere("yes"), onClick: press })),
    );
  };

  const acta = actaDialogs(box, balls, say);

  const QUESTIONS: Readonly<Record<AskedOfBalls["asks"], () => void>> = {
    sale: () => sale.chooseSale(),
    sold: () => sale.chooseSold(),
    card: () => card.begin(),
    ball: () => nameBall(),
    "other-ball": () => nameBall(),
    number: () => drawnBall(),
    count: countBalls,
    holds: cardHolds,
    why: chooseWhy,
    said: () => saidNumber(),
    notice: announceLast,
    acta: () => acta.chooseWord(view().round),
    more: () =>
      askYes("moreTitle", balls().linesEnd ? "moreMeans" : "moreMeansOpen", say("moreYes"), () =>
        box.pressAndClose({ key: "resume-game" }),
      ),
    last: () => askYes("lastTitle", "lastMeans", say("lastYes"), () => box.pressAndClose({ key: "end-game" })),
    "give-up": () =>
      askYes(
        "giveUpTitle",
        "giveUpMeans",
        wordHere("yes"),
        () => box.pressAndClose({ key: "end-game", early: true }),
        "danger",
      ),
    "by-hand": () =>
      askYes(
        "byHandTitle",
        "byHandMeans",
        wordHere("yes"),
        () => box.pressAndClose({ key: "draw-by-hand" }),
        "danger",
      ),
  };

  return { askOfBalls: ({ asks }: AskedOfBalls): void => QUESTIONS[asks](), writeActa: acta.chooseWord };
}
