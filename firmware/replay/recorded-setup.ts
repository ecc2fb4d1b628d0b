import type { SegmentHead } from "../../src/recording/entry.ts";
import type { ReleaseId } from "../../src/record/chain.ts";
import type { Codes } from "../../drivers/shoe/device.ts";
import { deviceNamed } from "../table/config/devices.ts";
import { orUsageProblem } from "../problem.ts";
import { unitFamily } from "../table/setup/families.ts";
import type { LoadedPack } from "../table/rules/load.ts";
import { tableSetup, withHouseTimes, type AnyOptions, type TableSetup } from "../table/setup/table-setup.ts";

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
  const { device, options, houseRules, lateMinutes, betsSeconds } = head;
  const setup = tableSetup(rulebook, device, houseRules, recordedOptions(device, options, codes));
  return withHouseTimes(asReleaseJudged(setup, head.rel), { lateMinutes, betsSeconds });
}

/** Releases that asked nobody whether a card had been asked for before they went past the hand that got it. */
const TAKES_UNKEYED = /^0\.[0-7]\./;

/** A round that nothing disturbed comes to what the release that played it signed. */
const asReleaseJudged = (setup: TableSetup, { version }: ReleaseId): TableSetup =>
  TAKES_UNKEYED.test(version) ? { ...setup, rules: { ...setup.rules, takesUnkeyed: true } } : setup;

/** The options of a head, by the family of its first device. Throws Problem when this release does not know one of them. */
export function recordedOptions(
  device: string,
  options: SegmentHead["options"],
  codes: Codes | null,
): AnyOptions {
  const [first = ""] = device.split("+", 1);
  return orUsageProblem(() => unitFamily(deviceNamed(first).family).recorded(options, codes));
}
