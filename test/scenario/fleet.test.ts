import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { statusLines, type TableStatus } from "../../firmware/office/fleet/status.ts";
import { realDisk, setDisk } from "../../firmware/files/disk.ts";
import { wavesOf } from "../../src/fleet/plan.ts";
import { notBack } from "../../src/fleet/progress.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { casino, type Held } from "../support/casino.ts";
import { commandHere } from "../support/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { lyingRelay } from "../support/lying-relay.ts";
import { COUNT, place, PlayedFleet, relayAt, STEP_S, type Place } from "../support/played-fleet.ts";
import { volume, ALL } from "../support/volume.ts";

/**
 * A release comes to a fleet: a relay as it stands, units whose far side and updater are as they stand, a laptop as it stands. Orders are
 * signed, judged and answered for real; time is the test's.
 */

/** From the record of a return to the stop. */
const STOP_WITHIN_S = 60;

// Whether it is durable is other tests' concern; what the laptop keeps is written all the same.
beforeEach(() => setDisk({ ...realDisk, fsyncSync: () => undefined }));
afterEach(() => setDisk());

/** A release comes in waves; one bad table stops it; one order brings everybody back. */
async function playStop(base: Place): Promise<void> {
  const played = new PlayedFleet(base);
  const { plan, units, old, next } = base;
  const waves = wavesOf(plan);
  const bad = played.unit(waves[1]!.at(-1)!);
  bad.machine.behaves.set(next, "crash-at-start");
  await played.startRelay();
  onTestFinished(() => played.stopRelay());

  // The first wave, and a laptop that is killed whenever it likes.
  await played.until("the first order", () => played.run.state.letters.some(({ what }) => what === "install"));
  played.kill();
  await played.until("the first wave", () => played.run.standing.unconfirmed.length === 0);
  expect(played.run.standing.wave).toBe(0);
  expect(units.filter(({ ran }) => ran.includes(next)).map(({ name }) => name)).toEqual(waves[0]);
  await played.until("the second wave", () => bad.orders.some((one) => one["action"] === "install"));
  played.kill();
  await played.until("the return", () => bad.last?.step === "returned");
  const within = await played.until("the stop", () => played.stopped !== null, 2 * STOP_WITHIN_S);
  expect(played.run.state.progress.stopped).toMatchObject({ why: "table-returned", table: bad.name });
  expect(within).toBeLessThanOrEqual(STOP_WITHIN_S);
  for (let more = 0; more < 6; more++) await played.step();
  expect(units.filter(({ orders }) => orders.some((one) => one["action"] === "install"))).toHaveLength(
    waves.slice(0, 2).flat().length,
  );

  // One order: every table that has it goes back, and the one that is back already does nothing.
  const touched = played.run.return("Ana Soto");
  expect(touched).toBe(waves.slice(0, 2).flat().length);
  await played.until("everybody to be back", () => notBack(plan, played.run.state.progress).length === 0);
  expect(new Set(units.map(({ machine }) => machine.running?.rel))).toEqual(new Set([old]));
  const rollbacks = units.flatMap(({ orders }) =>
    orders.flatMap((one) => (one["what"] === "accepted" && one["action"] === "rollback" ? [one["order"]] : [])),
  );
  expect([rollbacks.length, new Set(rollbacks).size]).toEqual([touched, 1]);
  expect(played.wrong).toEqual([]);
  bad.machine.behaves.clear();
  await played.stopRelay();
}

