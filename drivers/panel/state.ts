import { US_PER_MS, US_PER_S, type MonoUs } from "../../src/time/instant.ts";
import { BUTTONS, INPUTS, type Button, type Input } from "./wiring.ts";

/** The interval at which outputs are written again, inputs asked for and limits checked. */
export const LOOK_US = 250 * US_PER_MS;
/** A panel that sends nothing for so long counts as gone, even when its port is open. */
export const SILENT_US = 2 * US_PER_S;
/** An Arduino whose port was opened starts anew, and its boot loader takes up to 2 s. */
export const GREETING_US = 5 * US_PER_S;
/** Time between two questions for the firmware. */
const GREET_AGAIN_US = 500 * US_PER_MS;
/** The least time between two questions after damaged bytes, so that noise does not lead to a flood of questions. */
const ASK_AGAIN_US = 20 * US_PER_MS;
/** A button that is held longer counts as stuck. */
export const STUCK_US = 10 * US_PER_S;

export type PanelFault = "board-waits" | "panel-gone" | "panel-stuck-button" | "panel-cover-open";

export type PanelInput =
  | { readonly i: "opened"; readonly t: MonoUs }
  /** The port is lost, or cannot be opened. */
  | { readonly i: "lost"; readonly t: MonoUs; readonly why: string }
  /** The panel's firmware identified itself: it has restarted, so its settings must be sent again. */
  | { readonly i: "greeted"; readonly t: MonoUs }
  /** The board's boot section speaks: there is no panel until it has its firmware. */
  | { readonly i: "waits"; readonly t: MonoUs }
  /** A whole message came. */
  | { readonly i: "heard"; readonly t: MonoUs }
  /** Bytes arrived that no panel sends: a change that only one report showed is not trusted. */
  | { readonly i: "damaged"; readonly t: MonoUs }
  /** One report of one input. */
  | { readonly i: "level"; readonly t: MonoUs; readonly input: Input; readonly active: boolean }
  /** The table was opened or closed. */
  | { readonly i: "table"; readonly t: MonoUs; readonly open: boolean }
  | { readonly i: "look"; readonly t: MonoUs };

export type PanelAction =
  | { readonly do: "greet" }
  /** Pin modes, reports and all outputs. */
  | { readonly do: "set-up" }
  | { readonly do: "ask" }
  | { readonly do: "press"; readonly button: Button; readonly jefe: boolean }
  | {
      readonly do: "fault";
      readonly code: PanelFault;
      readonly stands: boolean;
      readonly detail: Readonly<Record<string, string | number>>;
    }
  /** Give up this connection and make a new one. */
  | { readonly do: "reopen" };

interface InputState {
  /** The level on which two successive reports agreed; null from the connection until they do. */
  readonly settled: boolean | null;
  /** The last report. */
  readonly seen: boolean | null;
  readonly since: MonoUs;
}

/** Plain JSON. */
export interface PanelState {
  readonly link: "gone" | "greeting" | "up";
  /** Start of this connection. */
  readonly openedAt: MonoUs;
  readonly receivedAt: MonoUs;
  readonly greetedAt: MonoUs;
  readonly askedAt: MonoUs | null;
  readonly inputs: Readonly<Record<Input, InputState>>;
  readonly stuck: readonly Button[];
  readonly tableOpen: boolean;
  /** Null: not known since the start. A fault from before a restart may still be active in the table's records. */
  readonly faults: Readonly<Record<PanelFault, boolean | null>>;
}

export interface PanelStep {
  readonly state: PanelState;
  readonly actions: readonly PanelAction[];
}

interface SessionContext {
  state: PanelState;
  readonly actions: PanelAction[];
}

export function newPanel(t: MonoUs): PanelState {
  return {
    link: "gone",
    openedAt: t,
    receivedAt: t,
    greetedAt: t,
    askedAt: null,
    inputs: unknownInputs(t),
    stuck: [],
    tableOpen: false,
    faults: { "board-waits": null, "panel-gone": null, "panel-stuck-button": null, "panel-cover-open": null },
  };
}

/** The jefe de mesa's key switch is turned; false while its state is unknown. */
export function isJefeKeyTurned(state: PanelState): boolean {
  return state.inputs["jefe-key"].settled === true;
}

/** Pure: the panel after one input, and what is to be done, in order. */
export function panelStep(before: PanelState, input: PanelInput): PanelStep {
  const context: SessionContext = { state: before, actions: [] };
  switch (input.i) {
    case "opened":
      updateState(context, {
        link: "greeting",
        openedAt: input.t,
        receivedAt: input.t,
        inputs: unknownInputs(input.t),
      });
      sendGreeting(context, input.t);
      break;
    case "lost":
      updateState(context, { link: "gone", inputs: unknownInputs(input.t) });
      setFault(context, "panel-gone", true, { why: input.why });
      break;
    case "greeted":
      handleGreeting(context, input.t);
      break;
    case "waits":
      setFault(context, "board-waits", true, {});
      break;
    case "heard":
      updateState(context, { receivedAt: input.t });
      break;
    case "damaged":
      markUncertain(context);
      if (context.state.link === "up" && input.t - (context.state.askedAt ?? 0) >= ASK_AGAIN_US)
        askInputs(context, input.t);
      break;
    case "level":
      if (context.state.link === "up") handleLevel(context, input);
      break;
    case "table":
      updateState(context, { tableOpen: input.open });
      checkCover(context);
      break;
    case "look":
      checkPanel(context, input.t);
      break;
  }
  return context;
}

