/** The question which card was called: typed with all its digits, or scanned from its bar code. */
import { h } from "preact";
import { digitsOf, typedCard, type SeriesOnSale } from "../../../../src/table/balls/cards/typed-card.ts";
import type { BallsView } from "../../../../src/table/balls/view-types.ts";
import { textsOf } from "../../../../src/text/text-of.ts";
import { answerRow, pickButton, pickRow, yesButton } from "./buttons.ts";
import type { BallTableView, QuestionBox } from "./desk.ts";
import { digitsTyped } from "./digits.ts";

const WORDS = textsOf("pages.balls-desk");
type Word = keyof typeof WORDS;

/** Which card was called, and for what: typed with all its digits, or scanned. */
export function cardQuestion(
  box: QuestionBox,
  view: () => BallTableView,
  say: (word: Word, values?: Readonly<Record<string, string | number>>) => string,
) {
  let claim: "line" | "bingo" = "line";
  let picked: string | null = null;
  let scanned = "";

  /** The series of this game; what was sold of the second begins with one. */
  const onSale = (): readonly SeriesOnSale[] => {
    const { sold, sale } = view().balls;
    const size = sale?.size ?? 0;
    return (sold?.ranges ?? []).map(({ series }) => ({ series, size }));
  };
  const series = (): SeriesOnSale | undefined => {
    const all = onSale();
    return all.find((one) => one.series === picked) ?? all[0];
  };
  /** What was typed or scanned; null: nothing yet. */
  const called = () => {
    const one = series();
    const text = scanned === "" ? digits.typed() : scanned;
    return one === undefined || text === "" ? null : typedCard(text, one, onSale());
  };

  const send = (): void => {
    const now = called();
    if (now?.is !== "card") return draw();
    const { series: of, card } = now;
    leave();
    box.desk().press({ key: "call-card", round: view().round, claim, series: of, card });
  };
  const forget = (): void => {
    scanned = "";
    digits.wipe();
  };
  const leave = (): void => {
    forget();
    box.close();
  };

  const draw = (): void => {
    const { language } = box.desk();
    const one = series();
    if (one === undefined) return leave();
    const now = called();
    const claims = (["line", "bingo"] as const).map((each) =>
      pickButton(
        { "data-claim": each },
        claim === each,
        () => {
          claim = each;
          draw();
        },
        say(each === "line" ? "claimLine" : "claimBingo"),
      ),
    );
    const many = onSale();
    const names = many.map((each) =>
      pickButton(
        { "data-series": each.series },
        each.series === one.series,
        () => {
          [picked, scanned] = [each.series, ""];
          draw();
        },
        each.series,
      ),
    );
    const typed = scanned === "" ? digits.typed() : scanned;
    const isSold = now?.is === "card" && isOfGame(view().balls, now);
    const trouble = now === null || isSold ? null : troubleOf(now);
    const yes = { look: "go", name: say("check"), onClick: send };
    box.open(
      view().round,
      say("cardTitle"),
      pickRow(" wide-picks", ...claims),
      many.length > 1 ? pickRow("", ...names) : null,
      h(
        "div",
        { class: "find-round called-card" },
        h("div", { class: "typed", role: "status" }, typed === "" ? "" : `${one.series} ${typed}`),
        h("p", { class: "means", role: "status" }, trouble ?? say("cardDigits", { n: digitsOf(one) })),
        digits.pad(language, true, h("span", null)),
      ),
      answerRow(box, leave, yesButton(yes, now?.is !== "card")),
    );
  };
  const troubleOf = ({ is }: NonNullable<ReturnType<typeof called>>): string | null =>
    is === "few" ? say("cardFew") : is === "unknown" ? say("codeUnknown") : say("cardNotSold");

  const digits = digitsTyped({
    place: () => document.querySelector("dialog[open] .called-card"),
    longest: 8,
    redraw: () => {
      scanned = "";
      draw();
    },
    enter: send,
  });
  listenForScanner(() => document.querySelector("dialog[open] .called-card") !== null, {
    isScanning: () => scanned !== "",
    isBegun: () => digits.typed() !== "",
    take: (letter) => {
      scanned = (scanned === "" ? digits.take() : scanned) + letter;
      draw();
    },
    enter: () => {
      if (called() !== null) send();
    },
  });

  return {
    begin: (): void => {
      const { line, bingo } = view().balls.winners;
      claim = line.length > 0 || bingo.length > 0 ? "bingo" : "line";
      picked = null;
      forget();
      draw();
    },
  };
}

/** The card may be in this game, as far as the page knows. */
const isOfGame = ({ sold }: BallsView, { series, card }: { readonly series: string; readonly card: number }) =>
  sold?.ranges.some((one) => one.series === series && card >= one.from && card <= one.to) === true;

interface Scanner {
  /** A letter has come. */
  readonly isScanning: () => boolean;
  /** Digits have been typed. */
  readonly isBegun: () => boolean;
  readonly take: (letter: string) => void;
  readonly enter: () => void;
}

/**
 * A bar code begins with letters where its printer puts the series first: from the first one on, all that the scanner sends belongs to it.
 * What people type on the pad is digits alone. A scanner ends with Enter, whatever has the focus but for an answer.
 */
function listenForScanner(isHere: () => boolean, { isScanning, isBegun, take, enter }: Scanner): void {
  const belongs = (sign: string): boolean =>
    isScanning() ? /^[0-9A-Za-z./: -]$/.test(sign) : (isBegun() ? /^[A-Za-z./:-]$/ : /^[A-Za-z]$/).test(sign);
  addEventListener(
    "keydown",
    (event) => {
      const isText = belongs(event.key);
      if (!isHere() || (event.key !== "Enter" && !isText)) return;
      if (event.key === "Enter" && document.activeElement?.hasAttribute("data-answer") === true) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.key === "Enter") enter();
      else take(event.key);
    },
    { capture: true },
  );
}
