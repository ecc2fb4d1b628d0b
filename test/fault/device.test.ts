import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { findDevice } from "../../drivers/transport/find-device.ts";
import { openSerial } from "../../drivers/transport/serial.ts";
import { verifyPath } from "../../firmware/evidence/verify/verify-file.ts";
import { EXIT } from "../../firmware/problem.ts";
import type { Clock } from "../../src/time/clock.ts";
import { wallMs } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { capturedLines, capturedWheel } from "../support/captured-wheel.ts";
import { temporaryFolder } from "../support/folder.ts";
import { readJournal } from "../support/journal-reading.ts";
import { expectProblem } from "../support/problem.ts";
import { testTable } from "../support/running-table.ts";
import { screenLine, until } from "../support/screen-line.ts";
import { runCommand, startProcess, writeConfig } from "../support/table-process.ts";
import { ALL, more, sampleInAll } from "../support/volume.ts";
import { resultText } from "../../src/table/every-family/results.ts";

/** The serial line and the clock as they are on a bad day. */

const clock = systemClock();
const NOTHING = { onBytes: () => undefined, onLost: () => undefined };

describe("a wheel's port", () => {
  // What the lock says is tried beside it (drivers/transport/port-lock.test.ts), and that a start with a port that is none is refused.
  if (ALL)
    test("that another program holds is refused, with that program's name and number", async () => {
      const folder = temporaryFolder();
      const wheel = await capturedWheel(folder, clock, 1);
      const config = writeConfig({ folder, wheel: wheel.path });
      const held = await openSerial({ path: wheel.path, clock })(NOTHING);
      onTestFinished(async () => {
        await held.close();
        await wheel.close();
      });
      expectProblem(
        await runCommand(["start", "--config", config]),
        EXIT.device,
        new RegExp(`is taken by .+process ${process.pid}\\b`),
      );
      await held.close();
      // A program that keeps no lock file, only the system's own lock.
      const other = await openSerial({ path: wheel.path, clock, lockDir: join(folder, "lock") })(NOTHING);
      expectProblem(await runCommand(["start", "--config", config]), EXIT.device, /taken by another program/);
      await other.close();
      const journal = join(folder, "storage", "journal.db");
      expect(verifyPath(journal).problems).toEqual([]);
      expect(readJournal(journal).map(({ body }) => body.kind)).toEqual([
        "boot",
        "phase",
        "shutdown",
        "boot",
        "shutdown",
      ]);
    });

  test("that is not there yet is waited for when the configuration says so", async () => {
    const folder = temporaryFolder();
    const table = startProcess([
      "start",
      "--config",
      writeConfig({ folder, wheel: join(folder, "wheel"), wait: true }),
    ]);
    const screen = await screenLine(await table.url);
    expect(await table.line("wheel: no device at")).toContain("check its plug");
    const wheel = await capturedWheel(folder, clock, 100);
    wheel.play();
    await screen.view((view) => view.verdict?.kind === "result");
    table.child.kill("SIGTERM");
    expect((await table.ended).status).toBe(0);
    await wheel.close();
  });

  if (ALL)
    test("of which two have one name is refused, with both sockets' names", async () => {
      const folder = temporaryFolder();
      const byIdDir = join(folder, "by-id");
      for (const name of ["by-id", "by-path"]) mkdirSync(join(folder, name));
      for (const port of ["ttyUSB0", "ttyUSB1"]) {
        writeFileSync(join(folder, port), "");
        symlinkSync(join(folder, port), join(folder, "by-path", `usb-${port}`));
      }
      symlinkSync(join(folder, "ttyUSB1"), join(byIdDir, "usb-Prolific_Serial-if00-port0"));
      for (const name of ["Prolific", join(byIdDir, "usb-Prolific_Serial-if00-port0")]) {
        await expect(findDevice(name, { byIdDir })).rejects.toMatchObject({
          name: "PortError",
          code: "ambiguous",
          message: expect.stringMatching(/two devices may share the name .*unplug one of them/) as string,
        });
      }
    });

  if (ALL)
    test("at a wrong speed is a fault that tells the croupier to check the speed, and no number comes of it", async () => {
      const table = await testTable();
      const screen = await screenLine(table.now.url);
      // What a 9600 baud line looks like at another speed: framing debris, never a whole line.
      const debris = Uint8Array.from({ length: 64 }, (_, at) => 0x80 | ((at * 37) % 128));
      for (let sent = 0; sent < 50; sent++) {
        await table.wheel.write(debris);
        await clock.sleep(50_000);
      }
      const { body } = await table.record("fault", ({ code }) => code === "device-garbled");
      expect(body).toMatchObject({ device: "wheel", round: null });
      const view = await screen.view(({ device }) => device.health === "garbled");
      expect(view.device.faults[0]?.doThis.es).toContain("velocidad");
      expect(view.device.faults[0]?.doThis.en).toContain("speed");
      expect(view.verdict).toBeNull();
      table.wheel.play();
      await table.record("fault-cleared", ({ code }) => code === "device-garbled");
      await table.record("result", ({ certainty }) => certainty.level === "certified");
    });

  if (ALL)
    test("that says nothing is told apart from one that talks nonsense", async () => {
      const table = await testTable();
      await table.wheel.until((line) => line.startsWith("*X;4;"));
      const { body } = await table.record("fault", ({ code }) => code === "device-silent");
      expect(body).toMatchObject({ detail: { silentMs: 2_000 } });
    });
});

