import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { LOG, table, witness, SEED_1, signerFromSeed } from "../../../src/record/vector.fixture.ts";
import { readWitnessConfig } from "./config.ts";
import { runWitness } from "./run.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { CERTIFICATE, KEY, witnessConfig, witnessFolder } from "./witness.fixture.ts";

const EXAMPLE = fileURLToPath(new URL("../../../examples/witness/witness.yaml", import.meta.url));
const GOOD = `name: tirada.example/casino-1/witness
listen:
  host: 127.0.0.1
tls:
  certificate: a.pem
  key: b.pem
folder: var/witness
logs:
  - ${table.verifier.vkey}
`;
/** With y = 1: a point of order 1. */
const SMALL = "tirada.example/small/table+00000000+AQEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

function read(text: string): ReturnType<typeof readWitnessConfig> {
  const path = join(witnessFolder(), "witness.yaml");
  writeFileSync(path, text);
  return readWitnessConfig(path);
}

describe("the configuration of a witness", () => {
  test("the example is read", () => {
    const config = readWitnessConfig(EXAMPLE);
    expect(config.logs.map(({ name }) => name)).toEqual([LOG]);
    expect(config.listen.port).toBe(8471);
  });
  test("a log whose key gave way has both", () => {
    const later = signerFromSeed(LOG, "11".repeat(32)).verifier.vkey;
    expect(read(`${GOOD}  - ${later}\n`).logs.map(({ vkey }) => vkey)).toEqual([table.verifier.vkey, later]);
  });
  test("the port has a default", () => expect(read(GOOD).listen).toEqual({ host: "127.0.0.1", port: 8471 }));
  test.each([
    ["an unknown key", `${GOOD}keys: []\n`, /witness\.yaml:10:\d+: .*keys/],
    ["a missing key", GOOD.replace("folder: var/witness\n", ""), /missing key "folder"/],
    [
      "a name without a slash",
      GOOD.replace("name: tirada.example/casino-1/witness", "name: witness"),
      /witness\.yaml:1:.*must look like/,
    ],
    ["no logs", GOOD.replace(/logs:\n.*\n$/, "logs: []\n"), /witness\.yaml:8:/],
    ["a vkey that is none", GOOD.replace(table.verifier.vkey, "table-07"), /witness\.yaml:9:.*not a vkey/],
    ["a vkey copied wrong", GOOD.replace("+ccf33cac+", "+ccf33cad+"), /witness\.yaml:9:.*copied wrong/],
    [
      "the key of a witness",
      GOOD.replace(table.verifier.vkey, witness.verifier.vkey),
      /witness\.yaml:9:.*key of a witness/,
    ],
    ["a key of small order", GOOD.replace(table.verifier.vkey, SMALL), /witness\.yaml:9:.*small order/],
    ["a log twice", `${GOOD}  - ${table.verifier.vkey}\n`, /witness\.yaml:10:.*there twice/],
    [
      "one key under two names",
      `${GOOD}  - ${signerFromSeed("tirada.example/casino-1/table-08", SEED_1).verifier.vkey}\n`,
      /witness\.yaml:10:.*there twice/,
    ],
    ["its own name", GOOD.replace(/name: .*/, `name: ${LOG}`), /witness\.yaml:9:.*there twice/],
    [
      "a vkey of its own that is a table's",
      GOOD.replace("folder: var/witness", `folder: var/witness\nvkey: ${table.verifier.vkey}`),
      /witness\.yaml:8:.*key of a table/,
    ],
    [
      "a vkey of its own that is another witness's",
      GOOD.replace("folder: var/witness", `folder: var/witness\nvkey: ${witness.verifier.vkey}`).replace(
        /name: .*/,
        "name: tirada.example/casino-2/witness",
      ),
      /witness\.yaml:8:.*this witness is tirada\.example\/casino-2/,
    ],
    ["what is no YAML", "a: [", /witness\.yaml:1:/],
  ])("%s is refused with its line", (_, text, says) => expect(() => read(text)).toThrow(says));
  test("a file that is not there", () =>
    expect(() => readWitnessConfig("/nowhere/witness.yaml")).toThrow("the configuration: cannot read"));
});

describe("what it cannot start with is one line", () => {
  const start = (change: Partial<ReturnType<typeof witnessConfig>>): Promise<unknown> =>
    runWitness({
      config: { ...witnessConfig(witnessFolder(), [table.verifier]), ...change },
      clock: systemClock(),
      onNotice: () => undefined,
    });
  test.each([
    ["no certificate", { tls: { certificate: "/nowhere.pem", key: KEY } }, "tls.certificate: cannot read"],
    ["a certificate that is none", { tls: { certificate: EXAMPLE, key: KEY } }, "do not make a server"],
    ["a key that is none", { tls: { certificate: CERTIFICATE, key: EXAMPLE } }, "do not make a server"],
    ["an address that it has not", { listen: { host: "192.0.2.1", port: 0 } }, "cannot serve on 192.0.2.1"],
  ])("%s", (_, change, says) => expect(start(change)).rejects.toThrow(says));
});
