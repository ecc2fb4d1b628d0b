import { expect } from "vitest";
import type { Edge } from "../edge.ts";
import type { WheelSetup } from "../wheel-setup.ts";
import type { Levels } from "../tracker/tracker.ts";
import {
  beginStep,
  learnFromEdge,
  learnFromHeartbeat,
  startOfLearning,
  type CalibrationEvent,
  type LearnState,
} from "./learn.ts";

const NONE: Levels = { active: "", holesH: 0, holesG: 0 };

/** The learner with a technician who does as told; keeps what it said. */
export class Lesson {
  state: LearnState;
  news: CalibrationEvent[] = [];
  readonly wheel: Pick<WheelSetup, "kind" | "ring">;

  constructor(wheel: Pick<WheelSetup, "kind" | "ring">, active = "") {
    this.wheel = wheel;
    this.state = startOfLearning(wheel);
    this.quiet(0, { active });
  }

  begin(tick: number): this {
    this.state = beginStep(this.state, tick);
    return this;
  }

  edges(edges: readonly Edge[]): this {
    for (const edge of edges) {
      const { state, news: events } = learnFromEdge(this.wheel, this.state, edge);
      this.state = state;
      this.news.push(...events);
    }
    return this;
  }

  quiet(tick: number, levels: Partial<Levels> = {}): this {
    const { state, news: events } = learnFromHeartbeat(this.wheel, this.state, tick, { ...NONE, ...levels });
    this.state = state;
    this.news.push(...events);
    expect(JSON.parse(JSON.stringify(state))).toEqual(state);
    expect(JSON.stringify(state).length).toBeLessThan(20_000);
    return this;
  }

  /** `passed launch`, `failed launch: what`. */
  words(): string[] {
    return this.news.flatMap((one) => {
      if (one.news === "passed") return [`passed ${one.step}`];
      if (one.news === "failed") return [`failed ${one.step}: ${one.problem.what.en}`];
      return one.news === "learned" ? ["learned"] : [];
    });
  }
}