/** The machine's clock with a wall that can be set, as by a technician or a time server. */
function settableClock(): Clock & { stepMs: number } {
  const own = systemClock();
  const settable = { ...own, stepMs: 0, wall: () => wallMs(own.wall() + settable.stepMs) };
  return settable;
}

describe("the wall clock", () => {
  test.each(
    sampleInAll(
      [
        ["back by a year", -365 * 86_400_000, "back"],
        ["forward by an hour", 3_600_000, "forward"],
      ] as const,
      1,
      "clock steps",
    ),
  )(
    "stepped %s is a record and a notice; numbers and order do not depend on it",
    async (_what, stepMs, way) => {
      const set = settableClock();
      const table = await testTable({ clock: set, speed: 60 });
      table.wheel.play();
      await table.record("phase", ({ phase }) => phase === "ball-in-play");
      set.stepMs = stepMs;
      const { seq } = await table.record("clock");
      expect(table.notices).toContainEqual(
        expect.stringMatching(new RegExp(`^clock: stepped ${way} by \\d+ ms`)),
      );
      await table.record("result", ({ round }) => round >= more(3, 5));
      await table.stop();
      const records = readJournal(table.journal);
      expect(verifyPath(table.journal).problems).toEqual([]);
      const results = records.flatMap(({ body }) => (body.kind === "result" ? [body] : []));
      expect(results.map(({ result }) => resultText(result))).toEqual(
        numbersOfTheCapture().slice(0, results.length),
      );
      expect(results.map(({ certainty }) => certainty.level)).toEqual(results.map(() => "certified"));
      const mono = records.map(({ fields }) => Number(fields["mono"]));
      expect(mono).toEqual(mono.toSorted((a, b) => a - b));
      const labels = records.map(({ fields }) => Date.parse(String(fields["at"])));
      const moved = labels[seq + 1]! - labels[seq - 1]!;
      expect(Math.abs(moved - stepMs)).toBeLessThan(10_000);
      expect(records.filter(({ body }) => body.kind === "clock")).toHaveLength(1);
    },
  );

  if (ALL)
    test("that drifts by less than a second is left alone", async () => {
      const set = settableClock();
      const table = await testTable({ clock: set });
      set.stepMs = -900;
      table.wheel.play();
      await table.record("result", ({ round }) => round >= 4);
      await until("a second look", () => table.records.length > 10);
      expect(table.records.filter(({ body }) => body.kind === "clock")).toEqual([]);
    });
});

/** The number of each game in turn, read from its state-5 lines. */
function numbersOfTheCapture(): string[] {
  const games = new Map<string, string>();
  for (const { bytes } of capturedLines()) {
    const [head, state, game = "", number = ""] = bytes.trim().split(";");
    if (head === "*X" && state === "5") games.set(game, number.trim());
  }
  return [...games.values()];
}
