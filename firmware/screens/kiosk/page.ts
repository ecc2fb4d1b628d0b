import { spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { LANGUAGES } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import type { Clock } from "../../../src/time/clock.ts";
import type { MonoUs } from "../../../src/time/instant.ts";
import { mkdirSync, rmSync } from "../../files/disk.ts";
import { browserArguments, browserEnvironment, CHROMIUM } from "./chromium.ts";
import { devtoolsOver, type DevtoolsEvent, type DevtoolsPipe } from "./devtools-pipe.ts";
import type { ScreenName } from "./places.ts";
import type { PageSigns } from "./watch.ts";

/** A browser with one page. */
export interface KeptPage {
  readonly signs: PageSigns;
  /** Once a second: asks the page whether it draws and where it is, and brings it where it belongs. `isServed`: somebody answers there. */
  look(isServed: boolean): void;
  /** True: the page is not where it belongs. */
  readonly isAway: boolean;
  /** Ends the browser and all its processes at once. */
  close(): void;
}

export interface PageOptions {
  readonly name: ScreenName;
  /** Fingers press keys on it. */
  readonly isPressed: boolean;
  readonly url: string;
  /** Folder in memory, for the compositor's socket and the profile. */
  readonly runtime: string;
  /** Name of the compositor's socket. */
  readonly wayland: string;
  readonly isSoftware: boolean;
  readonly clock: Clock;
  /** The program and its first arguments; tests give their own. */
  readonly program?: readonly [string, ...string[]];
}

/** Starts a browser that shows one page and nothing else. */
export function startPage(options: PageOptions): KeptPage {
  const { name, runtime, clock } = options;
  const folder = `${runtime}/profile-${name}`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  const [program, ...first] = options.program ?? [CHROMIUM];
  const child = spawn(program, [...first, ...browserArguments({ ...options, folder })], {
    // A group of its own, which ends as one.
    detached: true,
    stdio: ["ignore", "ignore", "inherit", "pipe", "pipe"],
    env: browserEnvironment(runtime, options.wayland, folder),
  });
  const page = new Page(options, clock.now());
  child.once("error", () => page.end());
  child.once("exit", () => page.end());
  const [, , , to, from] = child.stdio;
  page.connect(devtoolsOver(to as Writable, from as Readable, (event) => page.hear(event)));
  return {
    get signs() {
      return page.signs;
    },
    get isAway() {
      return page.isAway;
    },
    look: (isServed) => page.look(isServed),
    close: () => {
      page.end();
      endGroup(child.pid);
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

class Page {
  readonly #options: PageOptions;
  readonly #startedAt: MonoUs;
  #drewAt: MonoUs | null = null;
  #hasEnded = false;
  #browser: DevtoolsPipe | null = null;
  /** The page's own target and session; null: not found yet. */
  #target: string | null = null;
  #session: string | null = null;
  #isAsked = false;
  #isAway = true;

  constructor(options: PageOptions, startedAt: MonoUs) {
    this.#options = options;
    this.#startedAt = startedAt;
  }

  get signs(): PageSigns {
    return { startedAt: this.#startedAt, drewAt: this.#drewAt, hasEnded: this.#hasEnded };
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  end(): void {
    this.#hasEnded = true;
  }

  connect(browser: DevtoolsPipe): void {
    this.#browser = browser;
    this.#try(browser.ask("Target.setDiscoverTargets", { discover: true }));
  }

  /** The first page is the one; every other that opens is closed. */
  hear({ method, params }: DevtoolsEvent): void {
    const { targetInfo, targetId } = params as {
      targetInfo?: { targetId?: string; type?: string };
      targetId?: string;
    };
    if (method === "Target.targetCreated" && targetInfo?.type === "page" && targetInfo.targetId !== undefined) {
      if (this.#target === null) void this.#attach(targetInfo.targetId);
      else if (this.#target !== targetInfo.targetId)
        this.#try(this.#browser?.ask("Target.closeTarget", { targetId: targetInfo.targetId }));
    }
    const isGone = method === "Target.targetCrashed" || method === "Target.targetDestroyed";
    if (isGone && targetId === this.#target) this.end();
  }

  async #attach(targetId: string): Promise<void> {
    this.#target = targetId;
    const browser = this.#browser;
    if (browser === null) return;
    try {
      const { sessionId } = await browser.ask("Target.attachToTarget", { targetId, flatten: true });
      const session = String(sessionId);
      await browser.ask("Page.enable", {}, session);
      const source = guardScript(this.#options.isPressed);
      await browser.ask("Page.addScriptToEvaluateOnNewDocument", { source }, session);
      await browser.ask("Page.navigate", { url: startingAddress() }, session);
      this.#session = session;
    } catch {
      this.end();
    }
  }

  look(isServed: boolean): void {
    const [browser, session] = [this.#browser, this.#session];
    if (browser === null || session === null || this.#isAsked) return;
    this.#isAsked = true;
    const question = { expression: DRAWS, awaitPromise: true, returnByValue: true };
    this.#try(
      browser.ask("Runtime.evaluate", question, session).then(({ result }) => {
        this.#drewAt = this.#options.clock.now();
        const { value } = result as { value?: unknown };
        return this.#bringBack(String(value), isServed);
      }),
      () => (this.#isAsked = false),
    );
  }

  /** Brings the page where it belongs, from wherever it is. */
  async #bringBack(at: string, isServed: boolean): Promise<void> {
    const { url } = this.#options;
    this.#isAway = !isPage(at, url);
    if (!this.#isAway) return;
    const to = isServed ? url : startingAddress();
    if (to !== at) await this.#browser?.ask("Page.navigate", { url: to }, this.#session ?? undefined);
  }

  /** A question that stays without an answer is no sign of life, and nothing else. */
  #try(asked: Promise<unknown> | undefined, then: () => void = () => undefined): void {
    asked?.catch(() => undefined).finally(then);
  }
}

/** Whether this is the address of the page, whatever stands behind `?` or `#`. */
export function isPage(at: string, url: string): boolean {
  if (!URL.canParse(at)) return false;
  const [here, there] = [new URL(at), new URL(url)];
  return here.origin === there.origin && here.pathname === there.pathname;
}

/** Ways out of a page, and what fingers do beside pressing: none of it happens. */
const GUARD = `(() => {
  const never = (event) => event.preventDefault();
  for (const type of ["contextmenu", "dragstart", "drop", "selectstart"]) addEventListener(type, never, true);
  addEventListener("wheel", (event) => event.ctrlKey && never(event), { capture: true, passive: false });
  addEventListener("keydown", (event) => (event.ctrlKey || event.altKey || event.metaKey || /^F\\d/.test(event.key)) && never(event), true);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
})()`;

const STYLE_WITH_KEYS = "* { user-select: none; } input { user-select: text; }";
/** A page without keys has nothing to point at. */
const STYLE_WITHOUT = "* { cursor: none !important; user-select: none; }";

/** The script that runs before those of the page, on this machine's own screens alone. */
const guardScript = (isPressed: boolean): string =>
  GUARD.replace("STYLE", JSON.stringify(isPressed ? STYLE_WITH_KEYS : STYLE_WITHOUT));

/** Answers where the page is, once it has drawn: a page that hangs, or whose drawing hangs, gives no answer. */
const DRAWS = "new Promise((done) => requestAnimationFrame(() => done(location.href)))";

const TEXTS = textsOf("screens");

/** The address of a page that says that the table is starting: it stands in the address itself, and asks nobody for anything. */
function startingAddress(): string {
  const lines = LANGUAGES.map(
    (language, at) =>
      `<p lang="${language}"${at === 0 ? ' class="first"' : ""}>${TEXTS.starting[language]}</p>`,
  );
  const page = `<!doctype html><html lang="es"><meta charset="utf-8"><title>tirada</title><style>${STYLE}</style><main>${lines.join("")}</main></html>`;
  return `data:text/html;charset=utf-8,${encodeURIComponent(page)}`;
}

const STYLE = `html,body{height:100%;margin:0;background:#0a0c0e;color:#b4bac0;cursor:none;font:3vmin "DejaVu Sans",sans-serif}
main{height:100%;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:2vmin;text-align:center}
p{margin:0}.first{color:#f6f1e6;font-size:6vmin}`;
