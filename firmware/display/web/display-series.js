// @ts-check
/** The series of the last rounds, newest first. Each mark has a shape of its own. */
import { h } from "./dom.js";
import { ICONS, shape } from "./icons.js";
import { colourText, own, pocketText, short } from "./display-parts.js";

/** @typedef {import("./display-parts.js").Say} Say */

/** @type {Record<string, { icon: string, word: string }>} */
const MARKS = {
  certified: { icon: "tick", word: "certified" },
  "not-certified": { icon: "bang", word: "notCertified" },
  void: { icon: "void", word: "voided" },
  undecided: { icon: "undecided", word: "undecidedMark" },
  aborted: { icon: "aborted", word: "abortedMark" },
};

/** @param {any} item */
const markOf = (item) =>
  item.kind === "result" ? (item.certified ? "certified" : "not-certified") : item.kind;

/** @param {any} item @param {boolean} current @param {Say} say */
function chip(item, current, say) {
  const mark = markOf(item);
  const name = item.pocket === null ? null : pocketText(item, say.main);
  const coloured = item.colour !== null && item.colour !== "none";
  const words = [
    name,
    coloured ? colourText(item.pocket, item.colour)[say.main] : null,
    own(MARKS[mark].word)[say.main],
  ];
  return h(
    "li",
    {
      class: `chip chip-${item.kind}${current ? " current" : ""}`,
      "data-mark": mark,
      "data-round": item.round,
      "aria-label": words.filter(Boolean).join(", "),
    },
    h(
      "div",
      { class: `chip-face${item.colour === null ? "" : ` chip-${item.colour}`}` },
      item.colour === null ? ICONS[mark]() : shape(item.colour),
      name === null
        ? null
        : h(
            "span",
            { class: "chip-number", "data-long": name.length > 2 ? (name.length > 4 ? 2 : 1) : null },
            name,
          ),
    ),
    h("div", { class: `chip-mark mark-${mark}` }, item.kind === "result" ? ICONS[MARKS[mark].icon]() : null),
  );
}

/**
 * @param {any} view @param {string} stage name of the panel in the main place @param {Say} say
 * @returns {Node[]}
 */
export function seriesRow(view, stage, say) {
  const past = stage !== "result";
  const present = new Set(view.series.map(markOf));
  const marks = Object.keys(MARKS).filter((mark) => present.has(mark));
  return [
    h(
      "div",
      { class: "series-head" },
      short(own(past ? "seriesPast" : "series", view.wheel), say, "label"),
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
      ? h("div", { class: "no-series" }, own("noSeries", view.wheel)[say.main])
      : h(
          "ol",
          { class: "chips" },
          ...view.series.map((/** @type {any} */ item) =>
            chip(item, !past && item.round === view.verdict?.round, say),
          ),
        ),
  ];
}
