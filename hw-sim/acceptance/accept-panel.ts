import type { AcceptanceState } from "../../firmware/care/acceptance/run-steps.ts";
import { readSteps } from "../../firmware/care/acceptance/steps-file.ts";
import { PANEL_STEPS } from "../../firmware/care/acceptance/open-device.ts";
import { newPanel, panelStep, LOOK_US, type PanelInput } from "../../drivers/panel/state.ts";
import { BUTTONS, INPUTS, type Input } from "../../drivers/panel/wiring.ts";
import { monoUs } from "../../src/time/instant.ts";
import { FollowedSteps } from "./follow-steps.ts";

/** What can be wrong with a panel. */
export const PANEL_FAULTS = [
  /** The port is there, and nothing answers at it. */
  "mute",
  "button-dead",
  "button-stuck",
  "key-dead",
  "lamp-out",
  /** It is lost for a moment now and then. */
  "loose-plug",
] as const;
export type PanelFault = (typeof PANEL_FAULTS)[number];

const S = 1_000_000;
const PRESS_US = S / 2;
const CABLE_OUT_US = 3 * S;
const END_US = 600 * S;
const BAD_BUTTON = "acknowledge";

/** Accepts a panel: what its switches report comes to the driver's own state machine. `fault`: null: nothing is wrong with it. */
export function acceptPanel(fault: PanelFault | null): AcceptanceState {
  const followed = new FollowedSteps(readSteps(PANEL_STEPS, null));
  let [us, state] = [0, newPanel(monoUs(0))];
  const closed = new Set<Input>(["cover-closed", ...(fault === "button-stuck" ? ([BAD_BUTTON] as const) : [])]);
  const take = (input: PanelInput): void => {
    const step = panelStep(state, input);
    state = step.state;
    for (const action of step.actions) {
      if (action.do === "press")
        see(action.jefe ? `press ${action.button} jefe-de-mesa` : `press ${action.button}`);
      else if (action.do === "fault") see(`${action.stands ? "fault" : "fault-cleared"} ${action.code}`);
      else if ((action.do === "ask" || action.do === "set-up") && isAnswering()) report();
    }
  };
  const see = (word: string): void => followed.take({ k: "seen", us, words: [{ word }] });
  let isIn = true;
  const isAnswering = (): boolean => isIn && fault !== "mute";
  /** The firmware says each input twice. */
  const report = (): void => {
    for (const input of [...INPUTS, ...INPUTS])
      take({ i: "level", t: monoUs(us), input, active: closed.has(input) });
  };
  const plug = (into: boolean): void => {
    isIn = into;
    take(into ? { i: "opened", t: monoUs(us) } : { i: "lost", t: monoUs(us), why: "unplugged" });
    if (into && isAnswering()) take({ i: "greeted", t: monoUs(us) });
  };
  const run = (spanUs: number): void => {
    for (const end = us + spanUs; us < end; us += LOOK_US) {
      if (isAnswering()) take({ i: "heard", t: monoUs(us) });
      take({ i: "look", t: monoUs(us) });
      followed.take({ k: "tick", us });
    }
  };
  const press = (input: Input): void => {
    const isDead =
      (fault === "button-dead" && input === BAD_BUTTON) || (fault === "key-dead" && input === "jefe-key");
    if (!isDead) closed.add(input);
    run(PRESS_US);
    if (!(fault === "button-stuck" && input === BAD_BUTTON)) closed.delete(input);
    run(PRESS_US);
  };
  plug(true);
  while (!followed.isOver && us < END_US) {
    if (followed.begins("press-buttons")) {
      if (fault === "loose-plug") {
        plug(false);
        run(S);
        plug(true);
      }
      for (const button of BUTTONS) press(button);
    }
    if (followed.begins("turn-key")) {
      if (fault !== "key-dead") closed.add("jefe-key");
      run(PRESS_US);
      press("no-more-bets");
      closed.delete("jefe-key");
    }
    if (followed.begins("see-lamps")) followed.take({ k: "answer", us, yes: fault !== "lamp-out" });
    if (followed.begins("pull-cable")) {
      plug(false);
      run(CABLE_OUT_US);
      plug(true);
    }
    run(S);
  }
  return followed.state;
}
