import { US_PER_S } from "../../../src/time/instant.ts";
import type { DeviceSteps, Step } from "./steps-file.ts";
import { givenValue, isWord, saidValue, type SeenWord } from "./words.ts";

/** The acceptance of one device: what it reported and what a person said, held against the steps of its folder. Pure; times are µs of one clock. */

/** What comes to an acceptance. */
export type Heard =
  | { readonly k: "seen"; readonly us: number; readonly words: readonly SeenWord[] }
  | { readonly k: "tick"; readonly us: number }
  /** What lies there, as the person sees it. */
  | { readonly k: "value"; readonly us: number; readonly text: string }
  | { readonly k: "answer"; readonly us: number; readonly yes: boolean }
  /** The person takes the last value back, before the step is over. */
  | { readonly k: "take-back"; readonly us: number }
  | { readonly k: "skip"; readonly us: number }
  | { readonly k: "stop"; readonly us: number };

/** Why an acceptance did not pass. */
export type Fault =
  /** Something was seen that the step does not know. */
  | "unexpected"
  | "too-late"
  /** What the device gave is not what the person saw. */
  | "differs"
  | "not-alike"
  | "answered-no"
  | "skipped"
  | "given-up";

export interface StepResult {
  readonly step: Step;
  readonly is: "passed" | "failed" | "waiting" | "not-reached";
  readonly why: Fault | null;
  /** What was seen of it that decided: a word, figures. Never a face. */
  readonly detail: string;
  readonly seconds: number;
  readonly seen: Readonly<Record<string, number>>;
  /** Values that a person named, and how many of them the device had given too. */
  readonly named: number;
  readonly agreed: number;
}

/** Plain JSON. */
export interface AcceptanceState {
  readonly steps: readonly Step[];
  readonly at: number;
  readonly sinceUs: number;
  readonly seen: Readonly<Record<string, number>>;
  /** What the device gave, and what the person named, in order. */
  readonly given: readonly string[];
  readonly named: readonly string[];
  readonly answer: boolean | null;
  readonly results: readonly StepResult[];
  readonly end: "passed" | "failed" | null;
}

export const beginAcceptance = ({ steps }: DeviceSteps, us: number): AcceptanceState => ({
  steps,
  at: 0,
  sinceUs: us,
  seen: {},
  given: [],
  named: [],
  answer: null,
  results: [],
  end: null,
});

/** The acceptance after what came. What comes behind its end changes nothing. */
export function stepAcceptance(state: AcceptanceState, heard: Heard): AcceptanceState {
  const step = state.steps[state.at];
  if (state.end !== null || step === undefined) return state;
  switch (heard.k) {
    case "seen":
      return heard.words.reduce((now, one) => seeWord(now, one, heard.us), state);
    case "tick":
      return settle(state, step, heard.us);
    case "value":
      return settle({ ...state, named: [...state.named, saidValue(heard.text)] }, step, heard.us);
    case "take-back":
      return { ...state, named: state.named.slice(0, -1) };
    case "answer":
      return heard.yes
        ? settle({ ...state, answer: true }, step, heard.us)
        : fail(state, step, heard.us, "answered-no", "");
    case "skip":
      return fail(state, step, heard.us, "skipped", "");
    case "stop":
      return fail(state, step, heard.us, "given-up", "");
  }
}

/** When the acceptance must be looked at although nothing comes, µs; null: it is over. */
export function acceptanceDeadline({ steps, at, sinceUs, end }: AcceptanceState): number | null {
  const step = steps[at];
  if (end !== null || step === undefined) return null;
  return sinceUs + Math.min(step.within, step.lasts ?? Infinity) * US_PER_S;
}

/** The value that the person is to name next: so many were given and not named yet. */
export const valuesOwed = ({ given, named }: Pick<AcceptanceState, "given" | "named">): number =>
  Math.max(0, given.length - named.length);

