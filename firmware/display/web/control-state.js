// @ts-check
/** The big line of the control page: the phase, or the round's verdict. */
import { h } from "./dom.js";
import { PHASES, sentence, word } from "./i18n.js";
import { ICONS, shape } from "./icons.js";
import { colourText } from "./display-parts.js";

/** @param {import("./control.js").Desk} desk */
export function stateCard(desk) {
  const { language, view, fresh } = desk;
  if (view === null || !fresh) {
    return h(
      "div",
      { class: "card alarm" },
      ICONS.disconnected(),
      h("div", { class: "words" }, h("div", { class: "line" }, word("disconnected", language))),
    );
  }
  const { verdict } = view;
  const current = verdict !== null && verdict.kind === view.phase;
  if (current && verdict.kind === "result" && view.device.health === "ok") return resultCard(desk);
  const call =
    current && verdict.kind === "void" ? verdict.say : (view.announcement?.say ?? PHASES[view.phase]);
  return h(
    "div",
    { class: `card ${view.phase}` },
    (ICONS[view.phase] ?? ICONS.warn)(),
    h(
      "div",
      { class: "words" },
      h("div", { class: "line" }, sentence(call, language)),
      h("div", { class: "under" }, spin(view, language), ...details(view, current, language)),
    ),
  );
}

/** @param {any} view @param {import("./i18n.js").Language} language */
const spin = (view, language) => (view.open ? `${word("spin", language)} ${view.round}` : null);

/** @param {any} view @param {boolean} current @param {import("./i18n.js").Language} language */
function details(view, current, language) {
  if (!current) return [];
  const { verdict } = view;
  if (verdict.kind === "result") return [h("p", {}, word("withheld", language))];
  if (verdict.kind === "aborted") return [h("p", {}, sentence(verdict.cause, language))];
  if (verdict.kind === "undecided")
    return verdict.because.map((/** @type {any} */ why) => h("p", {}, sentence(why, language)));
  const state = verdict.confirmed ? "confirmed" : "unconfirmed";
  return [
    ...verdict.reasons.map((/** @type {any} */ reason) => h("p", {}, sentence(reason.text, language))),
    h("p", { class: state }, word(state, language)),
  ];
}

/** @param {import("./control.js").Desk} desk */
function resultCard({ view, language }) {
  const { verdict } = view;
  return h(
    "div",
    { class: "card result" },
    h("div", { class: `pocket pocket-${verdict.colour}` }, verdict.pocket),
    h(
      "div",
      { class: "words" },
      h("div", { class: "line" }, shape(verdict.colour), colourText(verdict.pocket, verdict.colour)[language]),
      h(
        "div",
        { class: "under" },
        spin(view, language),
        h(
          "p",
          {},
          verdict.suertes
            .filter((/** @type {any} */ suerte) => suerte.group !== "colour")
            .map((/** @type {any} */ suerte) => suerte.name[language])
            .join(" · "),
        ),
        h(
          "p",
          { class: verdict.certified ? "certified" : "not-certified" },
          ICONS[verdict.certified ? "certified" : "warn"](),
          `${word(verdict.certified ? "certified" : "notCertified", language)} · ${verdict.certificate.short}`,
        ),
        ...verdict.because.map((/** @type {any} */ why) => h("p", {}, sentence(why, language))),
      ),
    ),
  );
}

/** The last rounds in one line. @param {import("./control.js").Desk} desk */
export function seriesLine({ view, language, fresh }) {
  if (view === null || !fresh || view.series.length === 0) return null;
  return h(
    "div",
    {},
    h("h2", {}, word("series", language)),
    h(
      "ol",
      {},
      ...view.series
        .slice(0, 12)
        .map((/** @type {any} */ item) =>
          item.pocket === null
            ? h("li", { class: `small ${item.kind}` }, (ICONS[item.kind] ?? ICONS.warn)())
            : h(
                "li",
                { class: `small pocket-${item.colour}${item.certified ? "" : " not-certified"}` },
                item.pocket,
              ),
        ),
    ),
  );
}
