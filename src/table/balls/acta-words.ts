import type { ActaWord } from "../../people/keys.ts";
import type { ActaField, BallsPack } from "../../rules/balls-game.ts";

/** What is told of a game where the law does not say what its acta holds. */
const USUAL_FIELDS: readonly ActaField[] = [
  "begun",
  "number",
  "series",
  "price",
  "sold",
  "line",
  "bingo",
  "other-prizes",
  "cards",
  "incidents",
  "signed",
];

/** What of a field people say; the table knows the others. */
export const WORDS_OF_FIELD: Readonly<Partial<Record<ActaField, readonly ActaWord[]>>> = {
  price: ["price"],
  takings: ["takings"],
  progressive: ["progressive", "paid-progressive"],
  line: ["line", "paid-line"],
  bingo: ["bingo", "paid-bingo"],
  "other-prizes": ["others", "paid-others"],
  prima: ["prima-kept", "prima-grown", "prima-games"],
};

/** The fields of this law's acta, in its order. */
export const actaFields = ({ balls: { acta } }: BallsPack): readonly ActaField[] =>
  acta?.fields ?? USUAL_FIELDS;

/** What people may write of a game under this law. */
export const actaWords = (pack: BallsPack): readonly ActaWord[] => [
  ...actaFields(pack).flatMap((field) => WORDS_OF_FIELD[field] ?? []),
  "note",
];
