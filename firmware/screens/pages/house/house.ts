/** What a page shows of the house: its name, its logo, its limits. The page is whole without any of it. */
import { h, type JSX } from "preact";
import { fill } from "../../../../src/text/every-language.ts";
import { HOUSE_WORDS, type Language } from "../i18n.ts";
import type { HouseShown } from "../../house/shown.ts";

export type { HouseShown };

/** How often the unit is asked: the next opening changes by itself. */
const ASK_MS = 60_000;
/** How long after a question that nobody answered the next one follows. */
const AGAIN_MS = 5_000;

/** Asks the unit for its house, now and again, and says what is new. */
export function watchHouse(onHouse: (house: HouseShown | null) => void): void {
  let said = "";
  const ask = async (): Promise<void> => {
    let nextMs = ASK_MS;
    try {
      const answer = await fetch(`/house${location.search}`);
      const text = await answer.text();
      if (!answer.ok) nextMs = AGAIN_MS;
      else if (text !== said) onHouse((JSON.parse(text) as { readonly house: HouseShown | null }).house);
      if (answer.ok) said = text;
    } catch {
      // The unit starts, or is gone: what it said of the house before is still so.
      nextMs = AGAIN_MS;
    }
    setTimeout(() => void ask(), nextMs);
  };
  void ask();
}

/** The logo of the house: one element, which each drawing of the page takes over. One that does not load is none. */
let logo: HTMLImageElement | null = null;
function logoOf({ name }: HouseShown): HTMLImageElement {
  if (logo !== null) return logo;
  const made = new Image();
  made.className = "house-logo";
  made.alt = name ?? "";
  made.addEventListener("error", () => {
    made.hidden = true;
  });
  made.src = "/house/logo";
  logo = made;
  return made;
}

/** Logo and name of the house, for the head of a page; null: it has neither. */
export function houseSign(house: HouseShown | null): JSX.Element | null {
  if (house === null || (!house.logo && house.name === null)) return null;
  const place = (element: HTMLElement | null): void => {
    if (house.logo) element?.prepend(logoOf(house));
  };
  return h(
    "div",
    { class: "house", ref: place },
    house.name === null ? null : h("bdi", { class: "house-name" }, house.name),
  );
}

/** When the house opens next, in words: `Abre hoy a las 18:00`; null: it says no hours, or is open. */
export function openingText(house: HouseShown | null, language: Language): string | null {
  const opening = house?.opening ?? null;
  if (opening === null || opening.isOpen) return null;
  const { hour, day, inDays } = opening.next;
  const which = inDays === 0 ? "today" : inDays === 1 ? "tomorrow" : "on";
  return fill(HOUSE_WORDS.opens[which], language, { hour, day: HOUSE_WORDS.days[day][language] });
}
