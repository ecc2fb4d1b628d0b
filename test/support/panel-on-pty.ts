import { join } from "node:path";
import { PanelModel, type Lamp, type Switch } from "./devices/panel-model.ts";
import { openPty } from "../../hw-sim/lines/pty.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { PANEL_IMAGE } from "./panel-image.ts";
import { until } from "./screen-line.ts";

/** The emulated panel on a pseudo-terminal, in the machine's own time. */
export interface PtyPanel {
  readonly path: string;
  readonly model: PanelModel;
  /** Every change that a person sees or hears, as `verde on`. */
  readonly seen: string[];
  press(part: Switch): Promise<void>;
  turn(closed: boolean): Promise<void>;
  /** Waits until exactly these are lit, the buzzer apart. */
  shows(...lamps: Lamp[]): Promise<void>;
  write(bytes: Uint8Array): Promise<void>;
  unplug(): Promise<void>;
  replug(): Promise<void>;
  close(): Promise<void>;
}

const clock = systemClock();
const MS = 1_000;

export async function ptyPanel(folder: string): Promise<PtyPanel> {
  const model = new PanelModel(PANEL_IMAGE);
  const pty = await openPty({
    path: join(folder, "panel"),
    onBytes: (bytes) => model.receive(Buffer.from(bytes).toString("latin1")),
  });
  const start = clock.now();
  let waiting: number[] = [];
  model.onByte = (byte) => waiting.push(byte);
  const seen: string[] = [];
  model.onChange = (lamp, on) => seen.push(`${lamp} ${on ? "on" : "off"}`);
  model.power(true);
  const living = clock.every(MS, "panel model", () => {
    model.run(clock.now() - start);
    if (waiting.length === 0) return;
    void pty.write(Uint8Array.from(waiting)).catch(() => undefined);
    waiting = [];
  });
  const hold = async (part: Switch, closed: boolean): Promise<void> => {
    model.setSwitch(part, closed);
    await clock.sleep(80 * MS);
  };
  const lit = (): string =>
    (Object.keys(model.lit) as Lamp[]).filter((lamp) => model.lit[lamp] && lamp !== "zumbador").join(", ");
  return {
    path: pty.path,
    model,
    seen,
    press: async (part) => {
      await hold(part, true);
      await hold(part, false);
    },
    turn: (closed) => hold("llave del jefe", closed),
    shows: (...lamps) =>
      until(`lamps: ${lamps.join(", ")}; last seen ${lit()}`, () => lit() === lamps.join(", ")),
    write: (bytes) => pty.write(bytes),
    unplug: async () => {
      model.power(false);
      await pty.unplug();
    },
    replug: async () => {
      await pty.replug();
      model.power(true);
    },
    close: async () => {
      living.cancel();
      await pty.close();
    },
  };
}