/** A word that ends a step leaves the next ones to the step behind it. */
function seeWord(state: AcceptanceState, { word, value }: SeenWord, us: number): AcceptanceState {
  const step = state.steps[state.at];
  if (state.end !== null || step === undefined) return state;
  const seen = { ...state.seen, [word]: (state.seen[word] ?? 0) + 1 };
  const given =
    step.agrees !== undefined && isWord(word, step.agrees)
      ? [...state.given, givenValue(value ?? "")]
      : state.given;
  const next = { ...state, seen, given };
  // A count of edges and lines says nothing by itself: only how many of them came.
  const isKnown =
    isHarmless(word) || [...Object.keys(step.sees), ...step.allows].some((named) => isWord(word, named));
  return isKnown ? settle(next, step, us) : fail(next, step, us, "unexpected", word);
}

/** Words that only count. */
export const isSignal = (word: string): boolean => isWord(word, "edge");

/** The end of a fault is none; that it began was. */
const isHarmless = (word: string): boolean => isSignal(word) || isWord(word, "fault-cleared");

const countOf = ({ seen }: Pick<AcceptanceState, "seen">, named: string): number =>
  Object.entries(seen).reduce((sum, [word, count]) => (isWord(word, named) ? sum + count : sum), 0);

/** The step is passed when all of it was seen, named and answered; it has failed when its time is over before. */
function settle(state: AcceptanceState, step: Step, us: number): AcceptanceState {
  const differs = state.named.findIndex((named, at) => at < state.given.length && named !== state.given[at]);
  if (differs >= 0) return fail(state, step, us, "differs", `${differs + 1}`);
  const seconds = (us - state.sinceUs) / US_PER_S;
  const missing = Object.entries(step.sees).filter(([named, count]) => countOf(state, named) < count);
  const isNamed =
    step.agrees === undefined ||
    (valuesOwed(state) === 0 && state.named.length >= (step.sees[step.agrees] ?? 0));
  const isAnswered = step.asks === undefined || state.answer === true;
  const isLong = step.lasts === undefined || seconds >= step.lasts;
  if (missing.length === 0 && isNamed && isAnswered && isLong) {
    const unlike = unlikeOf(state, step);
    return unlike === null ? pass(state, step, us) : fail(state, step, us, "not-alike", unlike);
  }
  if (seconds < step.within) return state;
  const lacks = missing.map(([named, count]) => `${named} ${countOf(state, named)}/${count}`);
  return fail(state, step, us, "too-late", lacks.join(", "));
}

/** Words that must come about equally often, and do not: with their counts; null: they do. */
function unlikeOf(state: AcceptanceState, { alike, turning }: Step): string | null {
  return unlikeIn(state, alike) ?? unlikeIn(state, turning);
}

function unlikeIn(state: AcceptanceState, alike: Step["alike"]): string | null {
  if (alike === undefined) return null;
  const counts = Object.entries(alike.words).map(
    ([named, each]) => [named, countOf(state, named), each] as const,
  );
  const most = Math.max(...counts.map(([, count, each]) => count / each));
  const isUnlike = counts.some(([, count, each]) => (most - count / each) * 100 > alike.percent * most);
  return isUnlike ? counts.map(([named, count]) => `${named} ${count}`).join(", ") : null;
}

function resultOf(state: AcceptanceState, step: Step, us: number): Omit<StepResult, "is" | "why" | "detail"> {
  const agreed = state.named.filter((named, at) => named === state.given[at]).length;
  const seconds = Math.round((us - state.sinceUs) / US_PER_S);
  return { step, seconds, seen: state.seen, named: state.named.length, agreed };
}

function pass(state: AcceptanceState, step: Step, us: number): AcceptanceState {
  const results = [
    ...state.results,
    { ...resultOf(state, step, us), is: "passed", why: null, detail: "" } as const,
  ];
  const at = state.at + 1;
  const end = at === state.steps.length ? "passed" : null;
  return { ...state, at, sinceUs: us, seen: {}, given: [], named: [], answer: null, results, end };
}

function fail(state: AcceptanceState, step: Step, us: number, why: Fault, detail: string): AcceptanceState {
  const failed = { ...resultOf(state, step, us), is: "failed", why, detail } as const;
  const rest = state.steps.slice(state.at + 1).map((one): StepResult => ({
    step: one,
    is: "not-reached",
    why: null,
    detail: "",
    seconds: 0,
    seen: {},
    named: 0,
    agreed: 0,
  }));
  return { ...state, results: [...state.results, failed, ...rest], end: "failed" };
}
