import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { TechnicianData } from "../../firmware/screens/server/client.ts";
import { openForReading } from "../../firmware/evidence/log/database.ts";
import { storedLog } from "../../firmware/evidence/log/rows.ts";
import { verifyNamed } from "../../firmware/evidence/verify/verify-named.ts";
import { exportOfUnit } from "../support/unit-export.ts";
import {
  CERTIFICATE,
  testWitness,
  witnessFolder,
  type TestWitness,
} from "../../firmware/office/witness/witness.fixture.ts";
import { logId } from "../../firmware/office/witness/server.ts";
import { verifyCertificate } from "../../src/record/verify-certificate.ts";
import { parseVkey, type Verifier } from "../../src/record/keys.ts";
import { testTable, toResult, type TestTable } from "../support/running-table.ts";
import { until } from "../support/screen-line.ts";
import { ALL } from "../support/volume.ts";

/** Whole tables with a real witness over TLS. */

type State = NonNullable<TechnicianData["witness"]>;

async function health(table: TestTable): Promise<State | null> {
  const answer = await fetch(new URL("health", table.now.url));
  return ((await answer.json()) as { readonly witness: State | null }).witness;
}

/** Waits for what `/health` says of the witness. */
async function witnessed(table: TestTable, what: string, fits: (state: State) => boolean): Promise<State> {
  const seen: State[] = [];
  let isAsking = false;
  await until(what, () => {
    if (!isAsking) {
      isAsking = true;
      void health(table).then((now) => {
        if (now !== null) seen.push(now);
        isAsking = false;
      });
    }
    return seen.some(fits);
  });
  return seen.find(fits)!;
}

function keyOf(table: TestTable): Verifier {
  const db = openForReading(table.journal);
  try {
    return parseVkey(storedLog(db)?.vkey ?? "");
  } finally {
    db.close();
  }
}

const keysOf = (witness: TestWitness) => ({ url: witness.url, key: witness.vkey, ca: CERTIFICATE });

test("a table has its checkpoints cosigned, plays on without its witness and says so", async () => {
  let witness: TestWitness | null = null;
  const table = await testTable({ witness: () => (witness === null ? null : keysOf(witness)) });
  expect(await health(table)).toBeNull();
  const [folder, key] = [witnessFolder(), keyOf(table)];
  witness = await testWitness(folder, [key]);
  await table.again();
  const first = await witnessed(table, "a cosignature", ({ size }) => size > 0);
  expect(first).toMatchObject({ trouble: null, minutes: 0, name: witness.address.key.name });

  const given = [witness.address.key];
  const fileOf = async (path: string): Promise<string> =>
    (await fetch(new URL(`certificate/0${path}`, table.now.url))).text();
  const certificate = { json: await fileOf(""), proof: await fileOf("/proof") };
  expect(verifyCertificate(certificate, key, given)).toMatchObject({
    ok: true,
    witnessed: [{ name: first.name }],
  });
  expect(verifyCertificate(certificate, key).notes.join()).toContain(
    "not checked, give its key with --witness",
  );

  // Nobody answers any more: the table plays on, signs, and says why.
  await witness.stop();
  await table.again();
  expect(await toResult(table)).toMatchObject({ body: { kind: "result" } });
  const silent = await witnessed(table, "silence", ({ trouble }) => trouble === "silent");
  expect(silent).toMatchObject({ size: first.size, why: "ECONNREFUSED" });
  expect(await toResult(table)).toMatchObject({ body: { certainty: { level: "certified" } } });

  // The same witness again, elsewhere: it goes on from what it knows, which its own tests hold too.
  let cosigned = first;
  if (ALL) {
    witness = await testWitness(folder, [key]);
    await table.again();
    cosigned = await witnessed(table, "another cosignature", ({ size }) => size > first.size);
    expect(cosigned.trouble).toBeNull();
  }

  const path = join(table.folder, "table.tirada-export");
  const exported = await exportOfUnit(table.config.storage.folder, path);
  expect(exported.ok).toBe(true);
  await table.stop();
  const vkey = key.vkey;
  for (const file of [path, table.journal]) {
    const checked = await verifyNamed({ file }, { vkey, witnesses: [witness.vkey] });
    expect([checked.problems, checked.witnessed]).toEqual([
      [],
      [{ name: first.name, size: cosigned.size, time: expect.any(Number) as number }],
    ]);
    expect(checked.notes.join("\n")).toContain(
      `witnessed by ${first.name}: records up to ${cosigned.size - 1}, at `,
    );
    expect((await verifyNamed({ file }, { vkey })).notes.join("\n")).toContain(
      "not checked, give its key with --witness",
    );
  }
}, 120_000);

