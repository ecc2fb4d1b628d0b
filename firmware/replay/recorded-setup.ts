import type { SegmentHead } from "../../src/recording/entry.ts";
import type { Codes } from "../../drivers/shoe/device.ts";
import { deviceNamed } from "../config/devices.ts";
import { orUsageProblem } from "../problem.ts";
import { unitFamily } from "../setup/families.ts";
import type { LoadedPack } from "../rules/load.ts";
import { tableSetup, withLateMinutes, type AnyOptions, type TableSetup } from "../setup/table-setup.ts";

/**
 * The table as it was when a recording was made, from the recording's own head. `codes`: a card reader's table of codes, where
 * the head names one. `rulebook`: with its edition, by which it is judged; without it the one that the head names. Throws Problem
 * when this release cannot set it up so.
 */
export function setupOfHead(
  head: SegmentHead,
  codes: Codes | null,
  rulebook: string | LoadedPack = head.rulebook,
): TableSetup {
  const { device, options, houseRules, lateMinutes } = head;
  const setup = tableSetup(rulebook, device, houseRules, recordedOptions(device, options, codes));
  return withLateMinutes(setup, lateMinutes);
}

/** The options of a head, by the family of its first device. Throws Problem when this release does not know one of them. */
export function recordedOptions(
  device: string,
  options: SegmentHead["options"],
  codes: Codes | null,
): AnyOptions {
  const [first = ""] = device.split("+", 1);
  return orUsageProblem(() => unitFamily(deviceNamed(first).family).recorded(options, codes));
}
