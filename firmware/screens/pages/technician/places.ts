/** The places of the technician's page: what is now, what is inside, what somebody can do. One is shown; the address names it. */
import { textsOf } from "../../../../src/text/text-of.ts";
import { h, type JSX } from "preact";
import type { Language } from "../i18n.ts";
import { iconSign } from "../icons.ts";

const WORDS = textsOf("pages.technician.places");

export const PLACES = ["now", "inside", "do"] as const;
export type Place = (typeof PLACES)[number];

/** The place that the address names: the first one where it names none. */
export const chosenPlace = (): Place => PLACES.find((one) => `#${one}` === location.hash) ?? "now";

/** The places of this page that have something in them. */
const filledPlaces = (): readonly Place[] =>
  PLACES.filter((one) => document.querySelector(`#${one} > section`) !== null);

/** Shows the chosen place alone. */
export function showPlace(): void {
  const chosen = chosenPlace();
  for (const one of PLACES) {
    const element = document.getElementById(one);
    if (element !== null) element.hidden = one !== chosen;
  }
}

/** A link a place; `isTrouble`: something is wrong now, wherever somebody is on the page. */
export function placeLinks(language: Language, isTrouble: boolean): JSX.Element[] {
  const chosen = chosenPlace();
  return filledPlaces().map((one) =>
    h(
      "a",
      { href: `#${one}`, "aria-current": one === chosen ? "page" : null },
      one === "now" && isTrouble ? iconSign("warn") : null,
      WORDS[one][language],
    ),
  );
}
