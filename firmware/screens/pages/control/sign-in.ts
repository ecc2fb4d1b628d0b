/** Sign-in: first the name, then the PIN on the pad. The PIN is never shown and never kept. */
import type { Person } from "../../../../src/people/roles.ts";
import { h } from "preact";
import { drawInto } from "../page.ts";
import { ROLES, wordIn, type Language } from "../i18n.ts";

const SHORTEST = 4;
const LONGEST = 12;

const isPerson = (value: unknown): value is Person =>
  typeof value === "object" && value !== null && "name" in value && "role" in value;
/** What the unit answers to the question who may sign in here. */
const isPeopleAnswer = (value: unknown): value is { readonly people: readonly Person[] } =>
  typeof value === "object" &&
  value !== null &&
  "people" in value &&
  Array.isArray(value.people) &&
  value.people.every(isPerson);

export function signInBox(send: (name: string, pin: string) => void) {
  let people: readonly Person[] = [];
  let name: string | null = null;
  let pin = "";
  let place: { into: HTMLElement; language: Language; on: boolean } | null = null;

  const drawBox = () => {
    if (place === null) return;
    drawInto(place.into, h("div", { class: "sign-in" }, ...(name === null ? nameList() : pinPad(name))));
  };

  const fetchPeople = () => {
    fetch("/control/people")
      .then((answer) => answer.json())
      .then((answer: unknown) => {
        if (!isPeopleAnswer(answer)) return;
        people = answer.people;
        drawBox();
      })
      .catch(() => {
        // Without the unit no names are known; the next connection asks again.
      });
  };

  const typeDigit = (digit: string) => {
    if (pin.length < LONGEST) pin += digit;
    drawBox();
  };
  const clearPin = () => {
    pin = "";
    drawBox();
  };
  const chooseName = (chosen: string | null) => {
    name = chosen;
    clearPin();
  };
  const sendPin = () => {
    if (name === null || pin.length < SHORTEST || !place?.on) return;
    const typed = pin;
    pin = "";
    send(name, typed);
  };

  const nameList = () => {
    if (place === null) return [];
    const { language, on } = place;
    const items = people.map(({ name: who, role }) =>
      h(
        "button",
        { class: "plain", "data-name": who, disabled: !on, onClick: () => chooseName(who) },
        h("span", null, who, h("small", null, ROLES[role][language])),
      ),
    );
    return [
      h("h2", null, wordIn("whoAreYou", language)),
      people.length === 0 ? h("p", { class: "nothing" }, wordIn("nobodyKnown", language)) : null,
      h("ul", { class: "names" }, ...items.map((item) => h("li", null, item))),
    ];
  };

  const pinPad = (who: string) => {
    if (place === null) return [];
    const { language, on } = place;
    const padKey = (label: string, look: string, enabled: boolean, act: () => void) =>
      h("button", { class: look, "data-pad": label, disabled: !enabled, onClick: act }, label);
    const digitKey = (digit: string) => padKey(digit, "plain digit", on, () => typeDigit(digit));
    return [
      h("h2", null, `${who} · ${wordIn("yourPin", language)}`),
      h("div", { class: "dots", role: "img", "aria-label": `${pin.length}` }, "●".repeat(pin.length)),
      h(
        "div",
        { class: "pad" },
        ..."123456789".split("").map(digitKey),
        padKey(wordIn("wipe", language), "plain", on, clearPin),
        digitKey("0"),
        padKey(wordIn("enter", language), "go", on && pin.length >= SHORTEST, sendPin),
      ),
      h("button", { class: "plain back", onClick: () => chooseName(null) }, wordIn("back", language)),
    ];
  };

  addEventListener("keydown", (event) => {
    if (place === null || !place.into.querySelector(".pad")) return;
    if (/^\d$/.test(event.key)) typeDigit(event.key);
    else if (event.key === "Backspace") clearPin();
    else if (event.key === "Enter") {
      // The focused button would otherwise be pressed as well.
      event.preventDefault();
      sendPin();
    }
  });
  fetchPeople();

  return {
    show: (into: HTMLElement, language: Language, on: boolean) => {
      place = { into, language, on };
      if (people.length === 0 && on) fetchPeople();
      drawBox();
    },
    /** The PIN was not taken. */
    wrong: clearPin,
    /** Back to the choice of a name. */
    restart: () => {
      name = null;
      pin = "";
    },
  };
}
