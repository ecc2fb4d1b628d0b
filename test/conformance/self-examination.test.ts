import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { examineReader } from "../../firmware/care/self-examination/examine-reader.ts";
import {
  examineRecordings,
  RECORDINGS_FOLDER,
} from "../../firmware/care/self-examination/examine-recordings.ts";
import { examineSeals } from "../../firmware/care/self-examination/examine-seals.ts";
import { newTableHead } from "../../firmware/replay/replay.ts";
import { flatOptions } from "../../firmware/table/setup/families.ts";
import { encodeEntry } from "../../src/recording/codec.ts";
import {
  cardEntries,
  diceEntries,
  sensorEntries,
  wheelEntries,
  type PlayedEntries,
} from "../support/played-entries.ts";
import { temporaryFolder } from "../support/folder.ts";

/**
 * What a release examines itself by: its recordings come to results, of every family and of a wheel with electronics and without, and a
 * byte that is changed in one of them comes to something else. `TIRADA_RECORDINGS=write` plays them anew.
 */

const ROOT = new URL("../../", import.meta.url).pathname;
const FOLDER = join(ROOT, RECORDINGS_FOLDER);
const SEED = "self-examination";

if (process.env["TIRADA_RECORDINGS"] === "write") {
  const played: Readonly<Record<string, () => PlayedEntries | Promise<PlayedEntries>>> = {
    "cammegh-ss2": () => wheelEntries(400),
    "sensor-board": () => sensorEntries(1, SEED, "cl/ruleta-francesa"),
    "tirada-shoe": () => cardEntries(4, SEED, "cl/punto-y-banca", true),
    "tirada-eye": () => diceEntries(4, SEED),
  };
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, play] of Object.entries(played)) {
    const { setup, entries } = await play();
    const head = {
      ...newTableHead(setup, "0.0.0", setup.coverage.houseRules),
      options: flatOptions(setup),
    };
    const text = [head, ...entries].map(encodeEntry).join("");
    writeFileSync(join(FOLDER, `${name}.jsonl.gz`), gzipSync(text, { level: 9 }));
  }
}

it("has recordings of each family that come to results", async () => {
  const { records, wrong } = await examineRecordings(ROOT);
  expect(wrong).toEqual([]);
  expect(Object.keys(records)).toEqual(["cammegh-ss2", "sensor-board", "tirada-eye", "tirada-shoe"]);
});

it("reads the dice that it draws, and its seals are those that were published", () => {
  const { readings, wrong } = examineReader();
  expect(wrong).toEqual([]);
  expect(Object.keys(readings)).toEqual(
    expect.arrayContaining(["network pips-a", "network pips-b", "network symbols"]),
  );
  expect(examineSeals().wrong).toEqual([]);
});

it("finds a byte of a line that is another one", async () => {
  const known = (await examineRecordings(ROOT)).records;
  const folder = temporaryFolder();
  mkdirSync(join(folder, RECORDINGS_FOLDER), { recursive: true });
  for (const name of readdirSync(FOLDER)) {
    const text = gunzipSync(readFileSync(join(FOLDER, name))).toString("utf8");
    const lines = text.split("\n");
    const at = lines.findLastIndex((line, n) => line.includes('"k":"in"') && n < lines.length / 2);
    writeFileSync(join(folder, RECORDINGS_FOLDER, name), gzipSync(lines.toSpliced(at, 1).join("\n")));
  }
  const { records } = await examineRecordings(folder);
  expect(records["tirada-shoe"]).not.toBe(known["tirada-shoe"]);
  expect(Object.keys(records).filter((name) => records[name] === known[name])).toEqual([]);
});
