// @ts-check
/** Pieces that several panels of the table display are made of. */
import { h, svg } from "./dom.ts";
import { COLOURS, ROLES, sentence, word } from "./i18n.ts";
import { ICONS, shape } from "./icons.ts";
import { cellText, paysText, PUSH_MEANS } from "./wheel-words.ts";

/**
 * Which languages to speak: `main` big, `others` all of them where there is room, `second` the one whose turn it is.
 * @typedef {import("./i18n.ts").Language} Language
 * @typedef {import("./i18n.ts").Text} Text
 * @typedef {{ main: Language, others: Language[], second: Language | null }} Say
 */

/** @param {string} key @param {string} [kind] what is played (`kindOf`) @returns {Text} */
export const own = (key, kind) => ({
  es: word(key, "es", kind),
  eu: word(key, "eu", kind),
  gl: word(key, "gl", kind),
  en: word(key, "en", kind),
});

/**
 * A short text: the main language, and the others in one line below, each only once.
 * @param {Text} text @param {Say} say @param {string} name class
 */
export function short(text, say, name) {
  const others = say.others.filter(
    (language, at, all) =>
      text[language] !== text[say.main] && all.findIndex((one) => text[one] === text[language]) === at,
  );
  return h(
    "div",
    { class: name },
    h("div", { class: "main", lang: say.main }, text[say.main]),
    others.length === 0
      ? null
      : h(
          "div",
          { class: "others" },
          ...others.map((language) => h("span", { lang: language }, text[language])),
        ),
  );
}

/**
 * The paragraph of a rule; where the law is silent and the rule is a reading of it, that is said beside it.
 * @param {any} rule @param {Say} say @param {"div" | "span"} [tag] @returns {Node}
 */
export function citeSign(rule, say, tag = "div") {
  const silent = rule.inferred === true ? ` · ${word("inferred", say.main)}` : "";
  return h(tag, { class: "cite" }, `${rule.cite}${silent}`);
}

/**
 * A sentence: the main language, and below it the language whose turn it is.
 * @param {Text} text @param {Say} say @param {string} name class
 */
export function long(text, say, name) {
  return h(
    "div",
    { class: name },
    h("div", { class: "main", lang: say.main }, sentence(text, say.main)),
    say.second === null ? null : h("div", { class: "second", lang: say.second }, sentence(text, say.second)),
  );
}

/** A pocket as people read it: its label, or its name. @param {any} one @param {Language} language @returns {string} */
export const pocketText = (one, language) => one.label?.[language] ?? one.pocket;

/** @typedef {import("./icons.ts").Colour} Colour */

/** @param {string} pocket @param {Exclude<Colour, "none">} colour @returns {Text} */
export function colourText(pocket, colour) {
  const name = colour === "zero" && pocket === "00" ? "double-zero" : colour;
  return COLOURS[name] ?? COLOURS.zero;
}

/** What the catalogue pays for a cell; a push says what becomes of the stake. @param {string} pays @param {Say} say */
function paysSign(pays, say) {
  return h(
    "div",
    { class: `pays pays-${pays === "push" ? "push" : "win"}` },
    ICONS[pays === "push" ? "push" : "betting"](),
    h(
      "div",
      {},
      short(paysText(pays), say, "pays-word"),
      pays === "push" ? long(PUSH_MEANS, say, "pays-means") : null,
    ),
  );
}

/** Which hole or cell it was, where names repeat. @param {any} verdict @param {string} wheel @param {Say} say */
export function cellSign(verdict, wheel, say) {
  if (verdict.cell === null) return null;
  return short(cellText(verdict.cell, wheel), say, "cell");
}

/** The word and the shape of a colour, or what a disc's cell pays. @param {any} verdict @param {Say} say */
export function colourSign(verdict, say) {
  if (verdict.colour === "none") return verdict.pays === null ? null : paysSign(verdict.pays, say);
  return h(
    "div",
    { class: `colour colour-${verdict.colour}` },
    shape(verdict.colour),
    short(colourText(verdict.pocket, verdict.colour), say, "colour-word"),
  );
}

/** @param {import("./link.ts").Qr} qr */
function qrCode(qr) {
  if (qr === null) return null;
  return svg(
    "svg",
    {
      class: "qr",
      viewBox: `0 0 ${qr.size} ${qr.size}`,
      role: "img",
      "aria-label": "QR",
      "shape-rendering": "crispEdges",
    },
    svg("rect", { width: qr.size, height: qr.size, fill: "#fff" }),
    svg("path", { d: qr.path, fill: "#000" }),
  );
}

/**
 * The mark of the signed record. Only a certified result gets the seal.
 * @param {any} verdict @param {import("./link.ts").Qr} qr @param {Say} say
 */
export function certificate(verdict, qr, say) {
  const isResult = ["result", "deal-result", "dice-result"].includes(verdict.kind);
  const level = !isResult ? "record" : verdict.certified ? "certified" : "not-certified";
  const label = !isResult ? "record" : verdict.certified ? "certified" : "notCertified";
  return h(
    "div",
    { class: `certificate ${level}` },
    h(
      "div",
      { class: "certificate-text" },
      h(
        "div",
        { class: "certificate-head" },
        level === "record" ? null : ICONS[level === "certified" ? "certified" : "warn"](),
        short(own(label), say, "certificate-label"),
      ),
      isResult && !verdict.certified
        ? h(
            "ul",
            { class: "because" },
            ...verdict.because.map((/** @type {Text} */ why) => h("li", {}, long(why, say, "why"))),
          )
        : null,
      h("div", { class: "hash" }, verdict.certificate.short),
    ),
    qrCode(qr),
  );
}

/** Numbered steps, and who does each. @param {any[]} steps @param {Say} say */
export function stepList(steps, say) {
  if (steps.length === 0) return null;
  return h(
    "section",
    { class: "steps" },
    short(own("whatNow"), say, "label"),
    h(
      "ol",
      {},
      ...steps.map((step, at) =>
        h(
          "li",
          { class: "step" },
          h("span", { class: "step-number" }, String(at + 1)),
          h("span", { class: "step-who", lang: say.main }, ROLES[step.who]?.[say.main] ?? step.who),
          long(step.text, say, "step-text"),
        ),
      ),
    ),
  );
}
