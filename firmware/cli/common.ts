import { InvalidArgumentError } from "commander";

/** The output protocols of a Mercury 360 port. */
const PROTOCOLS = ["basic", "advanced", "extended"] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/** `--protocol`. */
export const PROTOCOL_OPTION = [
  "--protocol <protocol>",
  "Mercury 360: basic, advanced or extended",
  (text: string): Protocol => {
    const found = PROTOCOLS.find((one) => one === text);
    if (found === undefined) throw new InvalidArgumentError(`known: ${PROTOCOLS.join(", ")}`);
    return found;
  },
  "extended" as Protocol,
] as const;

/** `--house-rule`. */
export const HOUSE_RULE_OPTION = [
  "--house-rule <rule...>",
  "readings of the law that the house has adopted",
] as const;

export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Ctrl-C, or the service manager; what is still starting stops when it has started. */
export function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve(signal));
  });
}
