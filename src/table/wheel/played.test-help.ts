import type { Key } from "../../people/keys.ts";
import type { Role } from "../../people/roles.ts";
import { monoUs } from "../../time/instant.ts";
import { applyRecord, type Durable } from "../kernel/durable/durable.ts";
import type { RecordBody, VerdictRecord } from "../kernel/record.ts";
import { tableStep, tableDeadline, type Table, type TableInput, type TableStep } from "../kernel/table.ts";
import { WHEEL_TABLE_START } from "./durable-wheel.ts";
import type { TableRules } from "../kernel/context.ts";
import type { Direction, WheelObservation } from "./observation.ts";
import { EMPTY_WHEEL_TABLE } from "./durable-wheel.ts";

export const VERDICTS = ["result", "void", "undecided", "aborted"] as const;

export function isVerdict(body: RecordBody): body is VerdictRecord {
  return (VERDICTS as readonly string[]).includes(body.kind);
}

/** A spin as the tests tell it; what is left out is as in a good one. */
export interface Emitted {
  readonly pocket?: string | null;
  readonly sense?: "with-rotor" | "against-rotor" | null;
  readonly laps?: number;
}

/** A table played by hand. Every step is checked: the durable table is nothing but the fold of its records. */
export class PlayedTable {
  readonly rules: TableRules;
  table: Table = WHEEL_TABLE_START;
  t = 1_000_000;
  game = 11;
  direction: Direction = "cw";
  readonly records: RecordBody[] = [];
  #folded: Durable = EMPTY_WHEEL_TABLE;

  constructor(rules: TableRules) {
    this.rules = rules;
  }

  get durable(): Durable {
    return this.table.durable;
  }

  feed(input: TableInput): TableStep {
    const at = `at ${this.t}`;
    const step = tableStep(this.table, input, monoUs(this.t), at, this.rules);
    for (const body of step.records)
      this.#folded = applyRecord(this.#folded, body, at, this.rules.family.reducer);
    this.table = step.table;
    this.records.push(...step.records);
    if (JSON.stringify(this.#folded) !== JSON.stringify(this.durable))
      throw new Error("the durable table is not the fold of its records");
    return step;
  }

  see(...seen: readonly WheelObservation[]): this {
    this.feed({ i: "observations", seen });
    return this;
  }

  /** Time goes by; the table is woken whenever it asked for it. */
  wait(us: number): this {
    const until = this.t + us;
    const deadline = tableDeadline(this.table, this.rules);
    if (deadline !== null && deadline <= until) {
      this.t = Math.max(this.t, deadline);
      this.feed({ i: "tick" });
    }
    this.t = until;
    return this;
  }

  press(key: Key, role: Role = "jefe-de-mesa"): TableStep["refusal"] {
    return this.feed({ i: "key", key, by: { role, name: "M. Etxeberria" } }).refusal;
  }

  open(): this {
    this.feed({ i: "auto-open" });
    return this;
  }

  restart(): this {
    this.feed({ i: "restarted" });
    return this;
  }

  /** `lines` rotor lines, one every 0.5 s. */
  rotor(rpm10 = 180, lines = 2): this {
    for (let line = 0; line < lines; line++) {
      this.t += 500_000;
      this.see({ o: "rotor", rpm10, direction: this.direction });
    }
    return this;
  }

  stage(stage: Extract<WheelObservation, { o: "stage" }>["stage"]): this {
    return this.see({ o: "stage", stage, deviceGame: this.game });
  }

  attach(during: Extract<WheelObservation, { o: "attached" }>["during"], shows: string | null = null): this {
    return this.see({ o: "attached", during, deviceGame: this.game, shows });
  }

  betting(): this {
    return this.stage("betting").rotor();
  }

  launch({ sense = "against-rotor" }: Emitted = {}): this {
    this.stage("ball-in-rim")
      .see({ o: "ball-on-track" }, { o: "ball-laps", atLeast: 1, atMost: null, how: "" })
      .rotor();
    if (sense === "with-rotor") this.see({ o: "ball-direction", sense });
    return this;
  }

  noMoreBets({ sense = "against-rotor" }: Emitted = {}): this {
    this.stage("no-more-bets");
    if (sense === "against-rotor") this.see({ o: "ball-direction", sense });
    return this.rotor();
  }

  result({ pocket = "17", laps = 4 }: Emitted = {}): this {
    this.stage("result").see({ o: "ball-laps", atLeast: laps, atMost: null, how: "" });
    if (pocket !== null) this.see({ o: "number", pocket, witnesses: ["bare-number", "state-5"] });
    return this.rotor();
  }

  /** A whole spin from the launch to the number, and the next game's open bets with the rotor the other way. */
  spin(reported: Emitted = {}): this {
    return this.launch(reported).noMoreBets(reported).result(reported).next();
  }

  next(): this {
    this.game = this.game >= 256 ? 1 : this.game + 1;
    this.direction = this.direction === "cw" ? "ccw" : "cw";
    return this.betting();
  }

  verdicts(): VerdictRecord[] {
    return this.records.filter(isVerdict);
  }

  of<K extends RecordBody["kind"]>(kind: K): (RecordBody & { kind: K })[] {
    return this.records.filter((body): body is RecordBody & { kind: K } => body.kind === kind);
  }

  /** Verdicts in one line each: `1 result 17 certified`, `2 undecided no-number`. */
  reportedOf(): string[] {
    return this.verdicts().map((body) => `${body.round} ${body.kind} ${about(body)}`);
  }
}

function about(body: VerdictRecord): string {
  switch (body.kind) {
    case "result":
      return [
        "pocket" in body.result ? body.result.pocket : "",
        body.certainty.level,
        ...body.certainty.because,
      ].join(" ");
    case "void":
      return body.reasons.map((reason) => reason.rule).join(" ");
    case "undecided":
      return body.because.join(" ");
    case "aborted":
      return body.cause;
  }
}
