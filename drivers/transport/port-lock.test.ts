import { spawn } from "node:child_process";
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { lockPort } from "./port-lock.ts";

const DEVICE = "/dev/ttyUSB0";
let dir: string;
let file: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "port-lock-"));
  file = join(dir, "LCK..ttyUSB0");
});
afterEach(() => rm(dir, { recursive: true }));

it("keeps the second out, names the holder, and leaves nothing behind", async () => {
  const lock = await lockPort(DEVICE, dir);
  expect(await readFile(file, "latin1")).toMatch(/^ *\d+\n/);
  expect((await readFile(file, "latin1")).slice(0, 11)).toBe(`${String(process.pid).padStart(10)}\n`);
  await expect(lockPort(DEVICE, dir)).rejects.toMatchObject({
    code: "busy",
    message: expect.stringContaining(`process ${process.pid}`) as string,
  });
  await lock.release();
  expect(await readdir(dir)).toEqual([]);
  await (await lockPort(DEVICE, dir)).release();
});

it("honours the lock of another program that lives", async () => {
  const other = spawn("sleep", ["60"]);
  await writeFile(file, `${String(other.pid).padStart(10)}\n`);
  await expect(lockPort(DEVICE, dir)).rejects.toMatchObject({
    code: "busy",
    message: expect.stringContaining("sleep") as string,
  });
  const ended = new Promise((resolve) => other.once("close", resolve));
  other.kill("SIGKILL");
  await ended;
  await (await lockPort(DEVICE, dir)).release();
});

it("a holder killed with -9 does not block the next start", async () => {
  const script = `
    import { lockPort } from ${JSON.stringify(new URL("./port-lock.ts", import.meta.url).href)};
    await lockPort(${JSON.stringify(DEVICE)}, ${JSON.stringify(dir)});
    process.stdout.write("held");
    await new Promise(() => process.stdin.resume());`;
  const holder = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  await new Promise((resolve) => holder.stdout.once("data", resolve));
  // By its program, and not by the name that Node gives to its threads.
  await expect(lockPort(DEVICE, dir)).rejects.toMatchObject({
    code: "busy",
    message: expect.stringContaining(`is taken by node (process ${holder.pid})`) as string,
  });
  const ended = new Promise((resolve) => holder.once("close", resolve));
  holder.kill("SIGKILL");
  await ended;
  const lock = await lockPort(DEVICE, dir);
  expect(await readdir(dir)).toEqual(["LCK..ttyUSB0"]);
  await lock.release();
});

it("takes over from a process whose number somebody else has now", async () => {
  await writeFile(file, `${String(process.pid).padStart(10)}\ntirada 1\n`);
  await (await lockPort(DEVICE, dir)).release();
});

it("takes over an empty or damaged lock file", async () => {
  for (const content of ["", "nonsense\n"]) {
    await writeFile(file, content);
    await (await lockPort(DEVICE, dir)).release();
  }
});

it("does not remove a lock that is no longer ours", async () => {
  const lock = await lockPort(DEVICE, dir);
  await writeFile(file, `${String(1).padStart(10)}\n`);
  await lock.release();
  expect(await readdir(dir)).toEqual(["LCK..ttyUSB0"]);
});

it("of many that want a dead holder's port at once, one gets it", async () => {
  await writeFile(file, `${String(4_194_304).padStart(10)}\n`);
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => lockPort(DEVICE, dir)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await readdir(dir)).toEqual(["LCK..ttyUSB0"]);
});

it("is not held up by a program that was killed while it removed a dead lock", async () => {
  for (const name of [file, `${file}.break`]) await writeFile(name, `${String(4_194_304).padStart(10)}\n`);
  await (await lockPort(DEVICE, dir)).release();
  expect(await readdir(dir)).toEqual([]);
});

it("says when no lock file can be made", async () => {
  await writeFile(join(dir, "plain"), "");
  await expect(lockPort(DEVICE, join(dir, "plain"))).rejects.toMatchObject({ code: "unusable" });
  if (process.getuid?.() === 0) return;
  await chmod(dir, 0o555);
  await expect(lockPort(DEVICE, dir)).rejects.toMatchObject({ code: "denied" });
});
