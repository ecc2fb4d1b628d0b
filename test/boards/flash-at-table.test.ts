import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { parseConfig } from "../../firmware/table/config/config.ts";
import type { BuiltRecord } from "../../firmware/table/pipeline/pipeline.ts";
import { runTable } from "../../firmware/unit/run.ts";
import { AvrMachine } from "../../hw-sim/boards/avr/machine.ts";
import { openPty } from "../../hw-sim/lines/pty.ts";
import { toText } from "../../src/recording/codec.ts";
import { problemText } from "../../src/rules/yaml.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { bootFlash } from "../support/devices/cabled-board.ts";
import { temporaryFolder } from "../support/folder.ts";
import { cheapPinHash } from "../support/pin.ts";
import { screenLine, until } from "../support/screen-line.ts";

/** A whole unit whose wheel board waits in its boot section: the table says so, and a technician flashes it at the closed table. */

vi.setConfig({ testTimeout: 180_000 });
const clock = systemClock();
const EVA = { name: "Eva Mas", role: "tecnico", pin: "24681" } as const;
const STEP_US = 5_000;

/** The board from the programmer, on a serial line. */
async function boardOnLine(folder: string): Promise<string> {
  const machine = new AvrMachine(bootFlash("wheel"), undefined, "boot");
  let said = "";
  machine.onByte = (byte) => (said += String.fromCharCode(byte));
  const pty = await openPty({
    path: join(folder, "board"),
    onBytes: (bytes) => machine.receive(toText(bytes)),
  });
  const running = clock.every(STEP_US, "board", () => {
    machine.run(machine.cycles + STEP_US * 16);
    if (said === "") return;
    pty.write(said).catch(() => undefined);
    said = "";
  });
  onTestFinished(async () => {
    running.cancel();
    await pty.close();
  });
  return pty.path;
}

it("is told by its fault, flashed with a PIN, recorded, and plays on", async () => {
  const folder = temporaryFolder();
  const path = await boardOnLine(folder);
  const written = {
    test: true,
    table: { name: "Mesa", log: "tirada.test/boards", rulebook: "cl/ruleta-francesa" },
    wheel: { device: "sensor-board", path },
    display: { port: 0 },
    people: [{ name: EVA.name, role: EVA.role, pin: cheapPinHash(EVA.pin) }],
    storage: { folder: join(folder, "storage") },
  };
  const reading = parseConfig(JSON.stringify(written), "table.yaml");
  if (!reading.ok) throw new Error(reading.problems.map(problemText).join("; "));
  const records: BuiltRecord[] = [];
  const table = await runTable({
    config: reading.config,
    clock,
    onRecord: (one) => void records.push(one),
    onNotice: () => undefined,
  });
  onTestFinished(() => table.stop("test"));
  const bodies = (kind: string): Record<string, unknown>[] =>
    records.flatMap(({ body }) => (body.kind === kind ? [body as unknown as Record<string, unknown>] : []));
  const hasFault = (kind: "fault" | "fault-cleared"): boolean =>
    bodies(kind).some(({ code }) => code === "board-waits");
  await until("the table says that its board waits", () => hasFault("fault"));

  const page = await screenLine(table.url, "control");
  expect(await page.signIn(EVA.name, EVA.pin)).toContain("signed-in");
  page.send(JSON.stringify({ type: "act", id: 2, act: { do: "begin", act: "flash-board", values: {} } }));
  const acts = (): Record<string, unknown>[] =>
    bodies("act").map(({ detail }) => detail as Record<string, unknown>);
  await until("the act has ended", () => acts().some(({ what }) => what === "ended"), 120_000);
  const image = { act: "flash-board", person: EVA.name, board: "wheel", image: "1.1.0" };
  expect(acts().map(({ what }) => what)).toEqual(["began", "keeping", "ended"]);
  expect(acts()[1]).toMatchObject({ ...image, digest: expect.stringMatching(/^[0-9a-f]{16}$/) as string });
  expect(acts()[2]).toMatchObject({
    ...image,
    is: "done",
    why: null,
    former: "none",
    written: 83,
    runs: "1.1.0",
  });
  await until("the fault is over", () => hasFault("fault-cleared"));
  page.close();
});
