import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fastBoard } from "../../hw-sim/boards/wheel/fast.ts";
import { openPty, type Pty } from "../../hw-sim/lines/pty.ts";
import { toText } from "../../src/recording/codec.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import type { Timer } from "../../src/time/clock.ts";
import { commandHere } from "../support/command.ts";
import { runCommand } from "../support/table-process.ts";
import { ALL } from "../support/volume.ts";

/** The technician's commands on a real serial line, with a simulated board behind it. */

const clock = systemClock();
const folder = mkdtempSync(join(tmpdir(), "tirada-board-"));
let pty: Pty;
let running: Timer;

beforeAll(async () => {
  let heard = "";
  pty = await openPty({ path: join(folder, "board"), onBytes: (bytes) => (heard += toText(bytes)) });
  const board = fastBoard({ kind: "roulette", marks: 37, board: 0xabc, blind: new Set(["B"]) });
  const start = clock.now();
  board.power(true, 0);
  running = clock.every(20_000, "board", () => {
    const host = heard;
    heard = "";
    const sent = board.step(clock.now() - start, [], host);
    // Nobody reads between two commands.
    if (sent.length > 0) pty.write(sent.map(({ bytes }) => bytes).join("")).catch(() => undefined);
  });
});

afterAll(async () => {
  running.cancel();
  await pty.close();
  rmSync(folder, { recursive: true, force: true });
});

const wheel = (name: string, ...more: readonly string[]): ReturnType<typeof commandHere> =>
  commandHere(["wheel", name, "--type", "sensor-board", "--device", pty.path, ...more]);

describe("tirada wheel on a sensor board", () => {
  it("says who it is, reads its settings, and sets one with read-back", async () => {
    const identity = await wheel("identify");
    expect(identity.status).toBe(0);
    expect(JSON.parse(identity.stdout)).toMatchObject({ board: "00000ABC", kind: "roulette", marks: 37 });
    expect((await wheel("set", "debounce", "00C8")).stdout).toBe("debounce 00C8\n");
    expect((await wheel("get")).stdout).toBe("kind roulette\nmarks 37\ndebounce 00C8\nboard 00000ABC\n");
  });

  it("refuses a value outside the limits before anything is sent", async () => {
    const ended = await wheel("set", "debounce", "9999");
    expect(ended.status).toBe(2);
    expect(ended.stderr).toMatch(/0000 to 4E20; nothing was sent/);
  });

  if (ALL)
    it("names the sensors that a self-test finds blind", async () => {
      const ended = await wheel("self-test");
      expect(ended.stdout).toContain("A  answers\nB  does not answer\n");
      expect(ended.status).toBe(3);
      expect(ended.stderr).toMatch(/do not answer: B/);
    });

  if (ALL)
    it("a calibration that is broken off writes nothing", async () => {
      const storage = join(folder, "table");
      const options = ["--device", pty.path, "--rulebook", "cl/ruleta-francesa", "--storage", storage];
      const ended = await runCommand(["wheel", "calibrate", ...options]);
      expect(ended.status).toBe(2);
      expect(ended.stdout).toMatch(/board 00000ABC, firmware .*, roulette, marks: 37/);
      expect(ended.stderr).toMatch(/nothing was written/);
      expect((await runCommand(["wheel", "calibration", "--storage", storage])).stderr).toMatch(
        /no calibration\.json/,
      );
    });

  if (ALL)
    it("a board for another wheel is refused before anybody turns a rotor", async () => {
      const options = ["--device", pty.path, "--rulebook", "cl/big-six", "--storage", folder];
      const ended = await runCommand(["wheel", "calibrate", ...options]);
      expect(ended.status).toBe(2);
      expect(ended.stderr).toMatch(/the table needs disc with 54; tirada wheel set/);
    });
});
