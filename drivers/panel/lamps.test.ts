import { describe, expect, test } from "vitest";
import { ss2 } from "../../test/support/replayed.ts";
import { type Durable, type Task } from "../../src/table/kernel/durable/durable.ts";
import { type Phase, PHASES } from "../../src/table/kernel/phase.ts";
import { stoppedView, viewOf } from "../../src/table/kernel/view/view-of.ts";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import { monoUs } from "../../src/time/instant.ts";
import { alarmOf, BEAT_US, outputsOf, type LampMoment } from "./lamps.ts";
import { ALL_OFF, OUTPUTS, type Output } from "./wiring.ts";
import { EMPTY_WHEEL_TABLE } from "../../src/table/wheel/durable-wheel.ts";

const { pack, rulebook } = ss2("cl/ruleta-francesa");

function view(change: Partial<Durable>): TableView {
  const durable: Durable = { ...EMPTY_WHEEL_TABLE, open: true, phase: "betting", round: 7, ...change };
  return viewOf(durable, 1, null, {
    pack,
    houseRules: [],
    table: "Mesa 7",
    log: "tirada.test/table",
    rulebook,
    languages: ["es"],
    test: false,
  });
}

const task = (kind: Task["kind"], about: string): Task => ({
  id: `${kind}/7`,
  kind,
  round: 7,
  about,
  mayBeCalled: [],
});
const AT: LampMoment = { t: monoUs(0), role: "croupier", buzz: null };
const lit = (shown: TableView | null, moment: Partial<LampMoment> = {}): Output[] => {
  const outputs = outputsOf(shown, { ...AT, ...moment });
  return OUTPUTS.filter((output) => outputs[output]);
};

describe("lamps", () => {
  test("nothing to show, nothing lit", () => expect(outputsOf(null, AT)).toEqual(ALL_OFF));

  const TOWER: Record<Phase, Output[]> = {
    closed: [],
    waiting: ["amber"],
    preparing: ["amber"],
    betting: ["green"],
    "ball-in-play": ["light-no-more-bets", "amber"],
    dealing: ["amber"],
    throwing: ["amber"],
    "no-more-bets": ["amber"],
    result: ["amber"],
    void: ["red"],
    undecided: ["red"],
    aborted: ["red"],
  };
  test.each(PHASES)("%s", (phase) => {
    const open = phase !== "closed";
    expect(lit(view({ phase, open })).toSorted()).toEqual(
      [...TOWER[phase], ...(open ? ["light-open-close"] : [])].toSorted(),
    );
  });

  test("tasks light their buttons, each for who may deal with it", () => {
    const lights = (...tasks: Task[]): Output[] =>
      lit(view({ tasks })).filter((one) => one.startsWith("light-"));
    const jefe = (...tasks: Task[]): Output[] =>
      lit(view({ tasks }), { role: "jefe-de-mesa" }).filter((one) => one.startsWith("light-"));
    expect(lights(task("confirm-void", "ball-out"))).toEqual(["light-void", "light-open-close"]);
    expect(lights(task("acknowledge", "restart"))).toEqual(["light-acknowledge", "light-open-close"]);
    expect(lights(task("decide", "not-watched"))).toEqual(["light-open-close"]);
    expect(jefe(task("decide", "not-watched"))).toEqual(["light-acknowledge", "light-open-close"]);
  });

  test("a device fault blinks red over everything else of the tower", () => {
    for (const code of ["port-gone", "device-silent", "wheel-component"] as const) {
      const shown = view({ phase: "betting", faults: [{ device: "wheel", code, since: "x" }] });
      expect(lit(shown)).toEqual(["light-open-close", "red"]);
      expect(lit(shown, { t: monoUs(2 * BEAT_US) })).toEqual(["light-open-close"]);
      expect(alarmOf(shown)).toMatch(/^fault/);
    }
    // The panel's own faults are told on the screens; bets and wheel have nothing to do with them.
    expect(lit(view({ faults: [{ device: "panel", code: "panel-stuck-button", since: "x" }] }))).toContain(
      "green",
    );
  });

  test("a stopped unit blinks red and offers no button", () => {
    const stopped = stoppedView(view({ tasks: [task("confirm-void", "ball-out")] }), "x");
    expect(lit(stopped)).toEqual(["red"]);
    expect(lit(stopped, { t: monoUs(2 * BEAT_US) })).toEqual([]);
  });

  test("the cover is released for the jefe de mesa at a closed table only", () => {
    const closed = view({ phase: "closed", open: false });
    expect(lit(closed)).toEqual([]);
    expect(lit(closed, { role: "jefe-de-mesa" })).toEqual(["cover-release"]);
    expect(lit(view({}), { role: "jefe-de-mesa" })).not.toContain("cover-release");
  });

  test("the buzzer plays its beats and falls silent", () => {
    const beats = (kind: "refused" | "attention"): string =>
      Array.from({ length: 8 }, (_, beat) =>
        lit(view({}), { t: monoUs(beat * BEAT_US), buzz: { kind, since: monoUs(0) } }).includes("buzzer")
          ? "#"
          : "·",
      ).join("");
    expect(beats("refused")).toBe("###·····");
    expect(beats("attention")).toBe("#·#·#···");
  });
});
