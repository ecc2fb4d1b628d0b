// @ts-check
/** Sign-in: first the name, then the PIN on the pad. The PIN is never shown and never kept. */
import { h, put } from "./dom.js";
import { ROLES, word } from "./i18n.js";

const SHORTEST = 4;
const LONGEST = 12;

/** @param {(name: string, pin: string) => void} send */
export function signInBox(send) {
  /** @type {{ name: string, role: string }[]} */
  let people = [];
  /** @type {string | null} */
  let name = null;
  let pin = "";
  /** @type {{ into: HTMLElement, language: import("./i18n.js").Language, on: boolean } | null} */
  let place = null;

  const draw = () => {
    if (place === null) return;
    put(place.into, h("div", { class: "sign-in" }, ...(name === null ? chooseName() : typePin(name))));
  };

  const load = () => {
    fetch("/control/people")
      .then((answer) => answer.json())
      .then((answer) => {
        people = answer.people;
        draw();
      })
      .catch(() => {
        // Without the unit there is nobody to choose; the next connection asks again.
      });
  };

  /** @param {string} digit */
  const type = (digit) => {
    if (pin.length < LONGEST) pin += digit;
    draw();
  };
  const wipe = () => {
    pin = "";
    draw();
  };
  const enter = () => {
    if (name === null || pin.length < SHORTEST || !place?.on) return;
    const typed = pin;
    pin = "";
    send(name, typed);
  };

  const chooseName = () => {
    if (place === null) return [];
    const { language, on } = place;
    return [
      h("h2", {}, word("whoAreYou", language)),
      people.length === 0 ? h("p", { class: "nothing" }, word("nobodyKnown", language)) : null,
      h(
        "ul",
        { class: "names" },
        ...people.map((person) =>
          h(
            "li",
            {},
            h(
              "button",
              {
                class: "plain",
                "data-name": person.name,
                disabled: !on,
                click: () => {
                  name = person.name;
                  wipe();
                },
              },
              h("span", {}, person.name, h("small", {}, ROLES[person.role][language])),
            ),
          ),
        ),
      ),
    ];
  };

  /** @param {string} who */
  const typePin = (who) => {
    if (place === null) return [];
    const { language, on } = place;
    /** @param {string} label @param {string} look @param {boolean} enabled @param {() => void} act */
    const padKey = (label, look, enabled, act) =>
      h("button", { class: look, "data-pad": label, disabled: !enabled, click: act }, label);
    return [
      h("h2", {}, `${who} · ${word("yourPin", language)}`),
      h("div", { class: "dots", role: "img", "aria-label": `${pin.length}` }, "●".repeat(pin.length)),
      h(
        "div",
        { class: "pad" },
        ...["1", "2", "3", "4", "5", "6", "7", "8", "9"].map((digit) =>
          padKey(digit, "plain digit", on, () => type(digit)),
        ),
        padKey(word("wipe", language), "plain", on, wipe),
        padKey("0", "plain digit", on, () => type("0")),
        padKey(word("enter", language), "go", on && pin.length >= SHORTEST, enter),
      ),
      h(
        "button",
        {
          class: "plain back",
          click: () => {
            name = null;
            wipe();
          },
        },
        word("back", language),
      ),
    ];
  };

  addEventListener("keydown", (event) => {
    if (place === null || !place.into.querySelector(".pad")) return;
    if (/^\d$/.test(event.key)) type(event.key);
    else if (event.key === "Backspace") wipe();
    else if (event.key === "Enter") {
      // The focused button would otherwise be pressed as well.
      event.preventDefault();
      enter();
    }
  });
  load();

  return {
    /** @param {HTMLElement} into @param {import("./i18n.js").Language} language @param {boolean} on */
    show: (into, language, on) => {
      place = { into, language, on };
      if (people.length === 0 && on) load();
      draw();
    },
    /** The PIN was not taken. */
    wrong: wipe,
    /** Back to the choice of a name. */
    restart: () => {
      name = null;
      pin = "";
    },
  };
}
