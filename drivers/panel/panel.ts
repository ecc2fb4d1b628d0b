import type { Role } from "../../src/people/roles.ts";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import type { RandomSource } from "../../src/time/random-source.ts";
import type { Clock, Timer } from "../../src/time/clock.ts";
import { after, US_PER_S, type MonoUs } from "../../src/time/instant.ts";
import type { OpenPort } from "../port.ts";
import { keepPort, type PortKeeper } from "../transport/port-keeper.ts";
import { PanelBoard } from "./board.ts";
import { FrameReader } from "./frames.ts";
import { alarmOf, outputsOf, type Buzz } from "./lamps.ts";
import {
  isJefeKeyTurned,
  LOOK_US,
  newPanel,
  panelStep,
  type PanelAction,
  type PanelInput,
  type PanelState,
  type PanelFault,
} from "./state.ts";
import { INPUTS, OUTPUTS, type Button, type Input, type Output, type Outputs } from "./wiring.ts";

export interface PanelListener {
  /** A button was pressed, with the role that the key switch gives. */
  onPress(button: Button, role: Role): void;
  onFault(code: PanelFault, stands: boolean, detail: Readonly<Record<string, string | number>>): void;
  /** One line for the technician. */
  onNotice(line: string): void;
}

/** Somebody who watches the panel's switches in the place of the table. */
export interface SwitchWatcher {
  /** A switch stands otherwise than before. */
  onSwitch(input: Input, active: boolean): void;
  /** The panel is gone. */
  onLost(why: string): void;
}

/** The switches while somebody watches them. */
export interface WatchedSwitches {
  /** How each stands; null: that is not known. */
  levels(): Readonly<Record<Input, boolean | null>>;
  /** Lights these lamps and no others, `LAMP_TEST_US` at the most. */
  light(lamps: readonly Output[]): void;
  /** From now on presses reach the table again, and the lamps show it. */
  stop(): void;
}

export interface PanelOptions {
  readonly open: OpenPort;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly listener: PanelListener;
  /** Waits between tries to open, as the port keeper takes them. */
  readonly backOffUs?: readonly number[];
}

/** The panel of one table: its buttons, and its lamps after the view. A panel that is not there stops nothing. */
export interface Panel {
  /** What the lamps are to say from now on. */
  show(view: TableView): void;
  /** The last press did nothing. */
  refuse(): void;
  /** Lights every lamp, without the buzzer, until what it returns is called, `LAMP_TEST_US` at the most. The cover stays as it is. */
  testLamps(): () => void;
  /** Tells of each switch until that is stopped. Meanwhile no press reaches the table. */
  watchSwitches(watcher: SwitchWatcher): WatchedSwitches;
  /** Lets go of its port: it is gone until what this returns is called. */
  letGo(): Promise<() => void>;
  /** The firmware that it said it runs, `1.1.0`; null: it said nothing yet, or it is none of ours. */
  readonly firmware: string | null;
  /** Since the start, for the technician. */
  readonly counters: Readonly<Record<"connections" | "damaged" | "presses" | "unwritten", number>>;
  stop(): Promise<void>;
}

export function startPanel(options: PanelOptions): Panel {
  const panel = new RunningPanel(options);
  panel.start();
  return panel;
}

/** How long every lamp is lit at the most. */
const LAMP_TEST_US = 60 * US_PER_S;
const LAMPS = OUTPUTS.filter((output) => output !== "buzzer" && output !== "cover-release");

class RunningPanel implements Panel {
  readonly counters = { connections: 0, damaged: 0, presses: 0, unwritten: 0 };
  readonly #options: PanelOptions;
  readonly #board: PanelBoard;
  readonly #frames = new FrameReader();
  #state: PanelState;
  #keeper: PortKeeper | null = null;
  #timer: Timer | null = null;
  #view: TableView | null = null;
  #buzz: { kind: Buzz; since: ReturnType<Clock["now"]> } | null = null;
  #outputs: Outputs | null = null;
  #stopped = false;
  /** The lamps that are tried, and since when; null: they show the table. */
  #tried: { readonly lamps: Partial<Outputs>; readonly since: MonoUs } | null = null;
  #watcher: SwitchWatcher | null = null;

