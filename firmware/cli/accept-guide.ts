import { createInterface } from "node:readline";
import { startGuidePage, type GuidePage } from "../care/acceptance/guide-page-server.ts";
import { LiveAcceptance } from "../care/acceptance/live-acceptance.ts";
import { stepText } from "../care/acceptance/report-page.ts";
import type { AcceptanceState } from "../care/acceptance/run-steps.ts";
import type { DeviceSteps } from "../care/acceptance/steps-file.ts";
import type { Language } from "../../src/text/language.ts";
import type { Clock } from "../../src/time/clock.ts";
import { printLine } from "./common.ts";

export interface GuideOptions {
  readonly lang: Language;
  /** Port of a page on this machine; null: the terminal alone. */
  readonly page: number | null;
  readonly clock: Clock;
  /** What is accepted. */
  readonly title: string;
}

/** What the device is told of the run. */
export interface Guidance {
  /** The person named what lies there. */
  readonly onNamed: () => void;
  /** A step begins. */
  readonly onStep: (step: string) => void;
}

const NO_GUIDANCE: Guidance = { onNamed: () => undefined, onStep: () => undefined };

/** A person who is led through the steps of an acceptance. */
export interface GuidedRun {
  readonly live: LiveAcceptance;
  /** What it came to. */
  readonly over: Promise<AcceptanceState>;
}

/** Leads a person through the steps, at the terminal and on a page. Rejects with a Problem: the page's port cannot be had. */
export async function startGuide(
  steps: DeviceSteps,
  options: GuideOptions,
  guidance: Guidance = NO_GUIDANCE,
): Promise<GuidedRun> {
  const { lang, clock, title } = options;
  const page =
    options.page === null ? null : await startGuidePage({ port: options.page, language: lang, title });
  if (page !== null) printLine(page.url);
  return new TypedRun(steps, { lang, clock }, guidance, page);
}

/** What is to be done is printed, and shown; what is typed there is taken. The end of the input, and Ctrl-C, give the run up. */
class TypedRun implements GuidedRun {
  readonly live: LiveAcceptance;
  readonly over: Promise<AcceptanceState>;
  readonly #lang: Language;
  readonly #guidance: Guidance;
  readonly #page: GuidePage | null;
  readonly #input = createInterface({ input: process.stdin });
  #end: (state: AcceptanceState) => void = () => undefined;
  #at = -1;

  constructor(
    steps: DeviceSteps,
    { lang, clock }: Pick<GuideOptions, "lang" | "clock">,
    guidance: Guidance,
    page: GuidePage | null,
  ) {
    this.#lang = lang;
    this.#guidance = guidance;
    this.#page = page;
    this.over = new Promise((resolve) => (this.#end = resolve));
    this.live = new LiveAcceptance(steps, clock, (state) => this.#tell(state));
    this.#tell(this.live.state);
    const stop = (): void => void this.live.type(":stop");
    this.#input.on("line", (line) => this.#take(line));
    page?.onSaid((line) => this.#take(line));
    // Whoever looks at the page needs no terminal.
    if (page === null) this.#input.once("close", stop);
    process.once("SIGINT", stop);
    process.once("SIGTERM", stop);
    void this.over.then(() => {
      process.off("SIGINT", stop);
      process.off("SIGTERM", stop);
    });
  }

  #take(line: string): void {
    if (this.live.type(line) === "named") this.#guidance.onNamed();
  }

  #tell(state: AcceptanceState): void {
    const step = state.steps[state.at];
    this.#page?.show(state);
    if (state.end === null && state.at !== this.#at && step !== undefined) {
      this.#at = state.at;
      this.#guidance.onStep(step.step);
      const text = stepText({ step: step.step, count: step.count ?? null }, step.lasts ?? null, this.#lang);
      printLine(`${state.at + 1}/${state.steps.length}  ${text}`);
    }
    if (state.end === null) return;
    this.live.end();
    this.#input.close();
    // What was typed last would keep the program waiting for more.
    process.stdin.destroy();
    const page = this.#page;
    if (page === null) this.#end(state);
    else void page.close().then(() => this.#end(state));
  }
}
