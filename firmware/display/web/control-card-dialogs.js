// @ts-check
/** Questions of a card table: which seats, which cards, which face, whose hand. Each ends in exactly one key. */
import { h } from "./dom.ts";
import { faceText, SUIT_NAMES } from "./card-words.ts";
import { sentence, word } from "./i18n.ts";
import { playingCard, suitSign } from "./playing-card.ts";

/** @typedef {import("./control.js").Desk} Desk */
/**
 * What a question needs of the box that it is asked in.
 * @typedef {{
 *   desk: () => Desk, open: (about: number | null, title: string, ...content: (Node | null)[]) => void,
 *   close: () => void, pressAndClose: (key: object) => void,
 * }} Box
 */

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

/** @param {Box} box */
export function cardDialogs(box) {
  const say = (/** @type {string} */ name) => word(name, box.desk().language, "cards");

  /** @param {boolean} ready @param {() => object} key */
  const answers = (ready, key) =>
    h(
      "div",
      { class: "answers" },
      h("button", { class: "plain", "data-answer": "back", click: box.close }, h("span", {}, say("back"))),
      h(
        "button",
        { class: "go", "data-answer": "yes", disabled: !ready, click: () => box.pressAndClose(key()) },
        h("span", {}, say("send")),
      ),
    );

  /** @param {any} key @param {number[]} [chosen] */
  const chooseSeats = (key, chosen = [...key.seats]) => {
    const all = Array.from({ length: box.desk().view.cards.places ?? 0 }, (_, at) => at + 1);
    const flip = (/** @type {number} */ seat) =>
      chooseSeats(key, chosen.includes(seat) ? chosen.filter((one) => one !== seat) : [...chosen, seat]);
    box.open(
      null,
      say("chooseSeats"),
      h(
        "div",
        { class: "picks" },
        ...all.map((seat) =>
          h(
            "button",
            {
              class: "pick seat-pick",
              "data-seat": seat,
              "aria-pressed": String(chosen.includes(seat)),
              click: () => flip(seat),
            },
            String(seat),
          ),
        ),
        h("button", { class: "pick", "data-seat": "all", click: () => chooseSeats(key, all) }, say("allSeats")),
      ),
      answers(chosen.length > 0, () => ({ ...key, seats: chosen.toSorted((a, b) => a - b) })),
    );
  };

  /** @param {any} offered @param {number[]} [chosen] positions, from 0 */
  const choosePositions = (offered, chosen = []) => {
    const { key, atLeast = 1, atMost = 1 } = offered;
    const { view, language } = box.desk();
    const hand = view.cards.hands.find((/** @type {any} */ { id }) => id === key.who);
    const flip = (/** @type {number} */ at) =>
      choosePositions(
        offered,
        chosen.includes(at)
          ? chosen.filter((one) => one !== at)
          : chosen.length < atMost
            ? [...chosen, at]
            : chosen,
      );
    const most = atLeast === atMost ? String(atMost) : `${atLeast}–${atMost}`;
    box.open(
      key.round,
      `${sentence(offered.text, language)} · ${say("chooseCards")}: ${most}`,
      h(
        "div",
        { class: "picks card-picks" },
        ...(hand?.cards ?? []).map((/** @type {any} */ card, /** @type {number} */ at) =>
          h(
            "button",
            {
              class: "pick",
              "data-at": at,
              "aria-pressed": String(chosen.includes(at)),
              click: () => flip(at),
            },
            playingCard(card, language),
            h("span", { class: "pick-number" }, String(at + 1)),
          ),
        ),
      ),
      answers(chosen.length >= atLeast && chosen.length <= atMost, () => ({
        ...key,
        cards: chosen.toSorted((a, b) => a - b),
      })),
    );
  };

  /** @param {any} key @param {{ rank?: string, suit?: string }} [chosen] */
  const chooseFace = (key, chosen = {}) => {
    const { language } = box.desk();
    const { rank, suit } = chosen;
    const face =
      rank === "joker" ? "joker" : rank !== undefined && suit !== undefined ? `${rank}${suit}` : null;
    const pick = (
      /** @type {string} */ name,
      /** @type {boolean} */ on,
      /** @type {object} */ more,
      /** @type {Node | string} */ shown,
    ) =>
      h(
        "button",
        {
          class: "pick",
          "data-pick": name,
          "aria-pressed": String(on),
          "aria-label": SUIT_NAMES[name]?.[language] ?? name,
          click: () => chooseFace(key, { ...chosen, ...more }),
        },
        shown,
      );
    box.open(
      key.round,
      say("chooseFace"),
      h("p", { class: "means" }, say("faceMeans")),
      h(
        "div",
        { class: "face-picker" },
        h(
          "div",
          { class: "picks" },
          ...RANKS.map((each) => pick(each, rank === each, { rank: each }, each)),
          box.desk().view.cards.jokers === false
            ? null
            : pick("joker", rank === "joker", { rank: "joker" }, say("joker")),
        ),
        h(
          "div",
          { class: "picks suit-picks" },
          ...["h", "d", "c", "s"].map((each) =>
            pick(each, rank !== "joker" && suit === each, { suit: each }, suitSign(each)),
          ),
        ),
        h(
          "div",
          { class: "face-shown" },
          face === null
            ? h("div", { class: "playing-card card-place" })
            : playingCard({ face, manual: false, unread: false }, language),
          h("span", {}, face === null ? "" : sentence(faceText(face), language)),
        ),
      ),
      answers(face !== null, () => ({ ...key, face })),
    );
  };

  /** Whose hand an incident is about. @param {number} about @param {any} reason @param {(hand: string) => void} then @param {() => void} back */
  const chooseHand = (about, reason, then, back) => {
    const { view, language } = box.desk();
    const { hands } = view.cards;
    box.open(
      about,
      say("chooseHand"),
      h("p", { class: "reason" }, sentence(reason.text, language), h("small", {}, reason.cite)),
      hands.length === 0
        ? h("p", { class: "means" }, say("noCards"))
        : h(
            "div",
            { class: "picks hand-picks" },
            ...hands.map((/** @type {any} */ hand) =>
              h(
                "button",
                { class: "pick", "data-hand-pick": hand.id, click: () => then(hand.id) },
                h("strong", {}, sentence(hand.name, language)),
                h(
                  "div",
                  { class: "fan" },
                  ...hand.cards.map((/** @type {any} */ card) => playingCard(card, language)),
                ),
              ),
            ),
          ),
      h(
        "div",
        { class: "answers" },
        h("button", { class: "plain", "data-answer": "back", click: back }, h("span", {}, say("back"))),
      ),
    );
  };

  return { chooseSeats, choosePositions, chooseFace, chooseHand };
}
