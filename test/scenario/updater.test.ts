import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { checkUpdater, runUpdater } from "../../firmware/delivery/updater/run.ts";
import { readUpdaterConfig } from "../../firmware/delivery/updater/config.ts";
import { readSlots } from "../../firmware/delivery/updater/slots.ts";
import { unpackRelease } from "../../firmware/delivery/releases/unpack.ts";
import { askSocket } from "../../firmware/net/control.ts";
import { initSlots } from "../../firmware/delivery/updater/updater.ts";
import { wallMs } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { bundleOf } from "../support/base-machine.ts";
import { commandHere } from "../support/command.ts";
import { cheapPinHash } from "../support/pin.ts";
import { temporaryFolder } from "../support/folder.ts";
import { readJournal } from "../support/journal-reading.ts";
import { newKeys, ReleaseTree, TABLE } from "../support/release-tree.ts";
import { startProcess, writeConfig } from "../support/table-process.ts";
import { filesOf, makeRelease } from "../support/updater-machine.ts";
import { NODE_OPTIONS } from "../../firmware/node-options.ts";

/** A real table, a real updater and its commands, each on its socket. */

const ROOT = new URL("../../", import.meta.url).pathname;

const PEOPLE = ["Ana", "Ben"].map((name) => ({ name, role: "tecnico", pin: cheapPinHash("830519") }));

function tableConfig(folder: string, update: object): string {
  const path = writeConfig({
    folder,
    wheel: "/dev/serial/by-id/usb-none",
    wait: true,
    openAtStart: false,
    people: PEOPLE,
  });
  const written = JSON.parse(readFileSync(path, "utf8")) as object;
  writeFileSync(path, JSON.stringify({ format: 2, ...written, update }));
  return path;
}

