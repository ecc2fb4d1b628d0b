import { describe, expect, test } from "vitest";
import { monoUs, US_PER_MS, US_PER_S } from "../../src/time/instant.ts";
import { newPanel, panelStep, SILENT_US, STUCK_US, type PanelAction, type PanelInput } from "./state.ts";
import { BUTTONS, INPUTS, type Input } from "./wiring.ts";

type Untimed<I> = I extends unknown ? Omit<I, "t"> : never;

/** A panel to which things happen. */
class Happening {
  state = newPanel(monoUs(0));
  t = 0;

  do(input: Untimed<PanelInput>, afterMs = 1): readonly PanelAction[] {
    this.t += afterMs * US_PER_MS;
    const before = structuredClone(this.state);
    const given = this.state;
    const step = panelStep(given, { ...input, t: monoUs(this.t) });
    expect(given).toEqual(before);
    this.state = step.state;
    return step.actions;
  }

  /** One report of all inputs, those named are active. */
  report(...active: Input[]): PanelAction[] {
    this.t += US_PER_MS;
    return INPUTS.flatMap((input) => this.do({ i: "level", input, active: active.includes(input) }, 0));
  }

  up(): this {
    this.do({ i: "opened" });
    this.do({ i: "greeted" });
    this.report("cover-closed");
    this.report("cover-closed");
    return this;
  }
}

const presses = (actions: readonly PanelAction[]): PanelAction[] => actions.filter((one) => one.do === "press");
const faults = (actions: readonly PanelAction[]): [string, boolean][] =>
  actions.flatMap((one) => (one.do === "fault" ? [[one.code, one.stands]] : []));

describe("a press", () => {
  test.each(BUTTONS)("%s counts once, when a second report agrees", (button) => {
    const panel = new Happening().up();
    const first = panel.report(button, "cover-closed");
    expect(first).toEqual([{ do: "ask" }]);
    expect(panel.report(button, "cover-closed")).toEqual([{ do: "press", button, jefe: false }]);
    expect(
      presses([
        ...panel.report(button, "cover-closed"),
        ...panel.report("cover-closed"),
        ...panel.report("cover-closed"),
      ]),
    ).toEqual([]);
    panel.report(button, "cover-closed");
    expect(presses(panel.report(button, "cover-closed"))).toHaveLength(1);
  });

  test("one damaged report is no press", () => {
    const panel = new Happening().up();
    const done = [
      ...panel.report("void", "jefe-key", "cover-closed"),
      ...panel.report("cover-closed"),
      ...panel.report("void", "cover-closed"),
      ...panel.report("cover-closed"),
    ];
    expect(presses(done)).toEqual([]);
  });

  test("damage between two reports that agree takes the first one back", () => {
    const panel = new Happening().up();
    panel.report("void", "cover-closed");
    expect(panel.do({ i: "damaged" })).toEqual([]);
    expect(panel.do({ i: "damaged" }, 20)).toEqual([{ do: "ask" }]);
    expect(panel.report("void", "cover-closed")).toEqual([{ do: "ask" }]);
    expect(presses(panel.report("void", "cover-closed"))).toHaveLength(1);
  });

  test("the key switch gives the role, as it stood before", () => {
    const panel = new Happening().up();
    panel.report("jefe-key", "cover-closed");
    panel.report("jefe-key", "cover-closed");
    panel.report("void", "jefe-key", "cover-closed");
    expect(panel.report("void", "jefe-key", "cover-closed")).toEqual([
      { do: "press", button: "void", jefe: true },
    ]);
  });

  test("a button that is held when the panel comes counts only after it was released", () => {
    const panel = new Happening();
    panel.do({ i: "opened" });
    panel.do({ i: "greeted" });
    const held = [...panel.report("void"), ...panel.report("void"), ...panel.report("void")];
    expect(presses(held)).toEqual([]);
    panel.report();
    panel.report();
    panel.report("void");
    expect(presses(panel.report("void"))).toHaveLength(1);
    // The firmware started anew in the middle of a press.
    panel.do({ i: "greeted" });
    expect(presses([...panel.report("void"), ...panel.report("void")])).toEqual([]);
  });

  test("nothing is believed before the greeting", () => {
    const panel = new Happening();
    panel.do({ i: "opened" });
    expect([...panel.report(), ...panel.report(), ...panel.report("void"), ...panel.report("void")]).toEqual(
      [],
    );
  });
});

