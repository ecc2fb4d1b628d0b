import { generateKeyPairSync } from "node:crypto";
import { expect, it } from "vitest";
import { wellBeat } from "../../../test/support/memory-floor.ts";
import { newStanding } from "../../../src/floor/standing.ts";
import { Heartbeats } from "./heartbeats.ts";

const LOG = "tirada.example/c/r1";
const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const OWN = { key, days: { certificate: 90, list: 6 }, published: 0, temperature: null };
const MEASURED = [{ measure: "rotor-speed", part: "", day: "2026-11-29", value: 241, rounds: 40 }];

it("says what was measured, and leaves it out for an hour where a floor of before refuses it", async () => {
  const said: boolean[] = [];
  let isOld = false;
  const heartbeats = new Heartbeats({
    ask: (question) => {
      const has = "body" in question && question.body.includes("measured");
      said.push(has);
      const refused = has && isOld ? ({ why: "malformed", seq: null } as const) : null;
      return Promise.resolve({ is: "answer", standing: newStanding(LOG), refused });
    },
  });
  const { v: _v, days: _days, published: _p, temperature: _t, ...facts } = wellBeat(LOG, { name: "R1" });
  const beat = () => heartbeats.send({ ...facts, measured: MEASURED }, OWN);
  await beat();
  expect(said.splice(0)).toEqual([true]);
  isOld = true;
  await beat();
  // The table is heard all the same.
  expect(said.splice(0)).toEqual([true, false]);
  for (let n = 0; n < 720; n++) await beat();
  expect(said.splice(0)).toEqual(Array.from({ length: 720 }, () => false));
  isOld = false;
  await beat();
  expect(said).toEqual([true]);
});
