import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { writeGiven } from "../../journal/export/target-file.ts";
import { HandOuts } from "./hand-outs.ts";

/** Hand-outs of a table whose disk is so full; null: nobody knows yet. */
function handOutsIn(storage: string, usedPm = 100): HandOuts {
  return handOutsOn(storage, { usedPm });
}
const handOutsOn = (storage: string, disk: { usedPm: number } | null): HandOuts =>
  new HandOuts({ config: { storage: { folder: storage } }, journal: { looked: { disk } } } as never);

it("keeps the newest with what lies beside it, and nothing that a killed unit left half done", () => {
  const storage = temporaryFolder();
  const folder = join(storage, "handed-out");
  mkdirSync(folder);
  const [old, next, newest] = ["a", "b", "c"].map((digit) => `export-${digit.repeat(16)}.tirada`) as [
    string,
    string,
    string,
  ];
  for (const [at, name] of [old, next, newest].entries())
    for (const ending of ["", ".sig", ".allowed_signers"]) {
      const path = join(folder, `${name}${ending}`);
      writeFileSync(path, ending);
      utimesSync(path, at + 1, at + 1);
    }
  const foreign = "notes.txt";
  for (const name of [foreign, `${newest}.part`, `case-${"d".repeat(16)}.tirada-case.part`])
    writeFileSync(join(folder, name), "half");
  expect(
    handOutsIn(storage)
      .files()
      .map(({ name }) => name),
  ).toEqual([newest, next, old]);
  handOutsIn(storage).makeRoom();
  const left = [newest, `${newest}.allowed_signers`, `${newest}.sig`, foreign];
  expect(readdirSync(folder).sort()).toEqual(left.sort());
});

it("makes no room where the disk is nearly full, and none of its files is lost by asking", () => {
  const storage = temporaryFolder();
  mkdirSync(join(storage, "handed-out"));
  writeFileSync(join(storage, "handed-out", `case-${"d".repeat(16)}.tirada-case`), "whole");
  expect(() => handOutsIn(storage, 990).makeRoom()).toThrow(/99 %/);
  expect(handOutsIn(storage, 990).files()).toHaveLength(1);
});

it("makes no room before anybody knows how full the disk is", () => {
  const storage = temporaryFolder();
  expect(() => handOutsOn(storage, null).makeRoom()).toThrow(/not measured yet/);
  expect(readdirSync(storage)).toEqual([]);
});

it("ends where the disk fills up under it, and leaves what it gave and who gave it in order", async () => {
  const storage = temporaryFolder();
  const disk = { usedPm: 790 };
  const room = handOutsOn(storage, disk);
  const path = join(room.makeRoom(), `export-${"e".repeat(16)}.tirada`);
  let isLetGo = false;
  async function* pieces(): AsyncGenerator<Uint8Array, never> {
    try {
      for (;;) {
        yield Promise.resolve(new Uint8Array(1_000));
        disk.usedPm += 5;
      }
    } finally {
      isLetGo = true;
    }
  }
  await expect(writeGiven(path, room.whileThereIsRoom(pieces()))).rejects.toThrow(/80 %/);
  expect([isLetGo, readdirSync(join(storage, "handed-out"))]).toEqual([true, []]);
});
