import { EYE_PORT, SHOE_PORT, THROWER_PORT, WHEEL_PORT, WITNESS_PORT } from "../../../src/recording/entry.ts";
import type { OpenPort } from "../../../drivers/port.ts";
import { openSerial } from "../../../drivers/transport/serial.ts";
import { becomeTableUser } from "../../care/first-setup/table-user.ts";
import { knownLines, type KnownLine } from "../../listen/known-lines.ts";
import { PANEL_LINE } from "../../listen/tap-port.ts";
import { requireQuestion } from "../../listen/questions.ts";
import { askUnit } from "../../net/control.ts";
import { usageProblem } from "../../problem.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { loadFamilyOf } from "../../table/setup/load-families.ts";
import { devicePorts, setupOf } from "../../table/setup/config-setup.ts";
import { flatOptions, unitFamily } from "../../table/setup/families.ts";
import type { TableSetup } from "../../table/setup/table-setup.ts";
import { readConfigInForce } from "../../unit/configuration/ordered-configuration.ts";
import { usualConfig, USUAL_CONFIG } from "../table-config.ts";
import type { Config } from "../../table/config/config.ts";
import type { ListenOptions } from "./listen.ts";
import { mirrorTable } from "./listen-mirror.ts";
import { listenToSource } from "./listen-source.ts";

/** Ports of a table, by the names that its recordings have for them. */
export const TABLE_PORTS: readonly string[] = [
  WHEEL_PORT,
  SHOE_PORT,
  EYE_PORT,
  THROWER_PORT,
  WITNESS_PORT,
  PANEL_LINE,
];

/** A port of a configured table: its own where the table is stopped, and what it shows of it where it runs. */
export async function listenToTable(port: string, options: ListenOptions, clock: Clock): Promise<void> {
  becomeTableUser();
  const path = options.config ?? usualConfig();
  if (path === undefined)
    throw usageProblem(
      `${port} is a port of a table: say which with --config FILE (there is no ${USUAL_CONFIG})`,
    );
  if (options.baud !== undefined || options.as !== undefined)
    throw usageProblem(
      `${port} is set up by ${path}: leave out --baud and --as, or name the serial port itself`,
    );
  const config = await readConfigInForce(path);
  if (await askUnit(config.storage.folder, { do: "lines", port, after: 0 }))
    return mirrorTable(port, config.storage.folder, options, clock);
  if (options.faces === true)
    throw usageProblem(
      `--faces: not for a table's own port: cards of a round that was cut off may lie face down on it`,
    );
  await loadFamilyOf(config);
  const setup = setupOf(config);
  if (port === PANEL_LINE) return listenToPanel(config, path, options, clock);
  const found = devicePorts(config, setup, clock).get(port);
  const lines = await linesOfPort(setup, port);
  if (found === undefined || lines.length === 0) throw usageProblem(noSuchPort(port, path, setup));
  if (options.send !== undefined) requireQuestion(options.send, lines);
  const { houseRules } = config.table;
  const table = {
    rulebook: setup.rulebook,
    device: setup.devices.device,
    options: flatOptions(setup),
    houseRules,
  };
  await listenToSource(
    { name: port, device: null, hasRate: false, lines, rates: [], open: () => found.open, table },
    options,
    clock,
  );
}

/** The panel of a stopped table: no recording has its line, so that a capture of it names no table. */
async function listenToPanel(
  config: Config,
  file: string,
  options: ListenOptions,
  clock: Clock,
): Promise<void> {
  if (config.panel === undefined) throw usageProblem(`${file} has no panel`);
  const { path, baud: baudRate } = config.panel;
  const lines = await knownLines(PANEL_LINE);
  if (options.send !== undefined) requireQuestion(options.send, lines);
  const open = (): OpenPort => openSerial({ path, baudRate, clock });
  await listenToSource({ name: path, device: null, hasRate: false, lines, rates: [], open }, options, clock);
}

/** How the line of one port of a table is read; none: the table has no such port, or no line. */
async function linesOfPort(setup: TableSetup, port: string): Promise<readonly KnownLine[]> {
  const session = unitFamily(setup.family).sessions(setup).get(port);
  return session === undefined ? [] : knownLines(session.device);
}

function noSuchPort(port: string, path: string, setup: TableSetup): string {
  const ports = setup.devices.ports.join(", ");
  return `${path} has no line ${port}; its ports are ${ports} (a camera and a broker have no line)`;
}