describe("faults", () => {
  test("a panel that goes and comes is told once each", () => {
    const panel = new Happening();
    expect(faults(panel.do({ i: "lost", why: "missing" }))).toEqual([["panel-gone", true]]);
    expect(faults(panel.do({ i: "lost", why: "busy" }))).toEqual([]);
    panel.do({ i: "opened" });
    expect(faults(panel.do({ i: "greeted" }))).toEqual([
      ["panel-gone", false],
      ["board-waits", false],
    ]);
    expect(faults(panel.do({ i: "greeted" }))).toEqual([]);
  });

  test("a board that waits for its firmware is told as long as no panel greets", () => {
    const panel = new Happening().up();
    expect(faults(panel.do({ i: "waits" }))).toEqual([["board-waits", true]]);
    expect(faults(panel.do({ i: "waits" }))).toEqual([]);
    expect(faults(panel.do({ i: "greeted" }))).toEqual([["board-waits", false]]);
  });

  test("silence is a loss, and the port is opened anew", () => {
    const panel = new Happening().up();
    panel.do({ i: "heard" });
    expect(faults(panel.do({ i: "look" }, SILENT_US / US_PER_MS - 1))).toEqual([]);
    const gone = panel.do({ i: "look" });
    expect(faults(gone)).toEqual([["panel-gone", true]]);
    expect(gone.at(-1)).toEqual({ do: "reopen" });
    expect(panel.do({ i: "look" }, 10_000)).toEqual([]);
  });

  test("a device that never says that it is a panel is asked again, then given up", () => {
    const panel = new Happening();
    expect(panel.do({ i: "opened" })).toEqual([{ do: "greet" }]);
    let greetings = 0;
    for (let ms = 250; ms < 5_000; ms += 250) {
      panel.do({ i: "heard" }, 0);
      greetings += panel.do({ i: "look" }, 250).filter((one) => one.do === "greet").length;
    }
    expect(greetings).toBe(9);
    expect(panel.do({ i: "look" }, 250)).toEqual([
      { do: "fault", code: "panel-gone", stands: true, detail: { why: "no-answer" } },
      { do: "reopen" },
    ]);
  });

  test("a button held for 10 s is stuck until it is released", () => {
    const panel = new Happening().up();
    panel.report("acknowledge", "cover-closed");
    panel.report("acknowledge", "cover-closed");
    panel.do({ i: "heard" }, STUCK_US / US_PER_MS - 1);
    expect(faults(panel.do({ i: "look" }, 0))).toEqual([]);
    expect(panel.do({ i: "look" })).toContainEqual({
      do: "fault",
      code: "panel-stuck-button",
      stands: true,
      detail: { button: "acknowledge" },
    });
    panel.report("cover-closed");
    expect(faults(panel.report("cover-closed"))).toEqual([["panel-stuck-button", false]]);
  });

  test("the cover is to be closed while the table is open", () => {
    const panel = new Happening().up();
    panel.report();
    expect(faults(panel.report())).toEqual([]);
    expect(faults(panel.do({ i: "table", open: true }))).toEqual([["panel-cover-open", true]]);
    panel.report("cover-closed");
    expect(faults(panel.report("cover-closed"))).toEqual([["panel-cover-open", false]]);
  });
});

test("the state is small plain JSON, whatever comes", () => {
  const panel = new Happening().up();
  for (let at = 0; at < 2_000; at++) {
    panel.report(...INPUTS.filter((_, bit) => ((at * 7) >> bit) % 2 === 0));
    panel.do({ i: "look" }, 250);
  }
  expect(panel.t).toBeGreaterThan(100 * US_PER_S);
  const text = JSON.stringify(panel.state);
  expect(text.length).toBeLessThan(2_000);
  expect(JSON.parse(text)).toEqual(panel.state);
});
