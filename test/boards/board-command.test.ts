import { rmSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { AvrMachine } from "../../hw-sim/boards/avr/machine.ts";
import { openPty, type Pty } from "../../hw-sim/lines/pty.ts";
import { readIntelHex } from "../../src/load/intel-hex.ts";
import { toText } from "../../src/recording/codec.ts";
import type { Timer } from "../../src/time/clock.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { commandHere } from "../support/command.ts";
import { applicationHex, bootFlash } from "../support/devices/cabled-board.ts";

/** `tirada board` on a real serial line, with the real images on an emulated chip behind it. */

vi.setConfig({ testTimeout: 120_000 });
const clock = systemClock();
const folder = mkdtempSync(join(tmpdir(), "tirada-flash-"));
const STEP_US = 5_000;
let pty: Pty;
let running: Timer;
let machine = new AvrMachine(bootFlash("panel"), undefined, "boot");
let said = "";
const listen = (): void => {
  machine.onByte = (byte) => (said += String.fromCharCode(byte));
};

beforeAll(async () => {
  pty = await openPty({ path: join(folder, "board"), onBytes: (bytes) => machine.receive(toText(bytes)) });
  listen();
  running = clock.every(STEP_US, "board", () => {
    machine.run(machine.cycles + STEP_US * 16);
    if (said === "") return;
    pty.write(said).catch(() => undefined);
    said = "";
  });
});

afterAll(async () => {
  running.cancel();
  await pty.close();
  rmSync(folder, { recursive: true, force: true });
});

const board = (name: string, ...more: readonly string[]): ReturnType<typeof commandHere> =>
  commandHere(["board", name, "--kind", "panel", "--device", pty.path, ...more]);

it("a board that waits is flashed, runs and is verified; the other board's image is refused", async () => {
  expect((await board("identify")).stdout).toBe(
    "panel board, boot section 1.0: no image that was flashed to its end\nit waits in its boot section\n",
  );
  const flashed = await board("flash", "--json");
  expect([flashed.status, JSON.parse(flashed.stdout)]).toMatchObject([
    0,
    { act: "flash", kind: "panel", boot: "1.0", before: { image: "none" }, written: 20, runs: "1.1" },
  ]);
  const verified = await board("verify");
  expect(verified.stdout).toBe(
    "panel board, boot section 1.0: image 1.1.0\nevery page is that of 1.1.0\nit runs 1.1\n",
  );
  const file = join(folder, "wheel-board.hex");
  writeFileSync(file, applicationHex("wheel"));
  const other = await board("flash", "--image", file);
  expect([other.status, other.stderr]).toEqual([
    2,
    expect.stringMatching(/is for a wheel board, not a panel board: nothing was sent/),
  ]);
  const nonsense = join(folder, "nonsense.hex");
  writeFileSync(nonsense, "nonsense\n");
  expect((await board("flash", "--image", nonsense)).stderr).toMatch(/nonsense\.hex: Intel HEX line 1/);
});

it("a board of the former firmware is told, and what to do", async () => {
  machine = new AvrMachine(readIntelHex(applicationHex("panel"), 32_768));
  listen();
  const { status, stderr } = await board("flash");
  expect([status, stderr]).toEqual([
    3,
    expect.stringMatching(/has no boot section behind it: .* with a programmer, once/),
  ]);
});