if (ALL)
  test("two tables on copies of one folder: the second is refused, and both journals show where they part", async () => {
    let witness: TestWitness | null = null;
    const options = { witness: () => (witness === null ? null : keysOf(witness)) };
    const first = await testTable(options);
    const key = keyOf(first);
    witness = await testWitness(witnessFolder(), [key]);
    await first.again();
    await witnessed(first, "a cosignature", ({ size }) => size > 0);
    await first.stop();
    const copy = join(first.folder, "copy");
    cpSync(first.config.storage.folder, copy, { recursive: true });
    const { records: parted } = await verifyNamed({ file: copy }, { vkey: key.vkey });

    await first.again();
    await toResult(first);
    await first.again();
    const ahead = await witnessed(first, "a later cosignature", ({ size }) => size > parted);
    const second = await testTable({ ...options, copyOf: copy });
    const refused = await second.record("fault", ({ code }) => code === "log-refused");
    expect(refused.body).toMatchObject({ device: "unit", code: "log-refused" });
    const state = await witnessed(
      second,
      "a refusal",
      ({ trouble }) => trouble !== null && trouble !== "conflict",
    );
    expect(["ahead", "forked"]).toContain(state.trouble);
    expect(state.size).toBeLessThanOrEqual(parted);
    // It plays on all the same.
    expect(await toResult(second)).toMatchObject({ body: { certainty: { level: "certified" } } });

    const path = join(first.folder, "first.tirada-export");
    await exportOfUnit(first.config.storage.folder, path);
    await first.stop();
    await second.stop();
    const given = { vkey: key.vkey, witnesses: [witness.vkey] };
    const [ofFirst, ofSecond] = [
      await verifyNamed({ file: first.journal }, given),
      await verifyNamed({ file: second.journal }, given),
    ];
    expect(ofFirst.problems).toEqual([]);
    // That the witness refused it is a record of the second's own.
    expect(ofSecond.problems.length).toBeGreaterThan(0);
    for (const { what } of ofSecond.problems)
      expect(what).toMatch(/^the table recorded that its witness .*\(log-refused, (?:ahead|forked)\)$/);
    expect(ofFirst.witnessed[0]?.size).toBeGreaterThanOrEqual(ahead.size);
    expect(ofSecond.witnessed[0]?.size).toBe(state.size);
    expect(ofSecond.notes.join("\n")).toMatch(new RegExp(`not witnessed .*: records ${state.size}–`));
    const compared = await verifyNamed({ file: second.journal, against: path }, given);
    expect(compared.ok).toBe(false);
    expect(compared.problems).toContainEqual(expect.objectContaining({ seq: parted }));
    // The witness's own note of what it cosigned last tells the two apart as well.
    const kept = join(first.folder, "kept.note");
    writeFileSync(kept, await witness.get(`/logs/${logId(key.name)}/checkpoint`));
    expect(await verifyNamed({ file: first.journal }, { ...given, kept })).toMatchObject({ ok: true });
    expect(await verifyNamed({ file: second.journal }, { ...given, kept })).toMatchObject({ ok: false });
  }, 120_000);
