import type { Clock } from "../../../src/time/clock.ts";
import { US_PER_S, type MonoUs } from "../../../src/time/instant.ts";
import type { ServiceManager } from "../../net/service-manager.ts";
import type { Compositor } from "./compositor.ts";
import type { ScreensConfig } from "./config.ts";
import type { KeptPage } from "./page.ts";
import { pagesOf, placesOf, type Places, type ScreenName, type ScreenPage } from "./places.ts";
import { outputsIn, placeCommands } from "./sway.ts";
import { isLost, pageState, Restarts } from "./watch.ts";

/** How often everything is looked at. */
export const PASS_US = US_PER_S;
/** How often the table is asked whether it has the screens that the monitors are to show. */
export const SCREENS_US = 30 * US_PER_S;
/** The compositor must answer within so long for the watchdog to be fed. */
export const COMPOSITOR_SILENT_US = 5 * US_PER_S;

/** What keeps the screens; tests give their own. */
export interface ScreensParts {
  readonly config: ScreensConfig;
  readonly clock: Clock;
  readonly compositor: Pick<Compositor, "link" | "ended">;
  readonly startPage: (page: ScreenPage) => KeptPage;
  /** Whether somebody answers at the table's address. */
  readonly isServed: () => Promise<boolean>;
  /** Whether the table says that it has no such screen. */
  readonly isUnknown: (path: string) => Promise<boolean>;
  /** Null: no service manager waits for a word. */
  readonly manager: ServiceManager | null;
  readonly say: (line: string) => void;
}

export interface KeptScreens {
  /** Resolves with why it cannot go on: the compositor ended, or new browsers do not help. */
  readonly failed: Promise<string>;
  stop(): void;
}

/** Shows each page on its output and keeps it there, whatever hangs, crashes, is unplugged or comes back. */
export function keepScreens(parts: ScreensParts): KeptScreens {
  const screens = new Screens(parts);
  return { failed: screens.failed.promise, stop: () => screens.stop() };
}

class Screens {
  readonly failed = Promise.withResolvers<string>();
  readonly #parts: ScreensParts;
  readonly #timer: { cancel(): void };
  readonly #pages = new Map<ScreenName, KeptPage>();
  readonly #restarts = new Restarts();
  readonly #all: readonly ScreenPage[];
  #places: Places = {};
  #answeredAt: MonoUs;
  #isAsked = false;
  #isServed = false;
  #isTableAsked = false;
  #isReady = false;
  /** When it was last asked for its screens; null: not since it answers. */
  #screensAt: MonoUs | null = null;
  /** Pages for which the table has no screen. */
  #unknown: readonly ScreenPage[] = [];

  constructor(parts: ScreensParts) {
    this.#parts = parts;
    this.#all = pagesOf(parts.config);
    this.#answeredAt = parts.clock.now();
    void parts.compositor.ended.then((how) => this.#fail(`the compositor ended with ${how}`));
    this.#timer = parts.clock.every(PASS_US, "pass of the screens", () => this.#pass());
  }

  stop(): void {
    this.#timer.cancel();
    for (const page of this.#pages.values()) page.close();
    this.#pages.clear();
  }

  #fail(why: string): void {
    this.stop();
    this.failed.resolve(why);
  }

  #pass(): void {
    void this.#askOutputs();
    void this.#askTable();
    const now = this.#parts.clock.now();
    for (const shown of this.#all) this.#renew(shown, now);
    for (const page of this.#pages.values()) page.look(this.#isServed);
    this.#tell(now);
  }

  /** A page that hangs or crashed gives way to a new one. */
  #renew(shown: ScreenPage, now: MonoUs): void {
    const { name } = shown;
    const page = this.#pages.get(name);
    if (page === undefined) return;
    const state = pageState(page.signs, now);
    if (!isLost(state)) return;
    page.close();
    this.#parts.say(
      `the browser of the ${name} page ${state === "hung" ? "hung" : "ended"}; it is started anew`,
    );
    if (this.#restarts.add(now)) return this.#fail("browsers hang or end again and again");
    this.#pages.set(name, this.#parts.startPage(shown));
  }

  async #askTable(): Promise<void> {
    if (this.#isTableAsked) return;
    this.#isTableAsked = true;
    this.#isServed = await this.#parts.isServed();
    await this.#askScreens();
    this.#isTableAsked = false;
  }

  /** A composition's name stands in the table's configuration, which this program does not read: the table says which it has. */
  async #askScreens(): Promise<void> {
    const now = this.#parts.clock.now();
    if (!this.#isServed) this.#screensAt = null;
    if (!this.#isServed || (this.#screensAt !== null && now - this.#screensAt < SCREENS_US)) return;
    this.#screensAt = now;
    const asked = this.#all.map(async (page) => ({ page, isUnknown: await this.#parts.isUnknown(page.path) }));
    const answers = await Promise.all(asked);
    this.#unknown = answers.filter(({ isUnknown }) => isUnknown).map(({ page }) => page);
  }

  async #askOutputs(): Promise<void> {
    if (this.#isAsked) return;
    this.#isAsked = true;
    const { link } = this.#parts.compositor;
    try {
      const places = placesOf(outputsIn(await link.outputs()), this.#parts.config);
      if (!isSame(places, this.#places)) await this.#place(places);
      this.#answeredAt = this.#parts.clock.now();
    } catch {
      // Its silence is counted; its end is told by itself.
    } finally {
      this.#isAsked = false;
    }
  }

  /** Monitors came or went. A page that has none any more must not lie over another one: its browser ends first. */
  async #place(places: Places): Promise<void> {
    this.#places = places;
    for (const [name, page] of this.#pages)
      if (places[name] === undefined) {
        page.close();
        this.#pages.delete(name);
      }
    const refused = await this.#parts.compositor.link.run(placeCommands(places, this.#parts.config));
    if (refused !== null) this.#parts.say(`the compositor refused: ${refused}`);
    for (const shown of this.#all)
      if (places[shown.name] !== undefined && !this.#pages.has(shown.name))
        this.#pages.set(shown.name, this.#parts.startPage(shown));
    this.#parts.say(placesText(places));
  }

  #tell(now: MonoUs): void {
    const { manager } = this.#parts;
    if (manager === null) return;
    const states = [...this.#pages].map(([name, page]) => ({ name, page, state: pageState(page.signs, now) }));
    const isAnswering = now - this.#answeredAt <= COMPOSITOR_SILENT_US;
    if (!this.#isReady) manager.ready();
    this.#isReady = true;
    const troubled = states.flatMap(({ name, page, state }) => {
      if (state !== "well") return [`${name} ${state}`];
      return page.isAway ? [`${name} waits`] : [];
    });
    const unknown = this.#unknown
      .filter(({ name }) => this.#pages.has(name))
      .map(({ name, path }) => `${name} shows the display: the table has no ${path}`);
    const silent = this.#isServed ? [] : ["the table does not answer"];
    const words = [placesText(this.#places), ...troubled, ...unknown, ...silent].join("; ");
    manager.status(isAnswering ? words : "the compositor does not answer");
    if (isAnswering && states.every(({ state }) => state === "well" || state === "starting"))
      manager.feedWatchdog();
  }
}

const isSame = (a: Places, b: Places): boolean => JSON.stringify(a) === JSON.stringify(b);

/** `display on HDMI-A-1, control on HDMI-A-2`. */
function placesText(places: Places): string {
  const shown = Object.entries(places).map(([name, output]) => `${name} on ${output}`);
  return shown.length === 0 ? "no monitor is connected" : shown.join(", ");
}
