import { keepPort } from "../../drivers/transport/port-keeper.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import type { Problem } from "../problem.ts";
import type { DevicePort } from "../table/setup/unit-family.ts";
import { requireAtStart } from "./failure.ts";
import type { UnitParts } from "./parts.ts";
import type { RunOptions } from "./run.ts";

/** Opens a port of the table and keeps it open. */
export function keeperOf(
  { config, clock, opens }: Pick<RunOptions, "config" | "clock" | "opens">,
  ports: ReadonlyMap<string, DevicePort>,
  fail: (problem: Problem) => void,
): UnitParts["keep"] {
  return (name, listener) => {
    const { open, wait, backOffUs } = portNamed(ports, name);
    return keepPort({
      open: opens?.[name] ?? open,
      backOffUs,
      clock,
      random: randomFrom(`${config.table.log}/${name}`),
      listener: requireAtStart(listener, { wait, word: name }, fail),
    });
  };
}

function portNamed(ports: ReadonlyMap<string, DevicePort>, name: string): DevicePort {
  const port = ports.get(name);
  if (port === undefined) throw new TypeError(`the table has no port "${name}"`);
  return port;
}