function unknownInputs(t: MonoUs): PanelState["inputs"] {
  return Object.fromEntries(
    INPUTS.map((input) => [input, { settled: null, seen: null, since: t }]),
  ) as unknown as PanelState["inputs"];
}

function updateState(context: SessionContext, change: Partial<PanelState>): void {
  context.state = { ...context.state, ...change };
}

function sendGreeting(context: SessionContext, t: MonoUs): void {
  updateState(context, { greetedAt: t });
  context.actions.push({ do: "greet" });
}

function handleGreeting(context: SessionContext, t: MonoUs): void {
  if (context.state.link === "gone") return;
  // Within one connection the known inputs stay valid: restarted firmware does not change the switches.
  if (context.state.link === "up") markUncertain(context);
  updateState(context, { link: "up", receivedAt: t });
  context.actions.push({ do: "set-up" });
  setFault(context, "panel-gone", false, {});
  setFault(context, "board-waits", false, {});
}

/**
 * Firmata has no checksum, so nothing is believed that a single damaged byte could fake: a level counts when two reports
 * running agree. The firmware says each change twice, so a press that ends before a busy host asks is not lost; a level that
 * was reported once is asked for. A press is a button that was known to be released and now is known to be pressed.
 */
function handleLevel(context: SessionContext, { t, input, active }: PanelInput & { i: "level" }): void {
  const before = context.state.inputs[input];
  if (active === before.settled) {
    if (before.seen !== active) setInput(context, input, { ...before, seen: active });
    return;
  }
  if (active !== before.seen) {
    setInput(context, input, { ...before, seen: active });
    askInputs(context, t);
    return;
  }
  setInput(context, input, { settled: active, seen: active, since: t });
  const button = BUTTONS.find((each) => each === input);
  if (button !== undefined) {
    if (active && before.settled === false)
      context.actions.push({ do: "press", button, jefe: isJefeKeyTurned(context.state) });
    if (!active) handleRelease(context, button);
  }
  if (input === "cover-closed") checkCover(context);
}

function markUncertain(context: SessionContext): void {
  for (const input of INPUTS) {
    const before = context.state.inputs[input];
    if (before.seen !== before.settled) setInput(context, input, { ...before, seen: before.settled });
  }
}

function setInput(context: SessionContext, input: Input, next: InputState): void {
  updateState(context, { inputs: { ...context.state.inputs, [input]: next } });
}

/** One question at an instant is enough: a report contains all inputs. */
function askInputs(context: SessionContext, t: MonoUs): void {
  if (context.state.askedAt === t) return;
  updateState(context, { askedAt: t });
  context.actions.push({ do: "ask" });
}

function handleRelease(context: SessionContext, button: Button): void {
  const stuck = context.state.stuck.filter((other) => other !== button);
  updateState(context, { stuck });
  const all = BUTTONS.every((each) => context.state.inputs[each].settled !== null);
  if (stuck.length === 0 && all) setFault(context, "panel-stuck-button", false, {});
}

/** The cover may be open while the table is closed. */
function checkCover(context: SessionContext): void {
  const closed = context.state.inputs["cover-closed"].settled;
  if (closed === null) return;
  setFault(context, "panel-cover-open", !closed && context.state.tableOpen, {});
}

/** Raises or clears the fault when it changes. */
function setFault(
  context: SessionContext,
  code: PanelFault,
  stands: boolean,
  detail: Readonly<Record<string, string | number>>,
): void {
  const { faults } = context.state;
  if (faults[code] === stands) return;
  updateState(context, { faults: { ...faults, [code]: stands } });
  context.actions.push({ do: "fault", code, stands, detail });
}

function checkPanel(context: SessionContext, t: MonoUs): void {
  const { link, openedAt, receivedAt, greetedAt } = context.state;
  if (link === "gone") return;
  if (link === "greeting" ? t - openedAt >= GREETING_US : t - receivedAt >= SILENT_US) {
    setFault(context, "panel-gone", true, { why: link === "greeting" ? "no-answer" : "silent" });
    updateState(context, { link: "gone", inputs: unknownInputs(t) });
    context.actions.push({ do: "reopen" });
    return;
  }
  if (link === "greeting") {
    if (t - greetedAt >= GREET_AGAIN_US) sendGreeting(context, t);
    return;
  }
  askInputs(context, t);
  for (const button of BUTTONS) {
    const { settled, since } = context.state.inputs[button];
    if (settled !== true || t - since < STUCK_US || context.state.stuck.includes(button)) continue;
    updateState(context, { stuck: [...context.state.stuck, button] });
    setFault(context, "panel-stuck-button", true, { button });
  }
}
