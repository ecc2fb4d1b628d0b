import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { JournalError } from "../../firmware/files/errors.ts";
import { verifyPath } from "../../firmware/evidence/verify/verify-file.ts";
import { EXIT } from "../../firmware/problem.ts";
import {
  CASE_FOLDER,
  CASE_MANIFEST,
  CASE_PICTURES,
  CASE_RECORDS,
  CASE_SIGNATURE,
  CASE_TEST,
} from "../../src/record/case-file.ts";
import { TAR_BLOCK, TAR_END, tarHeader, tarPadding } from "../../src/record/tar.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import {
  manifestOf,
  packed,
  piecesOf,
  signedAnew,
  signerOf,
  withPiece,
  type CasePiece,
} from "../support/case-parts.ts";
import { commandHere } from "../support/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { leftTables } from "../support/killed-tables.ts";
import { expectProblem } from "../support/problem.ts";
import { LOG } from "../support/unit-here.ts";
import { runSeed, volume } from "../support/volume.ts";

/** Case files that somebody made, damaged or changed: each is refused in one line or found not valid, and nothing of it is believed. */

const left = await leftTables(["stopped"]);
afterAll(left.remove);
let bytes: Buffer;
let storage: string;
let vkey: string;
let other: Buffer;

async function caseOf(place: number, words: readonly string[]): Promise<{ bytes: Buffer; storage: string }> {
  const folder = left.tables[place]!.copy();
  const file = join(folder, "..", `attacked-${place}.tar`);
  const said = await commandHere(["export", file, "--case", "--storage", folder, ...words]);
  expect(said).toMatchObject({ status: 0 });
  return { bytes: readFileSync(file), storage: folder };
}

beforeAll(async () => {
  ({ bytes, storage } = await caseOf(0, ["--round", "1"]));
  ({ vkey } = signerOf(storage, LOG).verifier);
  ({ bytes: other } = await caseOf(1, ["--round", "1"]));
});

/** What the case file is found to be. */
function outcomeOf(made: Buffer, path: string): "valid" | "not-valid" | "refused" {
  writeFileSync(path, made);
  try {
    return verifyPath(path, { vkey }).ok ? "valid" : "not-valid";
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    expect(error.message).not.toContain("\n");
    return "refused";
  }
}

const renamed = (header: Uint8Array, change: (header: Uint8Array) => void): Uint8Array => {
  const made = Uint8Array.from(header);
  change(made);
  made.fill(32, 148, 156);
  const sum = made.reduce((total, byte) => total + byte, 0);
  made.set(Buffer.from(`${sum.toString(8).padStart(6, "0")}\0 `), 148);
  return made;
};

/** A file under a header of the attacker's own, before the manifest. */
function withHeader(change: (header: Uint8Array) => void, content = Buffer.from("x")): Buffer {
  const pieces = piecesOf(bytes);
  const at = pieces.findIndex(({ name }) => name === CASE_MANIFEST);
  const before = packed(pieces.slice(0, at)).subarray(0, -TAR_END);
  const header = renamed(
    tarHeader({ name: `${CASE_PICTURES}${"0".repeat(64)}.png`, bytes: content.length }),
    change,
  );
  const padding = new Uint8Array(tarPadding(content.length));
  return Buffer.concat([before, header, content, padding, packed(pieces.slice(at))]);
}

const name = (text: string) => (header: Uint8Array) => {
  header.fill(0, 0, 100);
  header.set(Buffer.from(text), 0);
};
const with1 = (change: (pieces: CasePiece[]) => readonly CasePiece[]): Buffer =>
  packed(change(piecesOf(bytes)));
const without = (pieces: readonly CasePiece[], gone: string): CasePiece[] =>
  pieces.filter((one) => one.name !== gone);
const pieceOf = (file: Buffer, named: string): Buffer =>
  piecesOf(file).find((one) => one.name === named)?.bytes ?? Buffer.alloc(0);
const hugeHeader = (header: Uint8Array): void => header.set(Buffer.from("77777777777"), 124);

