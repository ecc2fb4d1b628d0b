/** Sign-in: first the name, then the PIN on the pad. The PIN is never shown and never kept. */
import { h, type JSX } from "preact";
import type { Person } from "../../../../src/people/roles.ts";
import { drawInto } from "../page.ts";
import { ROLES, wordIn, type Language } from "../i18n.ts";
import { digitsTyped, dotsOf } from "./digits.ts";
import { askPeople, knownPeople } from "./people.ts";

export const SHORTEST_PIN = 4;
export const LONGEST_PIN = 12;

/** A person to be picked. */
export const nameKey = (
  { name, role }: Person,
  language: Language,
  isOn: boolean,
  pick: () => void,
): JSX.Element =>
  h(
    "button",
    { class: "plain", "data-name": name, disabled: !isOn, onClick: pick },
    h("span", null, name, h("small", null, ROLES[role][language])),
  );

/** `drawn`: its keys are others now. */
export function signInBox(send: (name: string, pin: string) => void, drawn: () => void = () => undefined) {
  let name: string | null = null;
  let place: { into: HTMLElement; language: Language; on: boolean } | null = null;

  const drawBox = () => {
    if (place === null) return;
    drawInto(place.into, h("div", { class: "sign-in" }, ...(name === null ? nameList() : pinPad(name))));
    drawn();
  };
  const chooseName = (chosen: string | null) => {
    name = chosen;
    pin.wipe();
    drawBox();
  };
  const sendPin = () => {
    if (name === null || pin.typed().length < SHORTEST_PIN || !place?.on) return;
    send(name, pin.take());
  };
  const pin = digitsTyped({
    place: () => (document.querySelector("dialog[open]") === null ? (place?.into ?? null) : null),
    longest: LONGEST_PIN,
    redraw: drawBox,
    enter: sendPin,
  });

  const nameList = () => {
    if (place === null) return [];
    const { language, on } = place;
    const people = knownPeople();
    const items = people.map((one) => nameKey(one, language, on, () => chooseName(one.name)));
    return [
      h("h2", null, wordIn("whoAreYou", language)),
      people.length === 0 ? h("p", { class: "nothing" }, wordIn("nobodyKnown", language)) : null,
      h("ul", { class: "names" }, ...items.map((item) => h("li", null, item))),
    ];
  };

  const pinPad = (who: string) => {
    if (place === null) return [];
    const { language, on } = place;
    const label = wordIn("enter", language);
    const isOff = !on || pin.typed().length < SHORTEST_PIN;
    const enter = h("button", { class: "go", "data-pad": label, disabled: isOff, onClick: sendPin }, label);
    return [
      h("h2", null, `${who} · ${wordIn("yourPin", language)}`),
      dotsOf(pin.typed().length),
      pin.pad(language, on, enter),
      h("button", { class: "plain back", onClick: () => chooseName(null) }, wordIn("back", language)),
    ];
  };

  askPeople(drawBox);

  return {
    show: (into: HTMLElement, language: Language, on: boolean) => {
      place = { into, language, on };
      if (knownPeople().length === 0 && on) askPeople(drawBox);
      drawBox();
    },
    /** The PIN was not taken. */
    wrong: () => {
      pin.wipe();
      drawBox();
    },
    /** Back to the choice of a name. */
    restart: () => {
      name = null;
      pin.wipe();
    },
  };
}
