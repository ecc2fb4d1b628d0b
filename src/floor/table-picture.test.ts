import { describe, expect, it } from "vitest";
import "../../firmware/table/setup/every-family.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { playedRecords } from "../../hw-sim/preview/played-records.ts";
import { wellBeat } from "../../test/support/memory-floor.ts";
import { freshnessOf } from "./freshness.ts";
import type { Heartbeat } from "./heartbeat.ts";
import { TableFold } from "./table-fold.ts";
import { LAG_RECORDS, tablePicture } from "./table-picture.ts";

const packOf = (rulebook: string) => loadPack(rulebook).pack;

describe("the fold over a table's records", () => {
  it.each(["cl/ruleta-francesa", "cl/craps", "cl/punto-y-banca"])("is the table's own: %s", async (id) => {
    const { pack, name } = loadPack(id);
    const records = await playedRecords(pack, name, 25);
    const fold = new TableFold("tirada.local/replay/test", packOf);
    for (const { seq, line, durable } of records) {
      fold.addRecord(seq, { line, sig: Buffer.alloc(64).toString("base64") });
      expect(fold.durable).toEqual(durable);
    }
  });
});

const beat = (change: Partial<Heartbeat> = {}): Heartbeat => wellBeat("tirada.example/c/r1", change);
const pictureWith = (heartbeat: Heartbeat | null, more: object = {}) =>
  tablePicture({
    fold: new TableFold("tirada.example/c/r1", packOf),
    heartbeat,
    standing: "enrolled",
    behind: 0,
    ...more,
  });

describe("the picture of a table of which no record came", () => {
  it("is what its heartbeat says", () => {
    expect(pictureWith(null)).toMatchObject({ name: "r1", phase: null, condition: "closed" });
    expect(pictureWith(beat({ name: "Ruleta 1" }))).toMatchObject({
      name: "Ruleta 1",
      phase: "betting",
      condition: "playing",
      calls: [],
    });
  });

  it("is as grave as the gravest thing", () => {
    const fault = { device: "unit", code: "storage-full", since: 0, refuses: true };
    const silent = { device: "cammegh-ss2", code: "device-silent", since: 0, refuses: false };
    const waits = [{ round: 7, what: "disputed", role: "jefe-de-mesa", since: 1_000 }];
    const days = { certificate: 3, list: 6 };
    expect(pictureWith(beat({ days }))).toMatchObject({ condition: "note", notes: ["certificate"] });
    expect(pictureWith(beat({ days, faults: [silent] })).condition).toBe("fault");
    expect(pictureWith(beat({ faults: [silent], waits })).condition).toBe("called");
    expect(pictureWith(beat({ faults: [fault], waits })).condition).toBe("refuses");
    expect(pictureWith(beat({ faults: [fault] }), { standing: "forked" }).condition).toBe("forked");
    expect(pictureWith(beat(), { behind: LAG_RECORDS })).toMatchObject({
      condition: "note",
      notes: ["behind"],
    });
  });

  it("names each fault with what to do about it", () => {
    const silent = { device: "cammegh-ss2", code: "device-silent", since: 0, refuses: false };
    const [one] = pictureWith(beat({ faults: [silent] })).faults;
    expect(one).toMatchObject({ code: "device-silent", since: "1970-01-01T00:00:00.000Z" });
    expect(one?.doThis.es.length).toBeGreaterThan(10);
  });

  it("takes what wears out for a note, and for no fault", () => {
    const worn = { device: "sensor-board", code: "drift-pulse-width", since: 0, refuses: false };
    const silent = { ...worn, code: "device-silent" };
    expect(pictureWith(beat({ faults: [worn] }))).toMatchObject({
      condition: "note",
      notes: ["wear"],
      wears: ["drift-pulse-width"],
      faults: [],
    });
    expect(pictureWith(beat({ faults: [silent, worn] })).condition).toBe("fault");
    expect(pictureWith(beat())).toMatchObject({ condition: "playing", wears: [] });
  });
});

it("a table is grey 3 s after a heartbeat was due, and gone after 10", () => {
  expect([0, 8_000, 8_001, 15_000, 15_001].map(freshnessOf)).toEqual([
    "fresh",
    "fresh",
    "stale",
    "stale",
    "gone",
  ]);
  expect(freshnessOf(null)).toBe("gone");
});
