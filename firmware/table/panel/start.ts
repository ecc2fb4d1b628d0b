import { canAcknowledge } from "../../../drivers/panel/lamps.ts";
import type { Panel, SwitchWatcher, WatchedSwitches } from "../../../drivers/panel/panel.ts";
import type { OpenPort } from "../../../drivers/port.ts";
import type { Button } from "../../../drivers/panel/wiring.ts";
import { openSerial } from "../../../drivers/transport/serial.ts";
import type { Key } from "../../../src/people/keys.ts";
import type { Person, Role } from "../../../src/people/roles.ts";
import type { Entry } from "../../../src/recording/entry.ts";
import type { TableView } from "../../../src/table/kernel/view/view.ts";
import type { Text } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import type { Config } from "../config/config.ts";

export interface TablePanelOptions {
  readonly panel: NonNullable<Config["panel"]>;
  /** Opens its port; left out: that of the configuration. */
  readonly open?: OpenPort | undefined;
  /** Name of the table's log: tries to open spread differently on each table. */
  readonly log: string;
  readonly clock: Clock;
  readonly unit: {
    press(key: Key, by: Person): Promise<{ ok: true } | { ok: false; why: Text }>;
    feed(entry: Entry): Promise<void>;
  };
  /** Has somebody else hear what comes over its line and goes out. */
  readonly tap: (open: OpenPort) => OpenPort;
  readonly onNotice: (line: string) => void;
  /** Shows on the screens why a button was refused: the panel itself can only buzz. */
  readonly onRefused: (why: Text) => void;
}

/** The panel as the table uses it. */
export interface TablePanel {
  show(view: TableView): void;
  /** Lights every lamp until it is told to show the table again, or for so long that nobody forgets it. @returns what tells it */
  testLamps(): () => void;
  /** Tells of each switch until that is stopped; meanwhile no press is one of the table. */
  watchSwitches(watcher: SwitchWatcher): WatchedSwitches;
  /** Lets go of its port, for somebody who flashes it. @returns what takes it back */
  letGo(): Promise<() => void>;
  /** As it told it; null: it told nothing yet, or runs none of ours. */
  readonly firmware: string | null;
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
    open: options.tap(
      options.open ?? openSerial({ path: options.panel.path, baudRate: options.panel.baud, clock }),
    ),
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
    testLamps: () => panel.testLamps(),
    watchSwitches: (watcher) => panel.watchSwitches(watcher),
    letGo: () => panel.letGo(),
    get firmware() {
      return panel.firmware;
    },
    stop: () => panel.stop(),
  };
}

/** What a button means at this moment, or why it means nothing. */
export type Meaning = { readonly key: Key } | { readonly refused: Text };

/** Shown on the control pages when a button is refused. */
export const PANEL_REFUSALS = textsOf("panel.refusals");

/**
 * A button's key, from what the screens show. Who may press it is judged by the table itself (`KEY_ROLES`); a press whose
 * meaning is not certain is refused.
 */
export function meaningOf(button: Button, role: Role, view: TableView): Meaning {
  switch (button) {
    case "no-more-bets": {
      // Where bets are open until the result is called, the call is what closes them.
      const announce = view.dice?.keys.find(({ key }) => key.key === "announce");
      return { key: announce?.key ?? { key: "no-more-bets" } };
    }
    case "open-close":
      return { key: { key: view.open ? "close-table" : "open-table" } };
    case "acknowledge": {
      const tasks = view.tasks.filter((one) => canAcknowledge(one, role));
      const task = tasks.find((one) => !needsDecisionText(one));
      if (task !== undefined) return { key: { key: "acknowledge", what: task.id } };
      return { refused: tasks.length > 0 ? PANEL_REFUSALS.wantsWord : PANEL_REFUSALS.nothingToSee };
    }
    case "void":
      return voidMeaning(view);
  }
}

/** Whether the task needs a decision among several (the round is valid, or void), which one button cannot give. */
function needsDecisionText({ kind, resolve }: TableView["tasks"][number]): boolean {
  return kind === "decide" && (resolve ?? null) !== null;
}

/** The proposed void is called. Without one a void needs its reason, and a button has none unless the law knows only one. */
function voidMeaning(view: TableView): Meaning {
  const proposed = view.tasks.find((task) => task.kind === "confirm-void");
  if (proposed !== undefined && proposed.round !== null)
    return { key: { key: "confirm-void", round: proposed.round, rule: proposed.id } };
  const [only, ...more] = view.voidReasons;
  const asksHand = view.incidents.some(({ rule, asksHand: asks }) => asks && rule === only?.rule);
  return only !== undefined && more.length === 0 && !asksHand
    ? { key: { key: "void", round: view.round, rule: only.rule } }
    : { refused: PANEL_REFUSALS.voidNeedsReason };
}