it("a table is updated by command: held, announced, switched when it says yes, and each step is a record", async () => {
  const folder = temporaryFolder();
  const [unit, socket] = [join(folder, "unit.sock"), join(folder, "updater.sock")];
  const ofTable = tableConfig(folder, { socket: unit, noticeHours: 0 });
  const table = startProcess(["start", "--config", ofTable]);
  onTestFinished(() => void table.child.kill("SIGKILL"));
  const clock = systemClock();
  // The tree is stamped after the first release came here.
  const [old, next] = [makeRelease("1.0.0"), makeRelease("2.0.0")];
  const tree = new ReleaseTree(undefined, { image: newKeys(), director: newKeys() }, clock.wall());
  tree.release(2, filesOf(next));
  tree.assign(2);
  tree.base(3, "0.8.0", { pc: bundleOf("pc", "0.8.0") });
  const baseState = join(folder, "base-state");
  writeFileSync(baseState, "tirada-base/1\nkind pc\nversion 0.7.0\nslot A\nboot 0a-1\ntrial no\n");
  for (const [name, bytes] of Object.entries(tree.factoryRoots))
    writeFileSync(join(folder, `${name}.json`), bytes);
  const configPath = join(folder, "updater.yaml");
  const roots = { image: join(folder, "image.json"), director: join(folder, "director.json") };
  writeFileSync(
    configPath,
    JSON.stringify({ table: TABLE, folder: join(folder, "slots"), unit, socket, roots, baseState }),
  );
  const config = readUpdaterConfig(configPath);
  await initSlots(config.folder, unpackRelease, {
    from: old.from,
    known: old.known,
    platform: old.known.manifest.platform,
  });
  await table.url;
  const later = { ...clock, wall: () => wallMs(clock.wall() + 2_000) };
  const updater = await runUpdater({ config, configPath, clock: later, say: () => undefined });
  onTestFinished(() => updater.stop());

  const update = async (...words: readonly string[]) => {
    const own = words.includes("--person") ? ["--config", ofTable] : [];
    const { status, stdout, stderr } = await commandHere(["update", ...words, ...own, "--socket", socket]);
    return { status, said: `${stdout}${stderr}` };
  };
  const nobody = await update("hold", "--person", "Anna");
  expect(nobody.status).toBe(2);
  expect(nobody.said).toMatch(/has nobody called "Anna" \(did you mean "Ana"\?\); it has .*Ana/);
  expect(await update("hold", "--person", "Ana")).toMatchObject({ status: 0 });
  // A base system waits too, one thing at a time.
  expect(await update("base", "--from", tree.folder, "--person", "Ana")).toMatchObject({
    status: 0,
    said: expect.stringMatching(/^base 3, 0\.8\.0, is here and announced/) as string,
  });
  const waits = await update("status");
  expect(waits.said).toMatch(/^base {7}0\.7\.0, for pc; place A, kept$/m);
  expect(waits.said).toMatch(/^next base {2}0\.8\.0, number 3, waits for the table; Ana$/m);
  expect(waits.said).toMatch(/^not yet {4}updates are held at this table \(held\)$/m);
  expect(await update("install", "--from", tree.folder, "--person", "Ana")).toMatchObject({
    status: 7,
    said: expect.stringMatching(/base 0\.8\.0 is under way/) as string,
  });
  expect(await update("rollback", "--person", "Ben")).toMatchObject({ status: 0 });
  // An order does not wait for what it brings, but hears at once what cannot be.
  const source = { folder: tree.folder, isStick: false };
  const ordered = { do: "base", source, by: "Ana", order: "1f", base: 3, again: false, wait: false };
  writeFileSync(baseState, "");
  expect(await askSocket(socket, ordered)).toMatchObject({
    ok: false,
    why: expect.stringMatching(/^update refused, no-base: /) as string,
  });
  expect(await askSocket(socket, { do: "rollback", by: "Ana", order: "2f", from: null })).toMatchObject({
    ok: false,
    why: expect.stringMatching(/^no release is here to go back to/) as string,
  });
  // What it looks for is found by what the table says beside it; a table of later times sees an old repository.
  const known = { times: { witnessed: null, result: null }, confirmedRelease: null };
  const look = { do: "check", source, known } as const;
  expect(await askSocket(socket, look)).toMatchObject({
    ok: true,
    lines: [expect.stringContaining('"release":2') as string],
  });
  const aheadOfIt = { ...known, times: { ...known.times, result: "2090-01-01T00:00:00.000Z" } };
  expect(await askSocket(socket, { ...look, known: aheadOfIt })).toMatchObject({ ok: false });
  expect(await update("install", "--from", tree.folder, "--person", "Ana")).toMatchObject({
    status: 0,
    said: expect.stringMatching(/^release 2\.0\.0 \([0-9a-f]{16}\) is here and announced/) as string,
  });
  const held = await update("status");
  expect(held.said).toMatch(/^current {4}1\.0\.0 /m);
  expect(held.said).toMatch(/^update {5}2\.0\.0 \([0-9a-f]{16}\) waits for the table; Ana$/m);
  expect(held.said).toMatch(/^not yet {4}updates are held at this table \(held\)$/m);
  expect(table.child.exitCode).toBe(null);
  // An order is taken, and the record that it is done comes by itself.
  const off = { do: "hold", isHeld: false, by: "Ana", order: "3f" };
  expect(await askSocket(socket, off)).toEqual({ ok: true, lines: ['{"begun":true}'] });
  // Its next look switches: the table ends by itself, in order.
  expect(await table.ended).toMatchObject({ status: 0, stderr: "" });
  expect(readSlots(config.folder)).toMatchObject({
    current: next.known.digest,
    confirmed: old.known.digest,
    trial: { rel: next.known.digest, tries: 2 },
  });
  const records = readJournal(join(folder, "storage", "journal.db")).flatMap(({ body }) =>
    body.kind === "update" ? [body.detail] : [],
  );
  expect(records.map(({ step, by, version }) => [step, by, version])).toEqual([
    ["held", "Ana", null],
    ["announced", "Ana", "0.8.0"],
    ["refused", "Ana", null],
    ["withdrawn", "Ben", "0.8.0"],
    ["refused", "Ana", null],
    ["announced", "Ana", "2.0.0"],
    ["released", "Ana", null],
    ["switched", "Ana", "2.0.0"],
  ]);
  expect(await update("install", "--from", tree.folder)).toMatchObject({
    status: 7,
    said: expect.stringMatching(/is on trial: wait until it is confirmed/) as string,
  });
});

it("without an updater a command says so, with status 7", async () => {
  const { status, stderr } = await commandHere([
    "update",
    "status",
    "--socket",
    join(temporaryFolder(), "none.sock"),
  ]);
  expect([status, stderr]).toEqual([7, expect.stringMatching(/^tirada: no updater answers on \S+: [^\n]*\n$/)]);
});

it("the updater of a slot says whether it starts, in one line where it does not", async () => {
  const folder = temporaryFolder();
  const slot = join(folder, "slot");
  mkdirSync(join(slot, "runtime/bin"), { recursive: true });
  writeFileSync(
    join(slot, "runtime/bin/node"),
    `#!/bin/sh\ncd ${ROOT}\nshift 2\nexec ${process.execPath} ${NODE_OPTIONS.join(" ")} bin/tirada-updater.mjs "$@"\n`,
    { mode: 0o755 },
  );
  const config = join(folder, "updater.yaml");
  expect(await checkUpdater(slot, config)).toMatch(
    /^tirada: the updater's configuration: cannot read \S+: there is no such file$/,
  );
  for (const name of ["a", "b"]) writeFileSync(join(folder, name), "{}");
  writeFileSync(
    config,
    JSON.stringify({
      table: TABLE,
      folder: join(folder, "slots"),
      roots: { image: join(folder, "a"), director: join(folder, "b") },
    }),
  );
  expect(await checkUpdater(slot, config)).toBe(null);
  expect(await checkUpdater(join(folder, "none"), config)).toMatch(/ENOENT/);
});
