import { describe, expect, it } from "vitest";
import "../../firmware/table/setup/every-family.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { playedRecords } from "../../hw-sim/preview/played-records.ts";
import { TableFold } from "./table-fold.ts";

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
