import { describe, expect, it } from "vitest";
import { FACES } from "../../../src/cards/card.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import { CAMERA_FAULTS, CameraShoe } from "../../../hw-sim/models/shoe/readers/camera-shoe.ts";
import {
  checkCharactersOf,
  cutCardLabel,
  labelOf,
  type LabelCoding,
} from "../../../hw-sim/models/shoe/readers/labels.ts";
import { scanReports, SCAN_FAULTS } from "../../../hw-sim/models/shoe/readers/scanner.ts";
import { tagLines } from "../../../hw-sim/models/shoe/readers/tag-reader.ts";

/** The models by themselves; that the drivers understand them is tested beside the drivers. */

describe("labels", () => {
  it("are as the documents have them", () => {
    expect(labelOf("suit-rank", "10h")).toBe("HT");
    expect(labelOf("suit-rank-10", "10h")).toBe("H10");
    expect(labelOf("seat-suit-rank", "As")).toBe("A1010");
    expect(labelOf("prefix-suit-rank", "10s", { prefix: "00" })).toBe("00SX");
    expect(labelOf("tirada", "As", { deck: "07K3" }).slice(0, 8)).toBe("T07K3400");
    expect(cutCardLabel().slice(0, 8)).toBe("T00A1000");
    expect(checkCharactersOf("ISO79")).toBe("3W");
    expect(() => labelOf("suit-rank", "joker")).toThrow("no label");
  });

  it.each(["suit-rank", "suit-rank-10", "seat-suit-rank", "prefix-suit-rank", "tirada"] as LabelCoding[])(
    "%s has another one for each face",
    (coding) => {
      expect(new Set(FACES.map((face) => labelOf(coding, face))).size).toBe(52);
    },
  );
});

describe("a scan", () => {
  it("is whole reports in order of time, the same from the same seed", () => {
    for (const fault of [null, ...SCAN_FAULTS]) {
      const once = scanReports(5, "T00A1400", randomFrom("scan"), fault);
      expect(scanReports(5, "T00A1400", randomFrom("scan"), fault)).toEqual(once);
      expect(once.every(({ bytes }) => bytes.length === 8)).toBe(true);
      expect(once.map(({ us }) => us)).toEqual(once.map(({ us }) => us).sort((a, b) => a - b));
    }
  });

  it("types what no code needs not at all", () => {
    expect(() => scanReports(0, "ä", randomFrom("scan"))).toThrow("does not type");
  });
});

describe("a tag reader", () => {
  const visits = [
    { uid: "04A1B2C3D4E5F6", fromUs: 0, toUs: 1_000_000 },
    { uid: "04FFB2C3D4E511", fromUs: 600_000, toUs: 1_000_000 },
  ];
  const options = { periodUs: 100_000, repeats: true, lineEnd: "\r\n", upperCase: true } as const;

  it("tells what lies there, each look or once", () => {
    const each = tagLines(visits, { ...options, together: "each" }, randomFrom("tags"));
    expect(each).toHaveLength(10);
    expect(each.at(-1)?.bytes).toBe("04A1B2C3D4E5F6\r\n04FFB2C3D4E511\r\n");
    const once = tagLines(visits, { ...options, repeats: false, together: "each" }, randomFrom("tags"));
    expect(once.map(({ bytes }) => bytes)).toEqual(["04A1B2C3D4E5F6\r\n", "04FFB2C3D4E511\r\n"]);
  });

  it("tells nothing, or no number, of two together", () => {
    expect(tagLines(visits, { ...options, together: "silent" }, randomFrom("tags"))).toHaveLength(6);
    const garbled = tagLines(visits, { ...options, together: "garbled" }, randomFrom("tags")).slice(6);
    expect(garbled.every(({ bytes }) => bytes.includes("?"))).toBe(true);
  });
});

describe("a camera shoe", () => {
  const options = { suits: "cdhs", aceFirst: false, cards: FACES.slice(0, 3), damageOneIn: 0 };
  const ask = (shoe: CameraShoe, us: number, question = "\xfc"): string => {
    shoe.step(us, question);
    return shoe.step(us + 3_000).bytes;
  };

  it("says pending, then the card, then that it left, and at last that it is empty", () => {
    const shoe = new CameraShoe(options, randomFrom("shoe"));
    shoe.step(300_000, "\xfe");
    expect(ask(shoe, 300_000)).toBe("\xff");
    expect(ask(shoe, 500_000)).toBe("\x0c");
    expect(shoe.isReady).toBe(true);
    for (let us = 600_000; shoe.drawCard(us); us += 1_000_000) {
      expect(ask(shoe, us + 10_000)).toBe("\xfc");
      shoe.step(us + 500_000, "\xfe");
      shoe.step(us + 800_000);
    }
    expect(ask(shoe, 5_000_000)).toBe("\xfe");
    expect(shoe.dealt).toEqual(FACES.slice(0, 3));
    expect(shoe.cardsInside).toBe(0);
  });

  it("takes no picture while a card is in the exit", () => {
    const shoe = new CameraShoe(options, randomFrom("shoe"));
    shoe.step(300_000, "\xfe");
    shoe.step(500_000);
    shoe.inject("stuck-exit", 500_000);
    shoe.drawCard(500_000);
    expect(ask(shoe, 2_000_000, "\xfe\xfc")).toBe("\xfc");
    shoe.freeStuck(2_100_000);
    shoe.step(2_100_000);
    expect(ask(shoe, 2_200_000, "\xfe\xfc")).toBe("\xff");
  });

  it("has every fault by its name", () => {
    const shoe = new CameraShoe(options, randomFrom("shoe"));
    shoe.step(300_000, "\xfe");
    for (const fault of CAMERA_FAULTS) shoe.inject(fault, 300_000);
    // Mute: the first question has no answer.
    expect(ask(shoe, 600_000)).toBe("");
    expect(ask(shoe, 700_000)).toBe("\xfd");
  });
});
