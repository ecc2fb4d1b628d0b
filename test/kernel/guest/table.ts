import { US_PER_S } from "../../../src/time/instant.ts";
import type { TableView } from "../../../src/table/kernel/view/view.ts";
import { screenLine, type ScreenLine } from "../../support/screen-line.ts";
import { clock, run, until } from "./bench.ts";

/** The installed table, as people and the machine's own tools see it. */

const URL = "http://127.0.0.1:8470/";
/** An emulated processor starts a machine and its table in some minutes. */
const START_S = 900;
const PLAY_S = 400;

/** Of the jefe de mesa, Ana, at every table of the bench. */
export const PIN = "830519";
/** What the manual has taken away from a machine that becomes another table. */
const OF_THE_TABLE = [
  "/etc/tirada/table.yaml",
  "/etc/tirada/table.yaml.setup",
  "/etc/udev/rules.d/71-tirada-table.rules",
];

/** Ends the table of this machine, so that another one can be set up on it. Its evidence stays. */
export async function clearTable(): Promise<void> {
  await must("systemctl", "stop", "tirada.service");
  await must("rm", "-f", ...OF_THE_TABLE);
}

/** Runs a program of the machine; what it said. Throws with that where it fails. */
export async function must(program: string, ...args: string[]): Promise<string> {
  const { status, output } = await run(program, args);
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${status}: ${output}`);
  return output.trim();
}

/** Waits until the table's pages are served and its main thread lives. */
export async function waitForScreens(): Promise<void> {
  const isThere = async (): Promise<boolean> => (await fetch(`${URL}health`).catch(() => null))?.status === 200;
  await until("the screens are there", isThere, START_S);
}

export const display = (): Promise<ScreenLine> => screenLine(URL);
export const control = (): Promise<ScreenLine> => screenLine(URL, "control");

/** Waits for a view that fits among those from the `from`th on, which is by itself the last one that came. */
export async function viewOf(
  line: ScreenLine,
  what: string,
  fits: (view: TableView) => boolean,
  from = Math.max(0, line.views.length - 1),
): Promise<TableView> {
  await until(what, () => line.views.slice(from).some(fits), PLAY_S).catch((error: unknown) => {
    const { phase, verdict, device, tasks } = line.views.at(-1) ?? {};
    throw new Error(`${String(error)}; the last view: ${JSON.stringify({ phase, verdict, device, tasks })}`);
  });
  return line.views.slice(from).find(fits)!;
}

/** The verdict is a result that the machine certified. */
export const isCertified = ({ verdict }: TableView): boolean =>
  verdict !== null && "certified" in verdict && verdict.certified;

/** Waits for the next round that the machine certifies, after whatever is shown now; its view. */
export async function viewOfNextCertified(line: ScreenLine, step: string): Promise<TableView> {
  await line.view();
  const shown = line.views.at(-1)?.verdict?.round ?? 0;
  return viewOf(line, `a certified round: ${step}`, (view) => isCertified(view) && view.verdict!.round > shown);
}

export const faultsOf = ({ device }: TableView): readonly string[] => device.faults.map(({ code }) => code);

/** The process that systemd takes for the table's own; 0: none. */
export const tableProcess = async (): Promise<number> =>
  Number(await must("systemctl", "show", "--value", "--property=MainPID", "tirada.service"));

export const pause = (seconds: number): Promise<void> => clock.sleep(seconds * US_PER_S);
