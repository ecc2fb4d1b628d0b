import { describe, expect, it } from "vitest";
import { wheelPack } from "../../../src/rules/pack.ts";
import { flatOptions } from "./families.ts";
import { flatCalibration, wheelOptionsOf } from "./wheel/flat.ts";
import { tableSetup } from "./table-setup.ts";

const CALIBRATION = { sensorB: 99_000, sensorC: 221_000, zero: 17, dropLapUs: 1_700_000, marks: 37, board: 7 };

describe("a table's options in its evidence", () => {
  it("come back as they were: calibration, ring and the other devices' values", () => {
    const own = tableSetup("cl/ruleta-francesa", "sensor-board", [], { calibration: CALIBRATION });
    expect(flatOptions(own)).toMatchObject({ "calibration.sensorB": 99_000, "calibration.board": 7 });
    expect(flatOptions(own)).not.toHaveProperty("ring");
    for (const value of Object.values(flatOptions(own)))
      expect(value === null || typeof value !== "object").toBe(true);
    const again = tableSetup("cl/ruleta-francesa", "sensor-board", [], wheelOptionsOf(flatOptions(own)));
    expect(again.options).toEqual(own.options);
  });

  it("name the ring of a wheel that has an order of its own", () => {
    const { pack } = tableSetup("cl/big-six", "sensor-board", []);
    const { pockets } = wheelPack(pack).wheel;
    const turned = [...pockets.slice(2), ...pockets.slice(0, 2)];
    const own = tableSetup("cl/big-six", "sensor-board", [], { ring: turned });
    expect(flatOptions(own)["ring"]).toBe(turned.join(" "));
    expect(wheelOptionsOf(flatOptions(own)).ring).toEqual(turned);
  });

  it("of a wheel without calibration have none, and half a calibration is none", () => {
    expect(flatCalibration(null)).toEqual({});
    expect(wheelOptionsOf({ "calibration.board": 7, "calibration.zero": 1 })).toEqual({});
  });

  it.each([
    [{ protocol: "basic", new: 1 }, /option new is unknown to this release/],
    [{ protocol: "raw" }, /option protocol cannot be "raw" in this release/],
    [{ rotorVariationRpm10: 51 }, /option rotorVariationRpm10 cannot be 51/],
  ])("%j is of another release, or damaged", (flat, expected) => {
    expect(() => wheelOptionsOf(flat)).toThrow(expected);
  });
});
