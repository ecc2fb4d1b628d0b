import type { AcceptanceState } from "../../firmware/care/acceptance/run-steps.ts";
import { faultTables, type FaultRow, type FaultTable } from "../../firmware/office/faults/fault-catalogue.ts";
import { LOADING_FAULTS } from "../people/cards/fault-plans.ts";
import type { BallTagFault } from "../models/balls/tagged.ts";
import { acceptBalls, type BallReaderFault } from "./accept-balls.ts";
import { acceptDice } from "./accept-dice.ts";
import { acceptPanel, type PanelFault } from "./accept-panel.ts";
import { acceptReader } from "./accept-reader.ts";
import { acceptShoe } from "./accept-shoe.ts";
import { acceptWheel } from "./accept-wheel.ts";

/** A simulated device with one fault of the catalogue, or with none. */
export interface AcceptedCase {
  readonly device: string;
  /** Of the catalogue. */
  readonly table: string;
  readonly rulebook: string;
  readonly fault: string | null;
  /** It must pass. */
  readonly passes: boolean;
  /** Of a device that is played by itself: one of these is seen. */
  readonly reports: readonly string[] | null;
}

/** Devices of a dice table, and a game that has each. */
const DICE_DEVICES = {
  "tirada-eye": null,
  "witness-eye": null,
  "shaker-mqtt": "es-cb/sic-bo",
  cage: "cl/chuck-a-luck",
  "cup-switch": "es-cb/banca-francesa",
  "idp-mqtt": "es-cb/sic-bo",
} as const;

/** Every device with everything that can be put at its table. Of people's mistakes at a card table none, since no device sees them; nothing of the
 * loading of a shoe, which is over when its acceptance begins; of what
 * happens at a dice table what the device is at fault for, and all of it for an eye; nothing of what happens in a hall of bingo, whose
 * readers have tables of their own. */
export function acceptedCases(): readonly AcceptedCase[] {
  const tables = faultTables().filter(({ name }) => name !== "balls");
  return tables.flatMap((table) =>
    table.name === "dice"
      ? Object.entries(DICE_DEVICES).flatMap(([device, game]) => casesOf(table, device, game))
      : casesOf(table, table.device, null),
  );
}

function casesOf(table: FaultTable, device: string, game: string | null): readonly AcceptedCase[] {
  const caseOf = (row: FaultRow | null): AcceptedCase => ({
    device,
    table: table.name,
    rulebook: game ?? row?.rulebook ?? table.rulebook,
    fault: row?.fault ?? null,
    reports: row?.reports ?? null,
    passes: row === null || !(row.refuses ?? (table.name === "dice" ? [] : [table.device])).includes(device),
  });
  const isEye = device === "tirada-eye" || device === "witness-eye";
  const isOfLoading = (fault: string): boolean => LOADING_FAULTS.some((one) => one === fault);
  const isPlayed = ({ fault, group, refuses = [] }: FaultRow): boolean => {
    if (table.name === "dice") return isEye || refuses.includes(device);
    return table.name !== "shoe" || (group !== "people" && !isOfLoading(fault));
  };
  return [caseOf(null), ...table.faults.filter(isPlayed).map(caseOf)];
}

/** Goes through the acceptance of a case, in simulated time. */
export async function acceptSimulated(one: AcceptedCase, seed: string): Promise<AcceptanceState> {
  const { device, table, rulebook, fault } = one;
  const own = `${seed}/${device}/${fault}`;
  if (table === "shoe") return acceptShoe(rulebook, fault, own);
  if (table.startsWith("ball-"))
    return acceptBalls(device, fault as BallReaderFault | BallTagFault | null, own);
  if (table === "panel") return acceptPanel(fault as PanelFault | null);
  if (table.startsWith("card-")) return acceptReader(device, rulebook, fault, own);
  if (table === "dice") return acceptDice(device, rulebook, fault, own);
  return acceptWheel({ device, rulebook }, fault, own);
}
