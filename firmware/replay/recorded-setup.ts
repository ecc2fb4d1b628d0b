import type { SegmentHead } from "../../src/recording/entry.ts";
import { diceOptionsOf, optionsOf, shoeOptionsOf } from "../setup/device-options.ts";
import { DICE_TYPES, SHOE_TYPES } from "../setup/devices.ts";
import type { LoadedPack } from "../rules/load.ts";
import type { Codes } from "../setup/shoe-devices.ts";
import { tableSetup, type TableSetup } from "../setup/table-setup.ts";

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
  const { device, options, houseRules } = head;
  const first = device.split("+", 1)[0];
  const isOneOf = (types: readonly { readonly name: string }[]): boolean =>
    types.some(({ name }) => name === first);
  const set = isOneOf(DICE_TYPES)
    ? diceOptionsOf(options)
    : isOneOf(SHOE_TYPES)
      ? shoeOptionsOf(options, codes)
      : optionsOf(options);
  return tableSetup(rulebook, device, houseRules, set);
}
