/** What a display shows while nothing happens: the words of the table, before the house's picture or silent video. */
import { h, type JSX } from "preact";
import type { TableView } from "../../../../src/table/kernel/view/view.ts";
import { shortText, type Voice } from "../display-parts.ts";
import { kindOf, phaseText, wordText } from "../i18n.ts";
import { iconOr, iconSign } from "../icons.ts";
import { byId } from "../page.ts";
import { openingText, type HouseShown } from "./house.ts";

/** A table that is closed, or open with nothing but open bets for as long as the house says. */
export type Rest = "closed" | "idle";

const MS_A_MINUTE = 60_000;

/** Knows for how long nothing happened. */
export class RestWatch {
  #seq: number | null = null;
  #since = 0;
  /** When the rest begins that was not there yet when the page was drawn; null: none will. */
  #dueAt: number | null = null;

  /** Whether a rest has begun since it was last asked for. One that ends, ends with the view that ends it. */
  isDue = (): boolean => this.#dueAt !== null && performance.now() >= this.#dueAt;

  /**
   * Null: something happens, or has to be told: a round, a verdict, a fault, a notice, or that the screen may not be current. `stage`: name
   * of the panel; `hasBand`: a band stands above it.
   */
  restOf(
    view: TableView | null,
    {
      stage,
      hasBand,
      house,
    }: { readonly stage: string; readonly hasBand: boolean; readonly house: HouseShown | null },
  ): Rest | null {
    const now = performance.now();
    this.#dueAt = null;
    if (view?.seq !== this.#seq) {
      this.#seq = view?.seq ?? null;
      this.#since = now;
    }
    if (view === null || house === null || hasBand || view.stopped !== null) return null;
    if (stage === "closed") return "closed";
    const isQuiet =
      stage === "betting" && view.lastRounds === null && view.tasks.length === 0 && view.update === undefined;
    if (!isQuiet || house.idle === null) return null;
    const dueAt = this.#since + house.idle.minutes * MS_A_MINUTE;
    if (now >= dueAt) return "idle";
    this.#dueAt = dueAt;
    return null;
  }
}

/** The words of a table at rest: the call of its phase, whether bets are accepted, and when the house opens next. */
export function restPanel(rest: Rest, view: TableView, house: HouseShown | null, voice: Voice): JSX.Element {
  const opening = rest === "closed" ? openingText(house, voice.main) : null;
  return h(
    "div",
    { class: `panel call call-${view.phase} rest` },
    iconOr(view.phase, "waiting"),
    shortText(view.call ?? phaseText(view.phase, kindOf(view)), voice, "call-words"),
    rest === "idle"
      ? h(
          "div",
          { class: "bets bets-open" },
          iconSign("tick"),
          shortText(wordText("betsOpen"), voice, "bets-words"),
        )
      : null,
    opening === null ? null : h("p", { class: "opening main", lang: voice.main }, opening),
  );
}

let drawn = "";

/**
 * Puts the picture or video of a rest behind the stage, or takes it away. What stands there already is left alone, so that a video goes on.
 * A video that does not play gives way to the picture, and the picture to the plain screen.
 */
export function drawRest(rest: Rest | null, house: HouseShown | null): void {
  const shown = rest === null ? null : (house?.[rest] ?? null);
  const [picture, video] = [shown?.picture === true, shown?.video === true && !isStill()];
  const wanted = `${rest ?? ""} ${String(picture)} ${String(video)}`;
  if (wanted === drawn) return;
  drawn = wanted;
  const place = byId("rest");
  const [before] = place.getElementsByTagName("video");
  before?.removeAttribute("src");
  before?.load();
  place.replaceChildren();
  if (rest !== null && picture) place.append(pictureOf(rest));
  if (rest !== null && video) place.append(videoOf(rest));
  sayAttraction();
}

/** Words before a picture stand on a plate. */
function sayAttraction(): void {
  document.body.dataset["attraction"] = byId("rest").childElementCount > 0 ? "yes" : "no";
}

/** What does not load leaves the place to what stands behind it, the last one to the plain screen. */
function giveWay(element: Element): void {
  element.remove();
  sayAttraction();
}

function pictureOf(rest: Rest): HTMLImageElement {
  const picture = new Image();
  picture.alt = "";
  picture.addEventListener("error", () => {
    giveWay(picture);
  });
  picture.src = `/house/${rest}-picture`;
  return picture;
}

function videoOf(rest: Rest): HTMLVideoElement {
  const video = document.createElement("video");
  Object.assign(video, { muted: true, loop: true, playsInline: true, disableRemotePlayback: true });
  video.addEventListener("error", () => {
    giveWay(video);
  });
  video.src = `/house/${rest}-video`;
  video.play().catch(() => {
    giveWay(video);
  });
  return video;
}

/** Whoever asked their machine for less motion sees the picture alone. */
const isStill = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
