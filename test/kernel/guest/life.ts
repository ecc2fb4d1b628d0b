import type { Phase } from "../../../src/table/kernel/phase.ts";
import type { TableView } from "../../../src/table/kernel/view/view.ts";
import type { ScreenLine } from "../../support/screen-line.ts";
import { found, loadDrivers, play, run, until, uptime } from "./bench.ts";
import { wheelOn, WHEEL } from "./devices.ts";
import { Gadget } from "./gadget.ts";
import {
  display,
  faultsOf,
  isCertified,
  must,
  tableProcess,
  viewOf,
  viewOfNextCertified,
  waitForScreens,
} from "./table.ts";

/** A roulette that was set up: switched on, its wheel pulled, doubled and held by somebody else, its program hung. */

const RUNNING: readonly Phase[] = ["ball-in-play", "no-more-bets"];
const JOURNAL = ["-b", "-u", "tirada.service", "-o", "cat", "--no-pager"];

async function certify(line: ScreenLine, step: string): Promise<void> {
  const { seq } = await viewOfNextCertified(line, step);
  found(step, { seq });
}

/** Waits until the display says that the wheel's port is gone. */
const waitForPortFault = (line: ScreenLine, from?: number): Promise<TableView> =>
  viewOf(line, "the wheel's port is gone", (view) => faultsOf(view).includes("port-gone"), from);

/** Waits until the table says why; its line. */
async function reasonOf(words: string): Promise<string> {
  const lines = async (): Promise<readonly string[]> =>
    (await must("journalctl", ...JOURNAL)).split("\n").filter((text) => text.includes(words));
  await until(`the table says: ${words}`, async () => (await lines()).length > 0, 300);
  return (await lines()).at(-1)!;
}

const waitForNoFault = (line: ScreenLine): Promise<unknown> =>
  viewOf(line, "the wheel is back", (view) => faultsOf(view).length === 0);

/** The plug is pulled while a spin runs, and put back. */
async function pullInRound(line: ScreenLine, gadget: Gadget): Promise<void> {
  const { round } = await viewOf(line, "a spin runs", ({ phase }) => RUNNING.includes(phase));
  const from = line.views.length;
  gadget.unplug();
  await waitForPortFault(line, from);
  gadget.plug();
  await waitForNoFault(line);
  const decided = await viewOf(line, "a verdict on that spin", ({ verdict }) => verdict?.round === round, from);
  found("pulled", { kind: decided.verdict?.kind, isCertified: isCertified(decided) });
}

/** A second adapter with the same name makes that name worth nothing once the table opens it again. */
async function plugTwin(line: ScreenLine, gadget: Gadget): Promise<void> {
  const twin = new Gadget(1, WHEEL);
  gadget.unplug();
  await waitForPortFault(line);
  twin.plug();
  gadget.plug();
  found("two alike", { reason: await reasonOf("share the name") });
  twin.unplug();
  await waitForNoFault(line);
}

/** Nothing of the table's program goes on. */
async function hang(): Promise<void> {
  const before = await tableProcess();
  const from = uptime();
  process.kill(before, "SIGSTOP");
  await until("systemd starts the table again", async () => ![0, before].includes(await tableProcess()));
  const again = uptime() - from;
  await waitForScreens();
  found("hung", { again, screens: uptime() - from });
}

/** Another program has the port when the table starts. */
async function holdPort(): Promise<void> {
  await must("systemctl", "stop", "tirada.service");
  const holder = run("sh", [
    "-c",
    "exec 3<>/dev/tirada/wheel; flock -x 3; echo $$ >/run/holder; exec sleep 900",
  ]);
  await until("it is held", async () => (await run("test", ["-s", "/run/holder"])).status === 0);
  await must("systemctl", "start", "--no-block", "tirada.service");
  await waitForScreens();
  const line = await display();
  await waitForPortFault(line, 0);
  found("held", { reason: await reasonOf("is taken by") });
  await must("sh", "-c", "kill $(cat /run/holder)");
  await holder;
  await certify(line, "held no more");
  line.close();
}

void play(async () => {
  // The table is there before its wheel, and before the wheel's driver.
  await waitForScreens();
  found("screens");
  const line = await display();
  const table = await tableProcess();
  loadDrivers(2);
  const wheel = wheelOn(0, "life");
  await certify(line, "after power-on");
  found("same", { isSame: (await tableProcess()) === table });
  await pullInRound(line, wheel.gadget);
  await certify(line, "after the plug");
  await plugTwin(line, wheel.gadget);
  line.close();
  await hang();
  const after = await display();
  await certify(after, "after the hang");
  after.close();
  await holdPort();
});
