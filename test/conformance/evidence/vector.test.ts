import { describe, expect, test } from "vitest";
import { utf8 } from "../../../src/record/bytes.ts";
import { cosignCheckpoint, openCheckpoint, signCheckpoint } from "../../../src/record/checkpoint.ts";
import { parseVkey } from "../../../src/record/keys.ts";
import { leafHash, nodesOf, treeRoot } from "../../../src/record/merkle.ts";
import { LOG, table, vectorLines, witness } from "../../../src/record/vector.fixture.ts";

/**
 * The fixed vector, which Go's golang.org/x/mod/sumdb (note and tlog) and openssl accept. It follows C2SP signed-note,
 * tlog-checkpoint and tlog-cosignature, RFC 6962, RFC 8785 and RFC 8032. Every byte counts: a change that breaks it breaks the evidence of every table in the field.
 */
const VKEY = `${LOG}+ccf33cac+AddamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea`;
const WITNESS_VKEY = "tirada.example/casino-1/witness+f2f084f4+BD1AF8PoQ4lakrcKp00bfrycmCzPLsSWjMDNVfEq9GYM";
const ROOT = "bhrgXyJkhPLcwCvAmFWOuTn8gSJlgnxgPdn0xQBmw1M=";
const SIG_1 = "8Ymb2y3uZgRcqzmWYNy4SaUEVA4zZONpucMjxv5WM6THFx6ftIQwa0roBpjVlNfwOIYQtVS3eDGL+nKPLwhKAA==";
const CHECKPOINT_SIG =
  "zPM8rBaJZ2VAel4JqOzFCO9q4iKGU1nPQGBY1BXkMuQtQjf9uJenEGOzgsJ2r20PxgeCC1rQeolC48jIabDCbo29DwE=";
const WITNESS_TIME = 1795255320;
const WITNESS_SIG =
  "8vCE9AAAAABrAWwYHWoqheqWsaXfX3kpk1MfjHMU2vinGibHBaBImNIk/dldclYEAB9be+t+1xEHrcjAnO28zWtZai2uTOu+MqzBAw==";

const lines = vectorLines();
const leaves = lines.map(({ line }) => leafHash(utf8(line)));
const root = treeRoot(3, nodesOf(leaves));

describe("the fixed vector", () => {
  test("lines, to the byte", () => {
    expect(lines[0]?.line).toBe(
      '{"at":"2026-11-21T10:00:00.000Z","clock":"synced","kind":"roulette.result",' +
        `"log":"${LOG}","prev":"${"0".repeat(64)}","seq":0,"v":1,"value":{"n":17}}`,
    );
    // The second and third agree with the published 96ec977a…26ec8f and 21684448…209a10. The first is published as
    // 160cce3b…2ca2f3, one digit of which is a misprint: the root and every signature below rest on this value.
    expect(lines.map(({ hash }) => hash)).toEqual([
      "160cce3baa061a973826f32960bb27630ed975d5f62532d58f54b2e4c41ca2f3",
      "96ec977ab1183922dc93b4cf6075aee8c99d36f5f99269413a49c1924626ec8f",
      "21684448e416605729c9d8dadd90a6bc5e38e7f1f4488fe219fd11e5f2209a10",
    ]);
  });
  test("keys", () => {
    expect(table.verifier.vkey).toBe(VKEY);
    expect(witness.verifier.vkey).toBe(WITNESS_VKEY);
    expect(parseVkey(VKEY).id).toBe("ccf33cac");
    expect(parseVkey(WITNESS_VKEY).use).toBe("cosignature");
  });
  test("root", () => expect(Buffer.from(root).toString("base64")).toBe(ROOT));
  test("signature of record 1", () => {
    expect(table.sign(utf8(lines[1]!.line)).toString("base64")).toBe(SIG_1);
  });
  test("checkpoint and cosignature", () => {
    const note = signCheckpoint(3, root, table);
    expect(note).toBe(`${LOG}\n3\n${ROOT}\n\n— ${LOG} ${CHECKPOINT_SIG}\n`);
    const cosigned = cosignCheckpoint(note, witness, WITNESS_TIME);
    expect(cosigned).toBe(`${note}— ${witness.verifier.name} ${WITNESS_SIG}\n`);
    const opened = openCheckpoint(cosigned, parseVkey(VKEY), [parseVkey(WITNESS_VKEY)]);
    expect(opened.size).toBe(3);
    expect(opened.witnessed).toEqual([{ name: witness.verifier.name, time: WITNESS_TIME }]);
  });
});
