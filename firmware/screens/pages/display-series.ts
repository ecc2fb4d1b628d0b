/** The series of the last rounds, newest first. Each mark has a shape of its own. */
import { h, type JSX } from "preact";
import { iconSign, shapeSign, type IconName, type Shape } from "./icons.ts";
import { colourText, pocketText, shortText, type Voice } from "./display-parts.ts";
import { beadOf } from "./game-words.ts";
import { throwSign } from "./dice-throw.ts";
import { kindOf, sentenceIn, wordIn, wordText, type Word, type Language } from "./i18n.ts";
import type { DiceView } from "../../../src/table/dice/view-types.ts";
import type { SeriesItem, TableView } from "../../../src/table/kernel/view/view.ts";

const MARKS = {
  certified: { icon: "tick", word: "certified" },
  "not-certified": { icon: "bang", word: "notCertified" },
  void: { icon: "void", word: "voided" },
  undecided: { icon: "undecided", word: "undecidedMark" },
  aborted: { icon: "aborted", word: "abortedMark" },
  /** What was sent is no throw: no number of it is shown. */
  unread: { icon: "cross", word: "unreadMark" },
} satisfies Readonly<Record<string, { icon: IconName; word: Word }>>;
type Mark = keyof typeof MARKS;
const ALL_MARKS = Object.keys(MARKS) as readonly Mark[];

/** What a result is called in the series, and on which outline. `plate`: words instead of a sign, where one has no room. */
interface Sign {
  readonly name: string;
  readonly shape: Shape;
  readonly words: readonly (string | null)[];
  readonly plate?: string;
}

/** Whether what was sent as a result cannot be shown as one. */
const isUnread = (item: SeriesItem, view: TableView) =>
  (view.dice !== null ? throwSign(item, view.dice, "es") : signOf(item, { main: "es" })) === null;

const markOf = (item: SeriesItem, view: TableView): Mark =>
  item.kind !== "result"
    ? item.kind
    : isUnread(item, view)
      ? "unread"
      : item.certified
        ? "certified"
        : "not-certified";

/** What the bank had, in words: `Banca: 17`, `Banca: trío`. */
export const bankText = ({ total, says }: NonNullable<SeriesItem["bank"]>, language: Language) =>
  `${wordIn("bank", language)}: ${says === null ? total : says[language]}`;

/** The sign of a result; null: what was sent is none. */
export function signOf(item: SeriesItem, { main }: Voice): Sign | null {
  if (item.outcome !== null && item.called !== null) {
    const bead = beadOf(item.called);
    const { bank } = item;
    // Where every place has its own outcome the first one does not stand for the round: what the bank had does.
    if (bead === null && bank != null) {
      const name = String(bank.total ?? item.round);
      const plate = bank.says === null ? {} : { plate: sentenceIn(bank.says, main) };
      return { name, shape: "round", words: [bankText(bank, main)], ...plate };
    }
    return bead === null
      ? {
          name: String(item.round),
          shape: "round",
          words: [item.outcome[main]],
          plate: sentenceIn(item.outcome, main),
        }
      : { name: bead.letter[main], shape: bead.shape, words: [item.outcome[main]] };
  }
  const { pocket, label, colour, balls } = item;
  // A game of balls stands by how many it took.
  if (balls != null) return { name: String(balls), shape: "round", words: [] };
  if (pocket === null || colour === null) return null;
  const name = pocketText({ pocket, label }, main);
  return {
    name,
    shape: colour,
    words: [name, colour === "none" ? null : colourText(pocket, colour)[main]],
  };
}

/** What is drawn of one round of the series, and what a screen reader says of it. */
interface Face {
  readonly words: readonly (string | null)[];
  readonly face: JSX.Element;
}

const faceOf = (look: string, words: Face["words"], ...content: (JSX.Element | string | null)[]): Face => ({
  words,
  face: h("div", { class: `chip-face${look}` }, ...content),
});

