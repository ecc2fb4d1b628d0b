import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { examineReader } from "../../firmware/care/self-examination/examine-reader.ts";
import {
  CODES_END,
  examineRecordings,
  RECORDINGS_FOLDER,
} from "../../firmware/care/self-examination/examine-recordings.ts";
import { examineSeals } from "../../firmware/care/self-examination/examine-seals.ts";
import { newTableHead } from "../../firmware/replay/replay.ts";
import { flatOptions } from "../../firmware/table/setup/families.ts";
import { encodeEntry } from "../../src/recording/codec.ts";
import {
  ballEntries,
  ballTagEntries,
  cardEntries,
  diceEntries,
  mercuryEntries,
  readerEntries,
  sensorEntries,
  wheelEntries,
  type PlayedEntries,
} from "../support/played-entries.ts";
import { DEVICES } from "../../firmware/table/config/devices.ts";
import { tagCodes } from "../support/card-reader-table.ts";
import { temporaryFolder } from "../support/folder.ts";

/**
 * What a release examines itself by: its recordings come to results, of every family and of a wheel with electronics and without, and a
 * byte that is changed in one of them comes to something else. `TIRADA_RECORDINGS=write` plays them anew.
 */

const ROOT = new URL("../../", import.meta.url).pathname;
const FOLDER = join(ROOT, RECORDINGS_FOLDER);
const SEED = "self-examination";

/** Devices beside an eye, and a game at which each stands. */
const BESIDE = [
  { device: "shaker-mqtt", rulebook: "es-cb/sic-bo" },
  { device: "idp-mqtt", rulebook: "es-cb/sic-bo" },
  { device: "cage", rulebook: "cl/chuck-a-luck" },
  { device: "cup-switch", rulebook: "es-cb/banca-francesa" },
] as const;

/** The first of a row of tables at which this device stands, and which certifies. */
async function diceWith(device: string, rulebook: string): Promise<PlayedEntries> {
  for (let at = 0; at < 40; at++) {
    const played = await diceEntries(3, `${SEED} ${at}`, rulebook);
    if (played.setup.devices.device.split("+").includes(device)) return played;
  }
  throw new Error(`no table of ${rulebook} has a ${device}`);
}

if (process.env["TIRADA_RECORDINGS"] === "write") {
  const played: Readonly<Record<string, () => PlayedEntries | Promise<PlayedEntries>>> = {
    "cammegh-ss2": () => wheelEntries(400),
    "sensor-board": () => sensorEntries(1, SEED, "cl/ruleta-francesa"),
    "tirada-shoe": () => cardEntries(4, SEED, "cl/punto-y-banca", true),
    "tirada-eye": () => diceEntries(4, SEED),
    "cammegh-mercury-360": () => mercuryEntries(2, SEED, "cl/ruleta-francesa"),
    "card-barcode": () => readerEntries("card-barcode"),
    "card-rfid": () => readerEntries("card-rfid"),
    "card-camera": () => readerEntries("card-camera"),
    ...Object.fromEntries(
      BESIDE.map(({ device, rulebook }) => [device, () => diceWith(device, rulebook)] as const),
    ),
    "ball-reader-line": () => ballEntries(SEED),
    "ball-reader-rfid": ballTagEntries,
  };
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `card-rfid${CODES_END}`), tagCodes());
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
  // A second eye is an eye, read by the same session.
  const due = DEVICES.map(({ name }) => name).filter((name) => name !== "witness-eye");
  expect(Object.keys(records)).toEqual(due.toSorted());
});

it("has each device's own line in its recording, not only in its name", () => {
  for (const { name } of DEVICES.filter((one) => one.name !== "witness-eye")) {
    const [head = ""] = gunzipSync(readFileSync(join(FOLDER, `${name}.jsonl.gz`)))
      .toString("utf8")
      .split("\n", 1);
    const { device } = JSON.parse(head) as { readonly device: string };
    expect([name, device.split("+").includes(name)]).toEqual([name, true]);
  }
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
    if (name.endsWith(CODES_END)) {
      copyFileSync(join(FOLDER, name), join(folder, RECORDINGS_FOLDER, name));
      continue;
    }
    const text = gunzipSync(readFileSync(join(FOLDER, name))).toString("utf8");
    const lines = text.split("\n");
    const at = lines.findLastIndex((line, n) => line.includes('"k":"in"') && n < lines.length / 2);
    writeFileSync(join(folder, RECORDINGS_FOLDER, name), gzipSync(lines.toSpliced(at, 1).join("\n")));
  }
  const { records } = await examineRecordings(folder);
  expect(records["tirada-shoe"]).not.toBe(known["tirada-shoe"]);
  expect(Object.keys(records).filter((name) => records[name] === known[name])).toEqual([]);
});