/** A relay that is killed, cut off or lies: nothing is installed that was not ordered. */
async function playLies(base: Place): Promise<void> {
  const { plan, units, old, next, clock } = base;
  const played = new PlayedFleet(base);
  const waves = wavesOf(plan);
  const stepsIn = async (seconds: number): Promise<void> => {
    for (let gone = 0; gone < seconds; gone += STEP_S) await played.step();
  };
  await played.startRelay();
  onTestFinished(() => played.stopRelay());
  // Killed with the first order in its box; it comes back with what it kept.
  await played.until("the first order", () => played.run.state.letters.some(({ what }) => what === "install"));
  await played.stopRelay();
  await stepsIn(120);
  expect([played.stopped, played.run.reasonOf(waves[0]![0]!)]).toEqual([
    null,
    "the relay does not answer: ECONNREFUSED",
  ]);
  await played.startRelay();
  await played.until("the first wave", () => played.run.standing.unconfirmed.length === 0);
  // Somebody with the relay's key stands in its place when the second wave is ordered.
  await played.until("the second wave to be heard", () => played.run.standing.wave === 1);
  await played.stopRelay();
  const began = clock.wall();
  const liar = await lyingRelay(played);
  await played.until("the stop", () => played.stopped !== null, 600);
  expect(played.stopped).toBe("table-silent");
  expect(liar.asked()).toBeGreaterThan(units.length * 5);
  const refused = units.flatMap(({ orders }) =>
    orders.flatMap(({ what, why }) => (what === "refused" ? [why] : [])),
  );
  expect([...new Set(refused)].sort()).toEqual(expect.arrayContaining(["certificate-foreign", "changed"]));
  for (const { heard } of Object.values(played.run.state.progress.tables))
    expect(heard?.receivedAt ?? 0).toBeLessThanOrEqual(began + STEP_S * 1_000);
  expect(played.wrong).toEqual([]);
  await liar.stop();

  // The relay itself again: it goes on where it was, and the last wave waits for a second person.
  await played.startRelay();
  played.isBenThere = false;
  played.run.hear({ f: "go-on", by: "Ana Soto", without: [], at: clock.wall() });
  await played.until("the second person to be due", () => played.run.waitsForSecond === 2);
  await stepsIn(60);
  expect(units.filter(({ machine }) => machine.running?.rel === next)).toHaveLength(
    waves.slice(0, 2).flat().length,
  );
  played.isBenThere = true;
  await played.until("every wave", () => played.run.standing.wave === null);
  const running = (rel: string): readonly string[] =>
    units.filter(({ machine }) => machine.running?.rel === rel).map(({ name }) => name);
  expect(running(old)).toEqual(plan.held);
  expect(running(next)).toHaveLength(COUNT - 1);

  // And all of them back, with one signature.
  expect(played.run.return("Ana Soto")).toBe(COUNT - 1);
  await played.until("everybody to be back", () => notBack(plan, played.run.state.progress).length === 0);
  expect(running(old)).toHaveLength(COUNT);
  expect(played.wrong).toEqual([]);
}

if (ALL)
  test(
    "waves stop at one bad table and go back with one order; a relay that lies has nothing installed",
    async () => {
      const base = await place();
      await playStop(base);
      await playLies(base);
    },
    volume(600_000, 3_600_000),
  );

test("one table of a wave waits: the run and the status say what for, since when and why, and the others need not", async () => {
  const base = await place(4);
  const played = new PlayedFleet({
    ...base,
    plan: { ...base.plan, stop: { ...base.plan.stop, waitMinutes: 5 } },
  });
  const { plan } = played.place;
  const late = played.unit(wavesOf(plan)[1]![0]!);
  late.machine.obstacles = ["decision-waiting", "held"];
  await played.startRelay();
  onTestFinished(() => played.stopRelay());
  await played.until("the stop", () => played.stopped !== null, 3_000);
  const { stopped, tables } = played.run.state.progress;
  const since = late.waits!.standing!["decision-waiting"]!;
  const each = `somebody has still to decide or to confirm something (since ${since}); updates are held at this table (since ${since})`;
  expect(stopped).toMatchObject({ why: "table-waits", table: late.name });
  expect(stopped?.detail).toContain(each);
  const heard = Object.entries(tables).flatMap(([table, { heard: report }]): TableStatus[] =>
    report === null ? [] : [{ table, is: "heard", verdict: null, standing: report.standing }],
  );
  const status = statusLines(plan, heard).filter((line) => line.startsWith("waits at"));
  expect(status).toEqual([`waits at ${late.name}: 2.0.0, announced ${late.waits!.since}: ${each}`]);
  // The others have it once somebody has looked, and went on without this one.
  played.run.hear({ f: "go-on", by: "Ana Soto", without: [late.name], at: base.clock.wall() });
  await played.until("every wave", () => played.run.standing.wave === null, 3_000);
  expect(base.units.filter(({ ran }) => ran.includes(base.next)).map(({ name }) => name)).toEqual(
    plan.tables.map(({ table }) => table).filter((name) => name !== late.name && !plan.held.includes(name)),
  );
  expect(played.wrong).toEqual([]);
}, 120_000);