/** The plate of a throw, or its sign when it has none. */
function thrownFace(item: SeriesItem, dice: DiceView, voice: Voice, mark: Mark): Face {
  const sign = item.kind === "result" ? throwSign(item, dice, voice.main) : null;
  return sign === null
    ? faceOf("", [], iconSign(MARKS[mark].icon))
    : faceOf(" chip-thrown", sign.words, sign.plate);
}

/** The sign of a number or of a round of cards on its outline. */
function signFace(item: SeriesItem, voice: Voice, mark: Mark): Face {
  const sign = signOf(item, voice);
  if (sign === null) return faceOf("", [], iconSign(MARKS[mark].icon), null);
  const { name, plate, words } = sign;
  if (plate !== undefined) return faceOf(" chip-plate", words, plate);
  // A label such as "40 ★": the number, and the design of its cell small below it.
  const [first = "", ...more] = name.split(" ");
  const number = h("span", { class: "chip-number", "data-long": first.length > 3 ? 2 : null }, first);
  const behind = more.length === 0 ? null : h("span", { class: "chip-more" }, more.join(" "));
  return faceOf(` chip-${sign.shape}`, words, shapeSign(sign.shape), number, behind);
}

/** Only what is not as usual has a mark below its sign; a sign that is one needs none. */
const isMarked = (item: SeriesItem, mark: Mark) =>
  mark !== "certified" && (item.kind === "result" || item.annulled != null);

function seriesChip(item: SeriesItem, current: boolean, voice: Voice, view: TableView) {
  const kind = kindOf(view);
  const mark = markOf(item, view);
  const drawn: SeriesItem = item.annulled == null ? item : { ...item, ...item.annulled, kind: "result" };
  const { words: called, face } =
    view.dice === null ? signFace(drawn, voice, mark) : thrownFace(drawn, view.dice, voice, mark);
  const round =
    kind === "cards" || kind === "dice" ? `${wordText("spin", kind)[voice.main]} ${item.round}` : null;
  const end = item.annulled == null ? wordText(MARKS[mark].word) : wordText("annulled");
  const words = [round, ...called, end[voice.main]];
  return h(
    "li",
    {
      class: `chip chip-${item.kind}${item.annulled == null ? "" : " chip-annulled"}${current ? " current" : ""}`,
      "data-mark": mark,
      "data-round": item.round,
      "aria-label": words.filter(Boolean).join(", "),
    },
    face,
    h("div", { class: `chip-mark mark-${mark}` }, isMarked(item, mark) ? iconSign(MARKS[mark].icon) : null),
  );
}

/** `stage`: name of the panel in the main place. */
export function seriesRow(view: TableView, stage: string, voice: Voice): JSX.Element[] {
  const past = stage !== "result";
  const present = new Set(view.series.map((item) => markOf(item, view)));
  const marks = ALL_MARKS.filter((mark) => mark !== "certified" && present.has(mark));
  const isBank = view.series.some((item) => item.bank != null);
  const isWords = view.series.some((item) => signOf(item, voice)?.plate !== undefined);
  return [
    h(
      "div",
      { class: "series-head" },
      shortText(wordText(isBank ? "bankSeries" : past ? "seriesPast" : "series", kindOf(view)), voice, "label"),
      h(
        "div",
        { class: "legend" },
        ...marks.map((mark) => {
          const { icon, word } = MARKS[mark];
          return h("span", { class: `legend-item mark-${mark}` }, iconSign(icon), wordText(word)[voice.main]);
        }),
      ),
    ),
    view.series.length === 0
      ? h("div", { class: "no-series" }, wordText("noSeries", kindOf(view))[voice.main])
      : h(
          "ol",
          { class: "chips", "data-words": isWords ? "" : null },
          ...view.series.map((item) =>
            seriesChip(item, !past && item.round === view.verdict?.round, voice, view),
          ),
        ),
  ];
}
