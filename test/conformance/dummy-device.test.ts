import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { option } from "../../drivers/options.ts";
import { wheelDevice } from "../../drivers/wheel/device.ts";
import type * as Installed from "../../firmware/table/config/installed.ts";

/**
 * A device is a definition and one row of the list. This one is not there: with the row it goes through configuration, head of a
 * recording, replay and help; a test fails when one of them has a list of its own.
 */
const DUMMY = wheelDevice({
  name: "dummy-wheel",
  family: "wheel",
  about: "a wheel that no maker makes, RS-232 115200 8N1",
  baudRate: 115_200,
  kinds: ["roulette"],
  options: {
    brightness: option({ about: "of its lamps, in percent", value: z.int().min(0).max(100), otherwise: 40 }),
  },
  learning: null,
  readSession: async () => {
    const { ss2Session } = await import("../../drivers/wheel/cammegh-ss2/session.ts");
    return (all) => ({
      ...ss2Session({ ...all, ask: false, rotorVariationRpm10: 20 }),
      device: "dummy-wheel",
      figures: () => ({ brightness: all.brightness }),
    });
  },
});

const LIST = "../../firmware/table/config/installed.ts";
const CONFIG = (line: string): string => `table:
  name: Mesa
  log: tirada.example/a/b
  rulebook: cl/ruleta-francesa
wheel:
  device: dummy-wheel
  path: /dev/serial/by-id/dummy
${line}storage:
  folder: var/dummy
`;

beforeAll(() => {
  vi.resetModules();
  vi.doMock(LIST, async (original) => {
    const installed = await original<typeof Installed>();
    return { ...installed, WHEEL_DEVICES: [...installed.WHEEL_DEVICES, DUMMY] };
  });
});
afterAll(() => {
  vi.doUnmock(LIST);
  vi.resetModules();
});

async function setupOfText(line: string) {
  const { parseConfig } = await import("../../firmware/table/config/config.ts");
  const { setupOf } = await import("../../firmware/table/setup/config-setup.ts");
  await import("../../firmware/table/setup/every-family.ts");
  const { loadFamilyOf } = await import("../../firmware/table/setup/load-families.ts");
  const read = parseConfig(CONFIG(line), "table.yaml");
  if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join("; "));
  await loadFamilyOf(read.config);
  const setup = setupOf(read.config);
  if (setup.family !== "wheel") throw new Error("no wheel");
  return { config: read.config, setup };
}

describe("a device that is one row of the list", () => {
  it("is configured: its speed, its option, what stands for it, and what it may not be", async () => {
    const { config } = await setupOfText("");
    expect(config.wheel).toMatchObject({ baud: 115_200, brightness: 40 });
    expect((await setupOfText("  brightness: 7\n")).config.wheel).toMatchObject({ brightness: 7 });
    await expect(setupOfText("  brightness: 101\n")).rejects.toThrow(/brightness/);
    await expect(setupOfText("  ask: true\n")).rejects.toThrow(/no option of dummy-wheel; it has brightness/);
  });

  it("stands in the head of a recording with its option, and comes back from there", async () => {
    const { setup } = await setupOfText("  brightness: 7\n");
    const { flatOptions } = await import("../../firmware/table/setup/families.ts");
    const { recordedOptions } = await import("../../firmware/replay/recorded-setup.ts");
    const { tableSetup } = await import("../../firmware/table/setup/table-setup.ts");
    const flat = flatOptions(setup);
    expect(flat["brightness"]).toBe(7);
    const again = tableSetup(
      "cl/ruleta-francesa",
      "dummy-wheel",
      [],
      recordedOptions("dummy-wheel", flat, null),
    );
    if (again.family !== "wheel") throw new Error("no wheel");
    expect(again.options).toEqual(setup.options);
    expect(again.session.figures?.(again.session.initial())).toEqual({ brightness: 7 });
    expect(() => recordedOptions("dummy-wheel", { ...flat, brightness: 700 }, null)).toThrow(/cannot be 700/);
  });

  it("is offered by the command line", async () => {
    const { commandHere } = await import("../support/command.ts");
    expect((await commandHere(["start", "--help"])).stdout).toContain("dummy-wheel");
    const coverage = await commandHere([
      "rules",
      "coverage",
      "--rulebook",
      "cl/ruleta-francesa",
      "--device",
      "dummy-wheel",
    ]);
    expect([coverage.status, coverage.stderr]).toEqual([0, ""]);
  });

  it("is named in no file of the product", () => {
    expect(readFileSync(new URL(LIST, import.meta.url), "utf8")).not.toContain("dummy");
  });
});