test("the commands: signed, started, stopped, gone on with, gone back; nobody else's plan, no second run", async () => {
  const clock = systemClock();
  const here = await place(1, clock);
  const [unit] = here.units;
  const relay = await relayAt(here);
  onTestFinished(() => relay.stop());
  const over = new AbortController();
  const played = (async () => {
    while (!over.signal.aborted) {
      await unit!.pass(60, 1);
      await unit!.look();
      await clock.sleep(US_PER_S / 5);
    }
  })();
  onTestFinished(() => over.abort());
  const folder = temporaryFolder();
  const [yaml, plan] = [join(folder, "spring.yaml"), join(folder, "spring.plan")];
  const signer = (held: Held) => ["--key", held.keyPath, "--certificate", held.certificatePath];
  const far = ["--relay", relay.url, "--authority", here.here.authority.certificatePath, ...signer(here.ana)];
  const fleet = (word: string, ...more: readonly string[]) => commandHere(["fleet", word, plan, ...more]);
  writeFileSync(yaml, JSON.stringify({ ...here.plan, stops: {} }));
  const wrong = await commandHere(["fleet", "plan", yaml, ...signer(here.ana), "--out", plan]);
  expect([wrong.status, wrong.stderr]).toEqual([
    2,
    expect.stringMatching(/spring\.yaml:1:\d+: unknown key "stops"/),
  ]);
  writeFileSync(yaml, JSON.stringify(here.plan));
  for (const [file, held] of [
    [yaml, here.ana],
    [plan, here.ben],
  ] as const)
    expect(
      await commandHere(["fleet", "plan", file, ...signer(held), ...(file === yaml ? ["--out", plan] : [])]),
    ).toMatchObject({ status: 0, stderr: "" });
  expect(await fleet("plan", ...signer(here.ben))).toMatchObject({ status: 2 });
  expect(await fleet("go-on", ...far)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("not started") as string,
  });

  const started = await fleet("start", "--every", "5", ...far);
  expect([started.status, started.stderr]).toEqual([0, ""]);
  expect(started.stdout).toMatch(
    /1 to be heard[\s\S]*ordered at 1 tables?\n[\s\S]*every wave is over: release 2\n$/,
  );
  expect(unit!.last).toMatchObject({ step: "confirmed", digest: here.next });
  expect(await fleet("start", ...far)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("started before") as string,
  });
  const status = await fleet("status", ...far);
  expect(status.stdout).toMatch(/1 of 1 tables answered\nrelease x \(.{16}, that of the plan\): 1 table\n/);

  // Who stops it is somebody: one who signed the plan, or whose certificate is the authority's.
  const authority = ["--authority", here.here.authority.certificatePath] as const;
  const stranger = await (await casino("other")).issue("Ana Soto", { as: "tecnico" });
  for (const [who, why] of [
    [["--person", "Ben Riuz"], /nobody called "Ben Riuz".*did you mean "Ben Ruiz".*it has Ana Soto, Ben Ruiz/],
    [["--certificate", stranger.certificatePath, ...authority], /counts for nothing: certificate-foreign/],
    [["--certificate", here.ben.certificatePath], /say who stops it/],
    [[], /say who stops it/],
  ] as const) {
    const refused = await fleet("stop", ...who);
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringMatching(why)]);
    expect(existsSync(`${plan}.stop`)).toBe(false);
  }
  for (const who of [
    ["--person", "ben  ruiz"],
    ["--certificate", here.ben.certificatePath, ...authority],
  ]) {
    expect(await fleet("stop", ...who)).toMatchObject({ status: 0, stderr: "" });
    expect(readFileSync(`${plan}.stop`, "utf8")).toBe("Ben Ruiz\n");
    rmSync(`${plan}.stop`);
  }
  expect((await fleet("stop", "--person", "Ben Ruiz")).status).toBe(0);
  // So is who goes on: nobody goes on by a certificate of another house.
  expect(await fleet("go-on", "--relay", relay.url, ...authority, ...signer(stranger))).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("certificate-foreign") as string,
  });
  expect(await fleet("go-on", ...far)).toMatchObject({ status: 0, stdout: "every wave is over: release 2\n" });
  // A run of another process that lives.
  writeFileSync(`${plan}.running`, `${process.ppid}\n`);
  expect(await fleet("rollback", ...far)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("under way") as string,
  });
  rmSync(`${plan}.running`);
  const back = await fleet("rollback", "--every", "5", ...far);
  expect([back.status, back.stdout]).toEqual([
    0,
    expect.stringMatching(/ordered to go back[\s\S]*every table is back\n$/),
  ]);
  expect(unit!.machine.running?.rel).toBe(here.old);

  // A plan that somebody changed, and one of a stranger.
  const text = readFileSync(plan, "utf8");
  writeFileSync(plan, text.replace('"silentMinutes":5', '"silentMinutes":9'));
  expect((await fleet("status", ...far)).stderr).toMatch(/not what Ana Soto signed/);
  writeFileSync(plan, text);
  over.abort();
  await played;
  await relay.stop();
  const silent = await fleet("status", "--wait", "1", ...far);
  expect(silent.status).toBe(3);
  expect(silent.stdout).toMatch(
    /0 of 1 tables answered\nno answer since \d{4}-.* of casino-1\/table-01: the relay does not answer: ECONNREFUSED/,
  );
}, 300_000);