  constructor(options: PanelOptions) {
    this.#options = options;
    this.#state = newPanel(options.clock.now());
    const now = (): PanelState["receivedAt"] => options.clock.now();
    this.#board = new PanelBoard({
      onWrite: (bytes) => {
        this.#keeper?.write(bytes).catch(() => this.counters.unwritten++);
      },
      onGreeted: () => this.#take({ i: "greeted", t: now() }),
      onLevel: (input, active) => this.#take({ i: "level", t: now(), input, active }),
    });
  }

  get firmware(): string | null {
    return this.#board.firmware;
  }

  start(): void {
    const { clock } = this.#options;
    this.#timer = clock.every(LOOK_US, "panel", () => {
      this.#take({ i: "look", t: clock.now() });
      this.#light(true);
    });
    this.#keepPort();
  }

  async letGo(): Promise<() => void> {
    await this.#keeper?.stop();
    return () => {
      if (!this.#stopped) this.#keepPort();
    };
  }

  #keepPort(): void {
    const { open, clock, random, listener, backOffUs } = this.#options;
    this.#keeper = keepPort({
      open,
      clock,
      random,
      ...(backOffUs === undefined ? {} : { backOffUs }),
      listener: {
        onOpened: (name, tries, t) => {
          this.counters.connections++;
          this.#frames.restart();
          listener.onNotice(`panel: connected to ${name}${tries > 1 ? ` after ${String(tries)} tries` : ""}`);
          this.#take({ i: "opened", t });
        },
        onBytes: (bytes, t) => this.#hear(bytes, t),
        onLost: (loss, t) => {
          listener.onNotice(`panel: ${loss.detail}`);
          this.#take({ i: "lost", t, why: loss.why });
        },
        onMissing: (missing, t) => {
          listener.onNotice(`panel: ${missing.detail}`);
          this.#take({ i: "lost", t, why: missing.code });
        },
      },
    });
  }

  show(view: TableView): void {
    const before = this.#view;
    this.#view = view;
    const t = this.#options.clock.now();
    const alarm = alarmOf(view);
    if (alarm !== null && (before === null || alarm !== alarmOf(before)))
      this.#buzz = { kind: "attention", since: t };
    if (before?.open !== view.open) this.#take({ i: "table", t, open: view.open });
    this.#light(false);
  }

  refuse(): void {
    this.#buzz = { kind: "refused", since: this.#options.clock.now() };
    this.#light(false);
  }

  testLamps(): () => void {
    return this.#tryLamps(LAMPS);
  }

  #tryLamps(lit: readonly Output[]): () => void {
    const lamps = Object.fromEntries(LAMPS.map((lamp) => [lamp, lit.includes(lamp)]));
    const tried = { lamps, since: this.#options.clock.now() };
    this.#tried = tried;
    this.#light(false);
    return () => {
      if (this.#tried !== tried) return;
      this.#tried = null;
      this.#light(false);
    };
  }

  watchSwitches(watcher: SwitchWatcher): WatchedSwitches {
    this.#watcher = watcher;
    let dark = (): void => undefined;
    return {
      levels: () =>
        Object.fromEntries(INPUTS.map((input) => [input, this.#state.inputs[input].settled])) as Record<
          Input,
          boolean | null
        >,
      light: (lamps) => (dark = this.#tryLamps(lamps)),
      stop: () => {
        dark();
        if (this.#watcher === watcher) this.#watcher = null;
      },
    };
  }

  async stop(): Promise<void> {
    this.#timer?.cancel();
    this.#view = null;
    this.#light(true);
    this.#stopped = true;
    await this.#keeper?.stop();
  }

  #hear(bytes: Uint8Array, t: PanelState["receivedAt"]): void {
    const frames = this.#frames.parseBytes(bytes);
    const damaged = this.#frames.damaged > this.counters.damaged;
    this.counters.damaged = this.#frames.damaged;
    for (const frame of frames) {
      // Noise looks like a report once in a while; the next look asks for a clean one.
      if (damaged && frame.kind === "levels") continue;
      if (frame.kind === "waits") {
        this.#take({ i: "waits", t });
        continue;
      }
      this.#take({ i: "heard", t });
      this.#board.receive(frame.bytes);
    }
    if (damaged) this.#take({ i: "damaged", t });
  }

  #take(input: PanelInput): void {
    if (this.#stopped) return;
    const before = this.#state.inputs;
    const step = panelStep(this.#state, input);
    this.#state = step.state;
    if (this.#watcher !== null) tellSwitched(before, this.#state.inputs, this.#watcher);
    for (const action of step.actions) this.#act(action);
  }

  #act(action: PanelAction): void {
    const { listener } = this.#options;
    switch (action.do) {
      case "greet":
        this.#board.sendGreeting();
        break;
      case "set-up":
        this.#outputs = this.#wanted();
        this.#board.setUp(this.#outputs);
        break;
      case "ask":
        this.#board.askInputs();
        break;
      case "press":
        this.counters.presses++;
        if (this.#watcher === null) listener.onPress(action.button, action.jefe ? "jefe-de-mesa" : "croupier");
        break;
      case "fault":
        listener.onFault(action.code, action.stands, action.detail);
        if (action.code === "panel-gone" && action.stands)
          this.#watcher?.onLost(String(action.detail["why"] ?? action.code));
        break;
      case "reopen":
        void this.#keeper?.reopen({
          why: "silent",
          detail: "the panel does not answer: its port is opened anew",
        });
        break;
    }
  }

  #wanted(): Outputs {
    const t = this.#options.clock.now();
    if (this.#tried !== null && t > after(this.#tried.since, LAMP_TEST_US)) this.#tried = null;
    const shown = outputsOf(this.#view, {
      t,
      role: isJefeKeyTurned(this.#state) ? "jefe-de-mesa" : "croupier",
      buzz: this.#buzz,
    });
    return { ...shown, ...this.#tried?.lamps };
  }

  /** Writes the outputs when one of them changed, or in any case with `anew`. */
  #light(anew: boolean): void {
    if (this.#state.link !== "up") return;
    const wanted = this.#wanted();
    const before = this.#outputs;
    if (!anew && before !== null && OUTPUTS.every((output) => before[output] === wanted[output])) return;
    this.#outputs = wanted;
    this.#board.write(wanted);
  }
}

/** Tells of the switches that were known to stand one way and now stand the other. */
function tellSwitched(before: PanelState["inputs"], now: PanelState["inputs"], watcher: SwitchWatcher): void {
  for (const input of INPUTS) {
    const { settled } = now[input];
    if (settled === null || before[input].settled === null || settled === before[input].settled) continue;
    watcher.onSwitch(input, settled);
  }
}
