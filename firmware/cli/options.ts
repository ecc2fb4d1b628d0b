import { InvalidArgumentError } from "commander";

/** The output protocols of a Mercury 360 port. */
const PROTOCOLS = ["basic", "advanced", "extended"] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/** Checks `--protocol`. */
export function protocolOption(text: string): Protocol {
  const found = PROTOCOLS.find((one) => one === text);
  if (found === undefined) throw new InvalidArgumentError(`known: ${PROTOCOLS.join(", ")}`);
  return found;
}
