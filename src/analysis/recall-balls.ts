import { fillText } from "../text/every-language.ts";
import type { Language, Text } from "../text/language.ts";
import { textsOf } from "../text/text-of.ts";
import { fieldsAt, isFields, listAt, numberAt, objectsAt, textAt, type Fields } from "./record-fields.ts";

/** What is told of records of a table of balls: balls, called cards, what was sold and said. */

const SHOWN = textsOf("pages.balls");
const DESK = textsOf("pages.balls-desk");
const WAITS: Readonly<Record<string, Text | undefined>> = textsOf("balls.waits");
const UNCHECKED: Readonly<Record<string, Text | undefined>> = textsOf("balls.unchecked");
const WORDS = textsOf("recall.balls");

/** Title and lines of a record; null: it is of none of these kinds. */
export interface BallsRecord {
  readonly title: string | null;
  readonly lines: readonly string[];
}

/** `title` null: as every record of its kind is called. */
export function tellOfBalls(fields: Fields, language: Language): BallsRecord | null {
  switch (textAt(fields, "kind")) {
    case "ball":
      return ballLines(fields, language);
    case "card-check":
      return checkLines(fields, language);
    case "balls-set":
      return { title: null, lines: detailLines(fields, language) };
    case "result":
      return resultLines(fieldsAt(fields, "result"), language);
    case "key":
      return { title: null, lines: keyLines(fieldsAt(fields, "key"), language) };
    default:
      return null;
  }
}

function ballLines(fields: Fields, language: Language): BallsRecord {
  const n = numberAt(fields, "n") ?? 0;
  const number = numberAt(fields, "number");
  const repeats = numberAt(fields, "repeats");
  const why = textAt(fields, "why") || (repeats === null ? "" : "repeated");
  return {
    title: fillText(WORDS.ball, { n, number: number ?? "?" })[language],
    lines: [WAITS[why]?.[language] ?? ""],
  };
}

function checkLines(fields: Fields, language: Language): BallsRecord {
  const claim = textAt(fields, "claim") === "bingo" ? "bingo" : "line";
  const checked = fieldsAt(fields, "checked");
  const said = fieldsAt(fields, "said");
  const holds = checked["holds"] ?? said["holds"];
  const word = holds === true ? SHOWN.right : holds === false ? SHOWN.wrong : SHOWN.unknown;
  const made = claim === "bingo" ? fieldsAt(checked, "bingo") : (objectsAt(checked, "rows")[0] ?? {});
  const ball = numberAt(made, "ball");
  const lacks = listAt(checked, "lacks");
  const series = textAt(fields, "series");
  const card = numberAt(fields, "card") ?? 0;
  return {
    title: `${fillText(SHOWN[claim], { series, card })[language]}: ${word[language]}`,
    lines: [
      ball === null ? "" : fillText(SHOWN.withBall, { ball })[language],
      lacks.length === 0 ? "" : fillText(SHOWN.lacks, { numbers: lacks.join(" ") })[language],
      // What people read of a card that no file has.
      isFields(fields["said"]) ? WORDS.read[language] : (UNCHECKED[textAt(fields, "why")]?.[language] ?? ""),
    ],
  };
}

/** A game's winners, and its numbers as they came; null: it is the result of another family. */
function resultLines(result: Fields, language: Language): BallsRecord | null {
  const order = listAt(result, "order");
  if (order.length === 0) return null;
  const winners = (name: "line" | "bingo"): string =>
    objectsAt(result, name)
      .map((one) => `${textAt(one, "series")} ${numberAt(one, "card") ?? "?"}`)
      .join(", ");
  const [line, bingo] = [winners("line"), winners("bingo")];
  const won = [
    bingo === "" ? "" : fillText(SHOWN.bingoWon, { cards: bingo })[language],
    line === "" ? "" : fillText(SHOWN.lineWon, { cards: line })[language],
  ].filter((one) => one !== "");
  return {
    title: won.length === 0 ? WORDS.nobody[language] : won.join(" · "),
    lines: [fillText(WORDS.order, { n: order.length, numbers: order.join(" ") })[language]],
  };
}

function detailLines(fields: Fields, language: Language): readonly string[] {
  const detail = fieldsAt(fields, "detail");
  const event = textAt(fields, "event");
  if (event === "count-differs") {
    const [inside, drawn] = [numberAt(detail, "inside") ?? "?", numberAt(detail, "drawn") ?? "?"];
    return [fillText(WORDS.differs, { inside, drawn })[language]];
  }
  const number = numberAt(detail, "number");
  return [fillText(WORDS.outside, { number: number ?? "?" })[language]];
}

/** What a key of a hall says beside its name. */
function keyLines(key: Fields, language: Language): readonly string[] {
  const say = (text: Text, values: Readonly<Record<string, string | number>> = {}): string =>
    fillText(text, values)[language];
  const n = numberAt(key, "n") ?? 0;
  switch (textAt(key, "key")) {
    case "balls-counted":
      return [say(WORDS.counted, { n: numberAt(key, "count") ?? "?" })];
    case "change-balls":
      return [textAt(key, "why") === "worn" ? say(DESK.worn) : say(DESK.unsound)];
    case "sell-cards":
      return [
        say(WORDS.sale, {
          series: textAt(key, "series"),
          size: numberAt(key, "size") ?? "?",
          price: textAt(key, "price"),
        }),
      ];
    case "cards-sold":
      return [...objectsAt(key, "sold").map((one) => rangeText(one, say)), ...prizeLines(key, say)];
    case "call-card":
      return [cardText(key, say)];
    case "ball-drawn":
      return [String(numberAt(key, "number") ?? "?")];
    // What one person named counts for nothing before a second has, and is told with its place alone.
    case "ball-is":
      return [say(DESK.place, { n })];
    case "misannounced":
      return [say(DESK.place, { n }), say(WORDS.said, { said: numberAt(key, "said") ?? "?" })];
    case "card-holds":
      return [key["holds"] === true ? say(DESK.holdsYes) : say(DESK.holdsNo)];
    case "write-acta":
      return [`${writtenName(textAt(key, "about"), language)}: ${textAt(key, "says")}`];
    default:
      return [];
  }
}

type Say = (text: Text, values?: Readonly<Record<string, string | number>>) => string;

const rangeText = (one: Fields, say: Say): string =>
  say(WORDS.range, {
    series: textAt(one, "series"),
    from: numberAt(one, "from") ?? "?",
    to: numberAt(one, "to") ?? "?",
  });

const cardText = (key: Fields, say: Say): string =>
  say(SHOWN[textAt(key, "claim") === "bingo" ? "bingo" : "line"], {
    series: textAt(key, "series"),
    card: numberAt(key, "card") ?? "?",
  });

function prizeLines(key: Fields, say: Say): readonly string[] {
  const prizes = fieldsAt(key, "prizes");
  return (
    [
      [DESK.linePrize, "line"],
      [DESK.bingoPrize, "bingo"],
      [DESK.takings, "takings"],
      [DESK.others, "others"],
    ] as const
  ).flatMap(([name, of]) => (textAt(prizes, of) === "" ? [] : [`${say(name)}: ${textAt(prizes, of)}`]));
}

/** What of an acta a word is about. */
const WRITTEN: Readonly<Record<string, Text | undefined>> = textsOf("acta.written");

const writtenName = (about: string, language: Language): string => WRITTEN[about]?.[language] ?? about;
