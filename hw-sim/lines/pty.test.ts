import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, open, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openPty } from "./pty.ts";
import { more } from "../../test/support/volume.ts";

let dir: string;
let path: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "pty-"));
  path = join(dir, "wheel");
});
afterEach(() => rm(dir, { recursive: true }));

/** Processes with our path in their command line. */
async function socats(): Promise<string[]> {
  const found: string[] = [];
  for (const pid of await readdir("/proc")) {
    const command = /^\d+$/.test(pid) ? await readFile(`/proc/${pid}/cmdline`, "latin1").catch(() => "") : "";
    if (command.startsWith("socat") && command.includes(path)) found.push(pid);
  }
  return found;
}

it("carries bytes both ways, and leaves no process and no name behind", async () => {
  let heard = "";
  const pty = await openPty({ path, onBytes: (bytes) => (heard += Buffer.from(bytes).toString("latin1")) });
  const host = await open(path, "r+");
  await pty.write("*X\xff\r\n");
  const read = await host.read(Buffer.alloc(10), 0, 10);
  expect(read.buffer.subarray(0, read.bytesRead).toString("latin1")).toBe("*X\xff\r\n");
  await host.write("*P 1\r\n");
  await vi.waitFor(() => expect(heard).toBe("*P 1\r\n"), 10_000);
  await host.close();
  expect(await socats()).toHaveLength(1);
  await pty.close();
  expect(await socats()).toEqual([]);
  expect(existsSync(path)).toBe(false);
});

it("outlives a host that closes and opens it again", async () => {
  const pty = await openPty({ path });
  for (let round = 0; round < 3; round++) {
    const host = await open(path, "r+");
    await pty.write(`round ${round}`);
    const { buffer, bytesRead } = await host.read(Buffer.alloc(10), 0, 10);
    expect(buffer.subarray(0, bytesRead).toString()).toBe(`round ${round}`);
    await host.close();
  }
  await pty.close();
});

it("is another terminal behind the same name after a replug; no write goes through in between", async () => {
  const pty = await openPty({ path });
  await pty.unplug();
  await pty.unplug();
  await expect(pty.write("x")).rejects.toThrow("unplugged");
  expect(existsSync(path)).toBe(false);
  await pty.replug();
  await pty.write("x");
  await pty.close();
});

it("refuses to pile up bytes that nobody reads", async () => {
  const pty = await openPty({ path });
  const chunk = Buffer.alloc(64 * 1024);
  const outcomes = await Promise.allSettled([
    ...Array.from({ length: 16 }, () => pty.write(chunk)),
    pty.unplug(),
  ]);
  const reasons = outcomes.flatMap((outcome) =>
    outcome.status === "rejected" ? [String(outcome.reason)] : [],
  );
  expect(reasons.some((reason) => reason.includes("nobody reads"))).toBe(true);
});

it("says what to install when socat is missing, and what socat said when it fails", async () => {
  await expect(openPty({ path, socat: "no-such-socat" })).rejects.toThrow(/install the package socat/);
  await expect(openPty({ path: join(dir, "no", "such", "dir") })).rejects.toThrow(/^socat ended: /);
});

it.each(more([200_000], [0, 200_000]))(
  "socat ends when our process is killed, also with %i bytes that nobody read",
  async (unread) => {
    const script = `
    import { openPty } from ${JSON.stringify(new URL("./pty.ts", import.meta.url).href)};
    const pty = await openPty({ path: ${JSON.stringify(path)} });
    void pty.write(Buffer.alloc(${unread}));
    process.stdout.write("up");`;
    const holder = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    await new Promise((resolve) => holder.stdout.once("data", resolve));
    expect(await socats()).toHaveLength(1);
    holder.kill("SIGKILL");
    await vi.waitFor(async () => expect(await socats()).toEqual([]), 10_000);
  },
);

it("closes where the link cannot be removed", async () => {
  const pty = await openPty({ path });
  await rm(path);
  await mkdir(path);
  await pty.close();
  expect(await socats()).toEqual([]);
});
