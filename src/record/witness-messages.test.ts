import { describe, expect, test } from "vitest";
import { checkpointText, cosignCheckpoint, signCheckpoint } from "./checkpoint.ts";
import { parseVkey } from "./keys.ts";
import { frontierRoot, EMPTY_FRONTIER, grow, leafHash } from "./merkle.ts";
import { NoteError, parseNote, signNote } from "./note.ts";
import { signerFromSeed, SEED_1, table, vectorLines, witness, WITNESS } from "./vector.fixture.ts";
import { utf8 } from "./bytes.ts";
import {
  formatRequest,
  MAX_PROOF_LINES,
  MAX_REQUEST_BYTES,
  parseRequest,
  parseSize,
  readCosignature,
} from "./witness-messages.ts";

/** The three records of the vector, their checkpoint, and what its witness signed (accepted by Go's sumdb/note and openssl). */
const ROOT = frontierRoot(
  vectorLines().reduce((frontier, { line }) => grow(frontier, leafHash(utf8(line))), EMPTY_FRONTIER),
);
const CHECKPOINT = signCheckpoint(3, ROOT, table);
const WITNESS_VKEY = "tirada.example/casino-1/witness+f2f084f4+BD1AF8PoQ4lakrcKp00bfrycmCzPLsSWjMDNVfEq9GYM";
const WITNESS_TIME = 1_795_255_320;
const LINE =
  "— tirada.example/casino-1/witness " +
  "8vCE9AAAAABrAWwYHWoqheqWsaXfX3kpk1MfjHMU2vinGibHBaBImNIk/dldclYEAB9be+t+1xEHrcjAnO28zWtZai2uTOu+MqzBAw==\n";

/** The request of the protocol's own text (C2SP tlog-witness, "Example request body"). */
const EXAMPLE = [
  "old 20852014",
  "PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=",
  "jrJZDmY8Y7SyJE0MWLpLozkIVMSMZcD5kvuKxPC3swk=",
  "5+pKlUdi2LeF/BcMHBn+Ku6yhPGNCswZZD1X/6QgPd8=",
  "/6WVhPs2CwSsb5rYBH5cjHV/wSmA79abXAwhXw3Kj/0=",
  "",
  "example.com/behind-the-sofa",
  "20852163",
  "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=",
  "",
  "— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=",
  "",
].join("\n");

describe("the cosignature of the vector", () => {
  const key = parseVkey(WITNESS_VKEY);
  test("is read with its time, and is what this witness makes", () => {
    expect(readCosignature(CHECKPOINT, LINE, key, null)).toEqual({
      name: WITNESS,
      time: WITNESS_TIME,
      line: LINE,
    });
    expect(cosignCheckpoint(CHECKPOINT, witness, WITNESS_TIME)).toBe(CHECKPOINT + LINE);
  });
  test("stands among lines of others, which are left alone", () => {
    const other = signerFromSeed("tirada.example/other", SEED_1, "cosignature");
    const theirs = cosignCheckpoint(CHECKPOINT, other, 1).slice(CHECKPOINT.length);
    expect(readCosignature(CHECKPOINT, theirs + LINE, key, null)).toMatchObject({ time: WITNESS_TIME });
    expect(readCosignature(CHECKPOINT, theirs, key, null)).toBe("foreign-key");
  });
  test("counts once where it stands twice", () =>
    expect(readCosignature(CHECKPOINT, LINE + LINE, key, null)).toMatchObject({ line: LINE }));
  test("is told from one of an older checkpoint, of another root, and of nothing", () => {
    const before = signCheckpoint(2, ROOT, table);
    const after = signNote(checkpointText(table.verifier.name, 3, new Uint8Array(32)), table);
    const lineOf = (note: string): string => cosignCheckpoint(note, witness, 5).slice(note.length);
    expect(readCosignature(CHECKPOINT, lineOf(before), key, before)).toBe("older-checkpoint");
    expect(readCosignature(CHECKPOINT, lineOf(before), key, null)).toBe("wrong-signature");
    expect(readCosignature(CHECKPOINT, lineOf(after), key, before)).toBe("wrong-signature");
    for (const answer of ["", "\n", "yes\n", LINE.slice(0, -1), `${LINE}\n`])
      expect(readCosignature(CHECKPOINT, answer, key, null), JSON.stringify(answer)).toBe("malformed");
  });
  test("is found wrong with any bit flipped", () => {
    const bytes = Buffer.from(LINE.trimEnd().split(" ")[2] ?? "", "base64");
    for (let bit = 32; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      const line = `— ${WITNESS} ${flipped.toString("base64")}\n`;
      expect(readCosignature(CHECKPOINT, line, key, null), String(bit)).toBe("wrong-signature");
    }
  });
});

describe("requests", () => {
  test("the protocol's own example is read, and written the same", () => {
    const read = parseRequest(EXAMPLE);
    expect([read.old, read.proof.length]).toEqual([20_852_014, 4]);
    expect(parseNote(read.checkpoint).text.split("\n")[1]).toBe("20852163");
    expect(formatRequest(read)).toBe(EXAMPLE);
  });
  test("without a proof", () => {
    const request = { old: 0, proof: [], checkpoint: CHECKPOINT };
    expect(formatRequest(request)).toBe(`old 0\n\n${CHECKPOINT}`);
    expect(parseRequest(formatRequest(request))).toEqual(request);
  });
  const hash = `${Buffer.alloc(32).toString("base64")}\n`;
  test.each([
    ["nothing", ""],
    ["no old size", `\n${CHECKPOINT}`],
    ["a leading zero", `old 01\n\n${CHECKPOINT}`],
    ["a negative size", `old -1\n\n${CHECKPOINT}`],
    ["a size beyond whole numbers", `old 9999999999999999\n\n${CHECKPOINT}`],
    ["two spaces", `old  1\n\n${CHECKPOINT}`],
    ["a proof line of 31 bytes", `old 1\n${Buffer.alloc(31).toString("base64")}\n\n${CHECKPOINT}`],
    ["a proof line with loose bits", `old 1\n${"A".repeat(42)}B=\n\n${CHECKPOINT}`],
    ["64 proof lines", `old 1\n${hash.repeat(MAX_PROOF_LINES + 1)}\n${CHECKPOINT}`],
    ["no empty line", `old 1\n${hash}`],
    ["too much", `old 1\n\n${"x".repeat(MAX_REQUEST_BYTES)}`],
  ])("%s is refused", (_, body) => expect(() => parseRequest(body)).toThrow(NoteError));
  test("63 proof lines are taken", () =>
    expect(parseRequest(`old 1\n${hash.repeat(MAX_PROOF_LINES)}\n${CHECKPOINT}`).proof.length).toBe(63));
});

test.each([
  ["0\n", 0],
  ["20852163\n", 20_852_163],
  ["20852163", null],
  ["01\n", null],
  ["-1\n", null],
  ["9999999999999999\n", null],
  ["", null],
])("the size in an answer 409: %j", (body, size) => expect(parseSize(body)).toBe(size));
