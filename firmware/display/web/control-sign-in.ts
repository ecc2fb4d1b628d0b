/** Sign-in: first the name, then the PIN on the pad. The PIN is never shown and never kept. */
import type { Person } from "../../../src/people/roles.ts";
import { h } from "preact";
import { drawInto } from "./page.ts";
import { ROLES, word, type Language } from "./i18n.ts";

const SHORTEST = 4;
const LONGEST = 12;

const isPerson = (value: unknown): value is Person =>
  typeof value === "object" && value !== null && "name" in value && "role" in value;
/** What the unit answers to the question who may sign in here. */
const isPeople = (value: unknown): value is { readonly people: readonly Person[] } =>
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

  const draw = () => {
    if (place === null) return;
    drawInto(place.into, h("div", { class: "sign-in" }, ...(name === null ? chooseName() : typePin(name))));
  };

  const load = () => {
    fetch("/control/people")
      .then((answer) => answer.json())
      .then((answer: unknown) => {
        if (!isPeople(answer)) return;
        people = answer.people;
        draw();
      })
      .catch(() => {
        // Without the unit there is nobody to choose; the next connection asks again.
      });
  };

  const type = (digit: string) => {
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
      h("h2", null, word("whoAreYou", language)),
      people.length === 0 ? h("p", { class: "nothing" }, word("nobodyKnown", language)) : null,
      h(
        "ul",
        { class: "names" },
        ...people.map((person) =>
          h(
            "li",
            null,
            h(
              "button",
              {
                class: "plain",
                "data-name": person.name,
                disabled: !on,
                onClick: () => {
                  name = person.name;
                  wipe();
                },
              },
              h("span", null, person.name, h("small", null, ROLES[person.role][language])),
            ),
          ),
        ),
      ),
    ];
  };

  const typePin = (who: string) => {
    if (place === null) return [];
    const { language, on } = place;
    const padKey = (label: string, look: string, enabled: boolean, act: () => void) =>
      h("button", { class: look, "data-pad": label, disabled: !enabled, onClick: act }, label);
    return [
      h("h2", null, `${who} · ${word("yourPin", language)}`),
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
          onClick: () => {
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
    show: (into: HTMLElement, language: Language, on: boolean) => {
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