const ATTACKS: readonly (readonly [string, () => Buffer])[] = [
  ["cut to half", () => bytes.subarray(0, Math.floor(bytes.length / 2))],
  ["cut by its last block", () => bytes.subarray(0, -TAR_BLOCK)],
  ["cut by one byte", () => bytes.subarray(0, -1)],
  ["cut to its first header", () => bytes.subarray(0, TAR_BLOCK)],
  ["doubled", () => Buffer.concat([bytes, bytes])],
  ["with a second file behind its end", () => Buffer.concat([bytes.subarray(0, -TAR_END), bytes])],
  ["with a byte behind its end", () => Buffer.concat([bytes, Buffer.from([0])])],
  [
    "with a block of zeros in the middle",
    () => with1((pieces) => pieces.toSpliced(2, 0)).fill(0, 0, TAR_BLOCK),
  ],
  ["that says of a file that it has 8 GiB", () => withHeader(hugeHeader)],
  ["with a name that leads out", () => withHeader(name(`${CASE_FOLDER}../../etc/cron.d/x`))],
  ["with an absolute name", () => withHeader(name("/etc/passwd"))],
  ["with a hidden name", () => withHeader(name(`${CASE_FOLDER}.bashrc`))],
  ["with a name in capitals", () => withHeader(name(`${CASE_FOLDER}pictures/A.png`))],
  ["with a symbolic link", () => withHeader((header) => header.set(Buffer.from("2"), 156))],
  ["with a hard link", () => withHeader((header) => header.set(Buffer.from("1"), 156))],
  ["with a folder", () => withHeader((header) => header.set(Buffer.from("5"), 156))],
  ["with a device", () => withHeader((header) => header.set(Buffer.from("3"), 156))],
  ["with a longer header (pax)", () => withHeader((header) => header.set(Buffer.from("x"), 156))],
  ["with a program's rights", () => withHeader((header) => header.set(Buffer.from("0000755"), 100))],
  ["with a time", () => withHeader((header) => header.set(Buffer.from("14000000000"), 136))],
  ["with one file more than its manifest", () => withHeader(() => undefined)],
  ["with one file less than its manifest", () => with1((pieces) => pieces.toSpliced(1, 1))],
  ["with one file twice", () => with1((pieces) => pieces.toSpliced(1, 0, pieces[1]!))],
  ["with two files in each other's place", () => with1(([a, b, c, ...rest]) => [a!, c!, b!, ...rest])],
  ["without its records", () => with1((pieces) => without(pieces, CASE_RECORDS))],
  ["without its mark of a test", () => with1((pieces) => without(pieces, CASE_TEST))],
  [
    "without its mark of a test, signed by the table itself",
    () => signedAnew(without(piecesOf(bytes), CASE_TEST), signerOf(storage, LOG)),
  ],
  [
    "with the mark of another log, signed by the table itself",
    () =>
      signedAnew(
        piecesOf(withPiece(bytes, CASE_TEST, () => Buffer.from("TEST another/log/test\n"))),
        signerOf(storage, LOG),
      ),
  ],
  ["without its manifest", () => with1((pieces) => without(pieces, CASE_MANIFEST))],
  ["without its signature", () => with1((pieces) => without(pieces, CASE_SIGNATURE))],
  ["with the records of another log", () => withPiece(bytes, CASE_RECORDS, () => pieceOf(other, CASE_RECORDS))],
  ["with the manifest and the signature of another log", otherManifest],
  ["of another log as a whole", () => other],
  ["signed anew by another table", () => signedAnew(piecesOf(bytes), signerOf(otherStorage(), LOG))],
  [
    "that says live",
    () => signedAnew(piecesOf(bytes), signerOf(otherStorage(), LOG), (one) => ({ ...one, mode: "live" })),
  ],
  ["with a manifest that is no JSON", () => withManifest("{}")],
  ["with a manifest of 5 MB", () => withManifest(" ".repeat(5_000_000))],
  [
    "with a manifest that is not canonical",
    () => withManifest(`${JSON.stringify(manifestOf(bytes), null, 1)}\n`),
  ],
  ["with a line of 1 MB in its records", () => withRecords(`{"line":"${"x".repeat(1_000_000)}`)],
];

const otherStorage = (): string => left.tables[1]!.copy();

function otherManifest(): Buffer {
  const ofOther = piecesOf(other).slice(-2);
  return with1((pieces) => [...pieces.slice(0, -2), ...ofOther]);
}

function withManifest(text: string): Buffer {
  return with1((pieces) =>
    pieces.map((one) => (one.name === CASE_MANIFEST ? { ...one, bytes: Buffer.from(text) } : one)),
  );
}

/** Signed by the table itself: what it says is looked at all the same. */
function withRecords(more: string): Buffer {
  const pieces = piecesOf(bytes).map((one) =>
    one.name === CASE_RECORDS ? { ...one, bytes: Buffer.concat([one.bytes, Buffer.from(more)]) } : one,
  );
  return signedAnew(pieces, signerOf(storage, LOG));
}

describe("a case file", () => {
  test("as it was written is valid", () => {
    expect(outcomeOf(bytes, join(temporaryFolder(), "case.tar"))).toBe("valid");
  });

  test.each(ATTACKS)("%s is not believed", (_what, make) => {
    expect(outcomeOf(make(), join(temporaryFolder(), "case.tar"))).not.toBe("valid");
  });

  test("with any bit flipped is not believed", () => {
    const random = randomFrom(runSeed("case-flips"));
    const path = join(temporaryFolder(), "case.tar");
    const accepted: number[] = [];
    for (let i = 0; i < volume(150, 100_000); i++) {
      const at = random.below(bytes.length);
      const made = Buffer.from(bytes);
      made[at] = (made[at] ?? 0) ^ (1 << random.below(8));
      if (outcomeOf(made, path) === "valid") accepted.push(at);
    }
    expect(accepted).toEqual([]);
  });

  test("that is refused is one line with its status, for both commands", async () => {
    const path = join(temporaryFolder(), "case.tar");
    writeFileSync(path, bytes.subarray(0, 4 * TAR_BLOCK));
    expectProblem(await commandHere(["verify", path]), EXIT.notValid, /is no whole case file: it ends within/);
    expectProblem(await commandHere(["rejudge", path]), EXIT.notValid, /is no whole case file: it ends within/);
  });
});
