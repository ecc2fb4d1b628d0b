// @ts-check
/** The series of the last rounds, newest first. Each mark has a shape of its own. */
import { h } from "./dom.ts";
import { ICONS, shape } from "./icons.ts";
import { colourText, own, pocketText, short } from "./display-parts.ts";
import { beadOf } from "./card-words.ts";
import { throwSign } from "./dice-throw.ts";
import { kindOf, sentence, word } from "./i18n.ts";

/** @typedef {import("./display-parts.ts").Say} Say */

/** @type {Record<string, { icon: string, word: string }>} */
const MARKS = {
  certified: { icon: "tick", word: "certified" },
  "not-certified": { icon: "bang", word: "notCertified" },
  void: { icon: "void", word: "voided" },
  undecided: { icon: "undecided", word: "undecidedMark" },
  aborted: { icon: "aborted", word: "abortedMark" },
  /** What was sent is no throw: no number of it is shown. */
  unread: { icon: "cross", word: "unreadMark" },
};

/** What was sent for a result is none. @param {any} item @param {any} view */
const isUnread = (item, view) =>
  (view.dice ? throwSign(item, view.dice, "es") : signOf(item, { main: "es", others: [], second: null })) ===
  null;

/** @param {any} item @param {any} view */
const markOf = (item, view) =>
  item.kind !== "result"
    ? item.kind
    : isUnread(item, view)
      ? "unread"
      : item.certified
        ? "certified"
        : "not-certified";

/** What the bank had, in words: `Banca: 17`, `Banca: trío`. @param {any} bank @param {import("./i18n.ts").Language} language */
export const bankText = ({ total, says }, language) =>
  `${word("bank", language)}: ${says === null ? total : says[language]}`;

/**
 * What a result is called in the series, and on which outline. `plate`: words instead of a sign, where one has no room.
 * @param {any} item @param {Say} say
 * @returns {{ name: string, shape: string, words: (string | null)[], plate?: string } | null}
 */
export function signOf(item, { main }) {
  if (item.outcome !== null && item.called !== null) {
    const bead = beadOf(item.called);
    const { bank = null } = item;
    // Where every place has its own outcome the first one does not stand for the round: what the bank had does.
    if (bead === null && bank !== null) {
      const name = String(bank.total ?? item.round);
      const plate = bank.says === null ? {} : { plate: sentence(bank.says, main) };
      return { name, shape: "round", words: [bankText(bank, main)], ...plate };
    }
    return bead === null
      ? {
          name: String(item.round),
          shape: "round",
          words: [item.outcome[main]],
          plate: sentence(item.outcome, main),
        }
      : { name: bead.letter[main], shape: bead.shape, words: [item.outcome[main]] };
  }
  if (item.pocket === null) return null;
  const coloured = item.colour !== "none";
  const name = pocketText(item, main);
  return {
    name,
    shape: item.colour,
    words: [name, coloured ? colourText(item.pocket, item.colour)[main] : null],
  };
}

/** The plate of a throw, or its sign when it has none. @param {any} item @param {any} view @param {Say} say @param {string} mark */
function thrownFace(item, view, say, mark) {
  const sign = item.kind === "result" ? throwSign(item, view.dice, say.main) : null;
  return sign === null
    ? { words: [], face: h("div", { class: "chip-face" }, ICONS[MARKS[mark].icon]()) }
    : { words: sign.words, face: h("div", { class: "chip-face chip-thrown" }, sign.plate) };
}

/** The sign of a number or of a round of cards on its outline. @param {any} item @param {Say} say @param {string} mark */
function signFace(item, say, mark) {
  const sign = signOf(item, say);
  if (sign?.plate !== undefined)
    return { words: sign.words, face: h("div", { class: "chip-face chip-plate" }, sign.plate) };
  const face = h(
    "div",
    { class: `chip-face${sign === null ? "" : ` chip-${sign.shape}`}` },
    sign === null ? ICONS[MARKS[mark].icon]() : shape(sign.shape),
    sign === null
      ? null
      : h(
          "span",
          {
            class: "chip-number",
            "data-long": sign.name.length > 2 ? (sign.name.length > 4 ? 2 : 1) : null,
          },
          sign.name,
        ),
  );
  return { words: sign?.words ?? [], face };
}

/** Only what is not as usual has a mark below its sign; a sign that is one needs none. @param {any} item @param {string} mark */
const isMarked = (item, mark) =>
  mark !== "certified" && (item.kind === "result" || (item.annulled ?? null) !== null);

/** @param {any} item @param {boolean} current @param {Say} say @param {any} view */
function chip(item, current, say, view) {
  const kind = kindOf(view);
  const mark = markOf(item, view);
  const drawn = item.annulled == null ? item : { ...item, ...item.annulled, kind: "result" };
  const { words: called, face } = view.dice ? thrownFace(drawn, view, say, mark) : signFace(drawn, say, mark);
  const round = kind === "cards" || kind === "dice" ? `${own("spin", kind)[say.main]} ${item.round}` : null;
  const end = item.annulled == null ? own(MARKS[mark].word) : own("annulled");
  const words = [round, ...called, end[say.main]];
  return h(
    "li",
    {
      class: `chip chip-${item.kind}${item.annulled == null ? "" : " chip-annulled"}${current ? " current" : ""}`,
      "data-mark": mark,
      "data-round": item.round,
      "aria-label": words.filter(Boolean).join(", "),
    },
    face,
    h("div", { class: `chip-mark mark-${mark}` }, isMarked(item, mark) ? ICONS[MARKS[mark].icon]() : null),
  );
}

/**
 * @param {any} view @param {string} stage name of the panel in the main place @param {Say} say
 * @returns {Node[]}
 */
export function seriesRow(view, stage, say) {
  const past = stage !== "result";
  const present = new Set(view.series.map((/** @type {any} */ item) => markOf(item, view)));
  const marks = Object.keys(MARKS).filter((mark) => mark !== "certified" && present.has(mark));
  const isBank = view.series.some((/** @type {any} */ item) => (item.bank ?? null) !== null);
  const isWords = view.series.some((/** @type {any} */ item) => signOf(item, say)?.plate !== undefined);
  return [
    h(
      "div",
      { class: "series-head" },
      short(own(isBank ? "bankSeries" : past ? "seriesPast" : "series", kindOf(view)), say, "label"),
      h(
        "div",
        { class: "legend" },
        ...marks.map((mark) => {
          const { icon, word } = MARKS[mark];
          return h("span", { class: `legend-item mark-${mark}` }, ICONS[icon](), own(word)[say.main]);
        }),
      ),
    ),
    view.series.length === 0
      ? h("div", { class: "no-series" }, own("noSeries", kindOf(view))[say.main])
      : h(
          "ol",
          { class: "chips", "data-words": isWords },
          ...view.series.map((/** @type {any} */ item) =>
            chip(item, !past && item.round === view.verdict?.round, say, view),
          ),
        ),
  ];
}
