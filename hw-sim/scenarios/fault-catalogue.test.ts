import { describe, expect, it } from "vitest";
import { FAULTS as HAND_FAULTS } from "../models/wheels/hand/faults.ts";
import { BOWL_FAULTS } from "../models/wheels/bowl/faults.ts";
import { DISC_FAULTS } from "../models/wheels/disc/faults.ts";
import { MERCURY_FAULTS } from "../models/wheels/mercury-360/model.ts";
import { SS2_FAULTS } from "../models/wheels/ss2/model.ts";
import { CAMERA_FAULTS } from "../models/shoe/readers/camera-shoe.ts";
import { SCAN_FAULTS } from "../models/shoe/readers/scanner.ts";
import { TAG_FAULTS } from "../models/shoe/readers/tag-reader.ts";
import { BALL_TAG_FAULTS } from "../models/balls/tagged.ts";
import { BALL_READER_FAULTS } from "../acceptance/accept-balls.ts";
import { PANEL_FAULTS } from "../acceptance/accept-panel.ts";
import { LINE_FAULTS } from "../models/wheels/electronic/played-wheel.ts";
import { ACT_FAULTS, CARD_FAULTS, LOADING_FAULTS, SLIPS, WORLD_FAULTS } from "../people/cards/fault-plans.ts";
import { BALL_FAULTS, BALL_SLIPS } from "../people/balls/faults.ts";
import { DICE_FAULTS } from "../people/dice/faults.ts";
import { outcomeProblems, playFault } from "../sim/play-fault.ts";
import { refusalOf } from "./refusal.test-help.ts";
import { more, sampleOfRun } from "../../test/support/volume.ts";
import { textsOf } from "../../src/text/text-of.ts";
import { faultTables, readCatalogue } from "../../firmware/office/faults/fault-catalogue.ts";
import { FAULT_GROUPS } from "../../firmware/office/faults/fault-row.ts";
import "../../firmware/table/setup/every-family.ts";

const TABLES = faultTables();
/** Those that are played at a table; the others are played by themselves (`hw-sim/acceptance`). */
const ROWS = TABLES.flatMap((table) =>
  table.faults
    .filter(({ reports }) => reports === undefined)
    .map((row) => [`${table.name} ${row.fault}`, table, row] as const),
);

describe("the catalogue of faults", () => {
  it("has every fault that a model can be asked for, and no other", () => {
    const models = {
      roulette: Object.keys(HAND_FAULTS),
      bowl: BOWL_FAULTS,
      disc: DISC_FAULTS,
      "cammegh-ss2": [...SS2_FAULTS, ...LINE_FAULTS],
      "cammegh-mercury-360": [...MERCURY_FAULTS, ...LINE_FAULTS],
      shoe: [...CARD_FAULTS, ...WORLD_FAULTS, ...ACT_FAULTS, ...SLIPS, ...LOADING_FAULTS],
      balls: [...Object.keys(BALL_FAULTS), ...Object.keys(BALL_SLIPS)],
      dice: DICE_FAULTS.map(({ name }) => name),
      "card-barcode": SCAN_FAULTS,
      "card-rfid": TAG_FAULTS,
      "card-camera": CAMERA_FAULTS,
      panel: PANEL_FAULTS,
      "ball-reader-line": BALL_READER_FAULTS,
      "ball-reader-rfid": BALL_TAG_FAULTS,
    };
    const listed = Object.fromEntries(
      TABLES.map(({ name, faults }) => [name, faults.map(({ fault }) => fault).toSorted()]),
    );
    expect(listed).toEqual(
      Object.fromEntries(Object.entries(models).map(([name, faults]) => [name, [...faults].toSorted()])),
    );
  });

  it("has words for every group, and each fault once", () => {
    expect(Object.keys(textsOf("bench.groups"))).toEqual(expect.arrayContaining([...FAULT_GROUPS]));
    for (const { comes, unseen, raises, reports = [], fault } of TABLES.flatMap(({ faults }) => faults))
      expect([...comes, ...raises, ...reports, ...(unseen ? ["no round"] : [])], fault).not.toEqual([]);
  });

  it("names file, line and column of what is wrong in it", () => {
    const text =
      "catalogue: 1\ntables:\n  bowl:\n    device: sensor-board\n    rulebook: es-pv/bola\n    faults:\n      cover:\n        about: x\n        group: covers\n";
    expect(refusalOf(() => readCatalogue(text, "faults.yaml"))).toContain(
      "faults.yaml:9:16: tables.bowl.faults.cover.group",
    );
  });
});

describe("each fault comes to what the catalogue says", () => {
  it.each(more(sampleOfRun(ROWS, 6, "faults of the catalogue"), ROWS))("%s", async (_, table, row) => {
    expect(outcomeProblems(row, await playFault(table, row, "catalogue"))).toEqual([]);
  });
});
