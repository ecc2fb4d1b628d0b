import {
  beginStep,
  learnFromEdge,
  restartAfterGap,
  learnFromHeartbeat,
  startOfLearning,
  stepsOf,
  type CalibrationEvent,
  type LearnState,
  type LearnStep,
  type LearnOutcome,
} from "../../../drivers/wheel/sensor-board/calibration/learn.ts";
import {
  calibrationProblem,
  type LearnedCalibration,
} from "../../../drivers/wheel/sensor-board/calibration/learned.ts";
import type { Calibration, WheelSetup } from "../../../drivers/wheel/sensor-board/wheel-setup.ts";
import type { Levels } from "../../../drivers/wheel/sensor-board/tracker/tracker.ts";
import { fillText, sameText } from "../../../src/text/every-language.ts";
import type { Text } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { EXIT, Problem, usageProblem } from "../../problem.ts";
import { wrongLines, type Technician } from "../acts/technician.ts";
import type { BoardTalk } from "./board-talk.ts";

type Wheel = Pick<WheelSetup, "kind" | "ring">;

const { said: SAID, wheel: PROMPTS } = textsOf("acts");

/** After this many failures the calibration is given up. */
export const FAILURES_MAX = 10;

/**
 * The guided spin: asks the technician for one thing after the other, and gives what was learned. Writes nothing. Rejects
 * with Problem when the board is not of this wheel, is lost, or a step fails again and again.
 */
export async function calibrateBoard(
  talk: BoardTalk,
  wheel: Wheel,
  person: Technician,
): Promise<LearnedCalibration> {
  const { board, kind, marks, firmware } = await talk.askIdentity();
  const wanted = wheel.kind === "bowl" ? 0 : wheel.ring.length;
  if (kind !== wheel.kind || marks !== wanted)
    throw usageProblem(
      `the board is set to ${kind} with ${marks} marks, the table needs ${wheel.kind} with ${wanted}; tirada wheel set --type sensor-board --device … kind ${wheel.kind}, then marks ${String(wanted).padStart(2, "0")}`,
    );
  person.say(fillText(PROMPTS.board, { board, firmware, kind, marks: wanted }));
  const lesson = new LiveLearner(wheel);
  talk.listen(lesson);
  try {
    const calibration = await runSteps(talk, lesson, wheel, person);
    const learned = { ...calibration, board: Number.parseInt(board, 16) };
    const problem = calibrationProblem(learned, wheel);
    if (problem !== null)
      throw new Problem(EXIT.device, `what was learned cannot be used: ${problem}; begin again`);
    return learned;
  } finally {
    talk.listen(null);
  }
}

async function runSteps(
  talk: BoardTalk,
  lesson: LiveLearner,
  wheel: Wheel,
  person: Technician,
): Promise<Calibration> {
  const steps = stepsOf(wheel.kind);
  for (let failures = 0; failures < FAILURES_MAX;) {
    const { step } = lesson;
    if (step === "done") break;
    const what = fillText(promptFor(step, wheel), { go: person.words.go });
    await person.ready(fillText(SAID.step, { n: steps.indexOf(step) + 1, of: steps.length, what }));
    for await (const one of lesson.runStep()) {
      if (one.news === "progress") person.progress(one.done, one.of);
      if (one.news === "passed") person.say(SAID.passed);
      if (one.news === "learned") return one.calibration;
      if (one.news !== "failed") continue;
      // A lost board is not counted as a failure of the technician.
      talk.throwIfLost();
      failures++;
      for (const line of wrongLines(one.problem.what, one.problem.doThis)) person.say(line);
    }
  }
  throw new Problem(
    EXIT.device,
    `the calibration failed ${FAILURES_MAX} times; put right what it named, then start it again`,
  );
}

/** What to do, and when to say so; `go` stands for the key or button. */
export function promptFor(step: LearnStep, { kind, ring }: Wheel): Text {
  switch (step) {
    case "turn-clockwise":
      return PROMPTS[kind === "disc" ? "disc-clockwise" : "rotor-clockwise"];
    case "turn-counter":
      return PROMPTS[kind === "disc" ? "disc-counter" : "rotor-counter"];
    case "first-place":
      return fillText(PROMPTS[FIRST_PLACES[kind]], { first: ring[0] ?? "" });
    case "launch":
      return PROMPTS.launch;
    case "done":
      return sameText("");
  }
}

const FIRST_PLACES = { roulette: "first-pocket", bowl: "first-hole", disc: "first-cell" } as const;

/** The learner on a live board: its events come out as they happen. */
class LiveLearner {
  readonly #wheel: Wheel;
  #state: LearnState;
  #tick = 0;
  #events: CalibrationEvent[] = [];
  #wake: (() => void) | null = null;

  constructor(wheel: Wheel) {
    this.#wheel = wheel;
    this.#state = startOfLearning(wheel);
  }

  get step(): LearnStep {
    return this.#state.step;
  }

  /** Begins the current step; ends when the step is passed or has failed. */
  async *runStep(): AsyncGenerator<CalibrationEvent> {
    this.#events = [];
    this.#state = beginStep(this.#state, this.#tick);
    for (;;) {
      for (let one = this.#events.shift(); one !== undefined; one = this.#events.shift()) {
        yield one;
        if (one.news === "failed" || one.news === "learned") return;
        if (one.news === "passed" && this.#state.step !== "done") return;
      }
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  handleEdge(edge: Parameters<typeof learnFromEdge>[2]): void {
    this.#tick = edge.tick;
    this.#applyStep(learnFromEdge(this.#wheel, this.#state, edge));
  }

  handleHeartbeat(tick: number, levels: Levels): void {
    this.#tick = tick;
    this.#applyStep(learnFromHeartbeat(this.#wheel, this.#state, tick, levels));
  }

  onGap(): void {
    this.#applyStep(restartAfterGap(this.#wheel, this.#state));
  }

  #applyStep({ state, news: events }: LearnOutcome): void {
    this.#state = state;
    if (events.length === 0) return;
    this.#events.push(...events);
    this.#wake?.();
    this.#wake = null;
  }
}
