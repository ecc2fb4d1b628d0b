/** The questions before a game of bingo: which series is sold, which cards were, and what was said of the prizes. */
import { h } from "preact";
import { soldFault, type SoldFault, type SoldRange } from "../../../../src/table/balls/cards/sold-cards.ts";
import type { BallsView } from "../../../../src/table/balls/view-types.ts";
import { textsOf } from "../../../../src/text/text-of.ts";
import type { QuestionBox } from "./desk.ts";
import { openForm } from "./typed-form.ts";

const WORDS = textsOf("pages.balls-desk");
const FAULTS = textsOf("pages.balls-sold");
type Word = keyof typeof WORDS;

/** A name as it stands on the cards, and money as it was said: one space where there are many. */
const seriesOf = (text: string): string => text.trim().toUpperCase();
const saidOf = (text: string): string => text.replace(/[\s\p{C}]+/gu, " ").trim();
/** A whole number from 1; null: it is none. */
const numberOf = (text: string): number | null => (/^[1-9]\d{0,5}$/.test(text.trim()) ? Number(text) : null);
const SERIES = /^[0-9A-Z][0-9A-Z./-]{0,19}$/;

export function saleDialogs(
  box: QuestionBox,
  balls: () => BallsView,
  say: (word: Word, values?: Readonly<Record<string, string | number>>) => string,
) {
  /** Before the sale: series, its cards and the price, as the law has them announced. The last ones stand there already. */
  const chooseSale = (): void => {
    const { next, sale, price } = balls();
    const last = sale === null ? next : { ...sale, price: price ?? "" };
    openForm(
      box,
      say,
      "saleTitle",
      null,
      [
        [
          { name: "series", word: "series", hasLetters: true },
          { name: "size", word: "size", isNumber: true },
          { name: "price", word: "price" },
        ],
      ],
      {
        series: last?.series ?? "",
        size: last?.size == null ? "" : String(last.size),
        price: last?.price ?? "",
      },
      (typed) => {
        const [series, size, price] = [seriesOf(typed.series), numberOf(typed.size), saidOf(typed.price)];
        return SERIES.test(series) && size !== null && size <= 100_000 && price !== ""
          ? { key: "sell-cards", series, size, price }
          : null;
      },
    );
  };

  /** Behind the sale: which cards were sold, and the prizes. */
  const chooseSold = (): void => {
    const { sale, next, sold, prizes, asksTakings, actaWords } = balls();
    if (sale === null) return;
    const [first, second] = sold?.ranges ?? [];
    const from = first?.from ?? (next !== null && next.series === sale.series ? next.from : 1);
    openForm(
      box,
      say,
      "soldTitle",
      h(
        "p",
        { class: "means" },
        `${say("series")} ${sale.series} · ${sale.size}`,
        sale.filed ? null : h("small", null, say("notFiled")),
      ),
      [
        [
          { name: "from", word: "first", isNumber: true },
          { name: "to", word: "last", isNumber: true },
        ],
        [
          { name: "series", word: "second", hasLetters: true },
          { name: "secondTo", word: "last", isNumber: true },
        ],
        [
          { name: "line", word: "linePrize" },
          { name: "bingo", word: "bingoPrize" },
        ],
        [
          { name: "takings", word: "takings" },
          { name: "others", word: "others", hasLetters: true },
          // Where the law has a prize that is won up to a ball, it is announced with that ball.
          ...(actaWords.includes("prima-kept")
            ? [{ name: "until", word: "until", isNumber: true } as const]
            : []),
        ],
      ],
      {
        from: String(from),
        to: first === undefined ? "" : String(first.to),
        series: second?.series ?? "",
        secondTo: second === undefined ? "" : String(second.to),
        line: prizes?.line ?? "",
        bingo: prizes?.bingo ?? "",
        takings: prizes?.takings ?? "",
        others: prizes?.others ?? "",
        until: prizes?.until == null ? "" : String(prizes.until),
      },
      (typed) => {
        const sold = rangesOf(sale.series, typed);
        if (sold === null) return null;
        const fault = sold.some(({ to }) => to > sale.size) ? "beyond" : soldFault(sold);
        if (fault !== null) return { fault: faultText(fault) };
        const [line, bingo] = [saidOf(typed.line), saidOf(typed.bingo)];
        const [takings, others] = [saidOf(typed.takings), saidOf(typed.others)];
        if (line === "" || bingo === "" || (asksTakings && takings === "")) return null;
        const until = typed.until === "" ? null : numberOf(typed.until);
        if (typed.until !== "" && (until === null || until > 90 || others === "")) return null;
        const prizes = {
          line,
          bingo,
          ...(takings === "" ? {} : { takings }),
          ...(others === "" ? {} : { others }),
          ...(until === null ? {} : { until }),
        };
        return { key: "cards-sold", sold, prizes };
      },
    );
  };
  const faultText = (fault: SoldFault | "beyond"): string => FAULTS[fault][box.desk().language];

  return { chooseSale, chooseSold };
}

/** The cards that were sold; null: a number is missing, or half of a second series. */
function rangesOf(
  series: string,
  typed: Readonly<Record<"from" | "to" | "series" | "secondTo", string>>,
): readonly SoldRange[] | null {
  const [from, to] = [numberOf(typed.from), numberOf(typed.to)];
  if (from === null || to === null) return null;
  const other = seriesOf(typed.series);
  if (other === "" && typed.secondTo.trim() === "") return [{ series, from, to }];
  const last = numberOf(typed.secondTo);
  return SERIES.test(other) && last !== null
    ? [
        { series, from, to },
        { series: other, from: 1, to: last },
      ]
    : null;
}
