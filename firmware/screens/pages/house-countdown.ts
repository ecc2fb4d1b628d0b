/** The house's countdown for bets: told alike on every screen, by the unit's own time of day, and closing nothing. */
import { h } from "preact";
import type { TableView } from "../../../src/table/kernel/view/view.ts";
import { fillText } from "../../../src/text/every-language.ts";
import { wordIn, wordText, type Language } from "./i18n.ts";

const MS_PER_S = 1000;
/** The unit's time of day as the newest pulse told it, ms since 1970; null: none has. */
let wall: number | null = null;

type Countdown = NonNullable<TableView["countdown"]>;

/** Seconds that are left of it, at a time of day in ms since 1970. Never more than were announced, and never below 0. */
export function secondsLeft({ seconds, from }: Countdown, now: number): number {
  const left = Math.ceil((Date.parse(from) + seconds * MS_PER_S - now) / MS_PER_S);
  return Math.min(seconds, Math.max(0, left));
}

const leftText = (countdown: Countdown, language: Language): string => {
  const seconds = wall === null ? countdown.seconds : secondsLeft(countdown, wall);
  return fillText(wordText("houseCountdown"), { seconds })[language];
};

/** What is left, and whose word it is. Null: the house counts nothing down. */
export function houseCountdown({ countdown }: Pick<TableView, "countdown">, language: Language) {
  if (countdown === undefined) return null;
  return h(
    "div",
    { class: "house-countdown", lang: language },
    h(
      "span",
      { class: "house-countdown-left", "data-seconds": countdown.seconds, "data-from": countdown.from },
      leftText(countdown, language),
    ),
    h("span", { class: "label" }, wordIn("houseCountdownIs", language)),
  );
}

/** Tells on the page what is left now. `now`: of a pulse; undefined: it said no time. */
export function tellCountdown(now: number | undefined, language: Language): void {
  if (now === undefined) return;
  wall = now;
  for (const element of document.querySelectorAll<HTMLElement>(".house-countdown-left")) {
    const { seconds, from = "" } = element.dataset;
    element.textContent = leftText({ seconds: Number(seconds), from }, language);
  }
}
