import { expect, test } from "vitest";
import { utf8 } from "./bytes.ts";
import { cosignCheckpoint, signCheckpoint } from "./checkpoint.ts";
import { leafHash, nodesOf, treeRoot } from "./merkle.ts";
import { table, vectorLines, witness } from "./vector.fixture.ts";

/**
 * The vector of the evidence format: keys of RFC 8032 section 7.1, three records of format 1. Its values were made by another program
 * and taken by Go's sumdb/note and sumdb/tlog and by openssl.
 */
test("the vector of the evidence format", () => {
  const lines = vectorLines();
  expect(lines.map(({ hash }) => [hash.slice(0, 8), hash.slice(-6)])).toEqual([
    ["160cce3b", "1ca2f3"],
    ["96ec977a", "26ec8f"],
    ["21684448", "209a10"],
  ]);
  expect(table.verifier.vkey).toBe(
    "tirada.example/casino-1/table-07+ccf33cac+AddamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea",
  );
  expect(witness.verifier.vkey).toBe(
    "tirada.example/casino-1/witness+f2f084f4+BD1AF8PoQ4lakrcKp00bfrycmCzPLsSWjMDNVfEq9GYM",
  );
  expect(table.sign(utf8(lines[1]?.line ?? "")).toString("base64")).toBe(
    "8Ymb2y3uZgRcqzmWYNy4SaUEVA4zZONpucMjxv5WM6THFx6ftIQwa0roBpjVlNfwOIYQtVS3eDGL+nKPLwhKAA==",
  );
  const root = treeRoot(3, nodesOf(lines.map(({ line }) => leafHash(utf8(line)))));
  expect(cosignCheckpoint(signCheckpoint(3, root, table), witness, 1_795_255_320).split("\n")).toEqual([
    "tirada.example/casino-1/table-07",
    "3",
    "bhrgXyJkhPLcwCvAmFWOuTn8gSJlgnxgPdn0xQBmw1M=",
    "",
    "— tirada.example/casino-1/table-07 zPM8rBaJZ2VAel4JqOzFCO9q4iKGU1nPQGBY1BXkMuQtQjf9uJenEGOzgsJ2r20PxgeCC1rQeolC48jIabDCbo29DwE=",
    "— tirada.example/casino-1/witness 8vCE9AAAAABrAWwYHWoqheqWsaXfX3kpk1MfjHMU2vinGibHBaBImNIk/dldclYEAB9be+t+1xEHrcjAnO28zWtZai2uTOu+MqzBAw==",
    "",
  ]);
});
