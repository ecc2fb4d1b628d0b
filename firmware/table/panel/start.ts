import { openSerial } from "../../../drivers/transport/serial.ts";
import type { Button } from "../../../drivers/panel/wiring.ts";
import type { Panel } from "../../../drivers/panel/panel.ts";
import type { Config } from "../config/config.ts";
import type { Key } from "../../../src/people/keys.ts";
import type { Person, Role } from "../../../src/people/roles.ts";
import type { Entry } from "../../../src/recording/entry.ts";
import type { TableView } from "../../../src/table/kernel/view/view.ts";
import type { Text } from "../../../src/text/language.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { meaningOf, PANEL_REFUSALS } from "./meaning.ts";

export interface TablePanelOptions {
  readonly panel: NonNullable<Config["panel"]>;
  /** Name of the table's log: tries to open spread differently on each table. */
  readonly log: string;
  readonly clock: Clock;
  readonly unit: {
    press(key: Key, by: Person): Promise<{ ok: true } | { ok: false; why: Text }>;
    feed(entry: Entry): Promise<void>;
  };
  readonly onNotice: (line: string) => void;
  /** Shows on the screens why a button was refused: the panel itself can only buzz. */
  readonly onRefused: (why: Text) => void;
}

/** The panel as the table uses it. */
export interface TablePanel {
  show(view: TableView): void;
  stop(): Promise<void>;
}

/** The name in records of presses: the panel knows people by its key switch, not by name. */
const NAME = "panel";

/** Presses that wait for their records; a person cannot press faster than a journal writes. */
export const WAITING_LIMIT = 8;

/**
 * Starts the panel of a table. johnny-five is loaded only here, so a table without panel does without it. A panel that
 * cannot be opened is a recorded fault and is waited for; nothing of it stops the table.
 */
export async function startTablePanel(options: TablePanelOptions): Promise<TablePanel> {
  const { startPanel } = await import("../../../drivers/panel/panel.ts");
  const { clock, unit, onNotice, onRefused } = options;
  let view: TableView | null = null;
  let waiting = 0;
  const refuse = (why: Text): void => {
    onNotice(`panel: ${why.en}`);
    onRefused(why);
    panel.refuse();
  };
  const pressButton = async (button: Button, role: Role): Promise<void> => {
    if (view === null || waiting >= WAITING_LIMIT) {
      refuse(PANEL_REFUSALS.notNow);
      return;
    }
    const meaning = meaningOf(button, role, view);
    if ("refused" in meaning) {
      refuse(meaning.refused);
      return;
    }
    waiting++;
    try {
      const done = await unit.press(meaning.key, { role, name: NAME });
      if (!done.ok) refuse(done.why);
    } catch {
      refuse(PANEL_REFUSALS.notKept);
    } finally {
      waiting--;
    }
  };
  const panel: Panel = startPanel({
    open: openSerial({ path: options.panel.path, baudRate: options.panel.baud, clock }),
    clock,
    random: randomFrom(`${options.log} panel`),
    listener: {
      onPress: (button, role) => void pressButton(button, role),
      onFault: (code, stands, detail) =>
        void unit.feed({ k: "fault", t: clock.now(), device: "panel", code, detail, stands }),
      onNotice,
    },
  });
  return {
    show: (next) => {
      view = next;
      panel.show(next);
    },
    stop: () => panel.stop(),
  };
}
