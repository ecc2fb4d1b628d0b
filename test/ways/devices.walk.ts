import { describe, expect, test } from "vitest";
import type { DiceSession } from "../../drivers/dice/session.ts";
import { DiceLineHarness } from "../../drivers/dice/line/dice-line-harness.test-help.ts";
import { ReaderHarness } from "../../drivers/shoe/reader/reader-harness.test-help.ts";
import type { ShoeSession } from "../../drivers/shoe/session.ts";
import { EYE_PORT, SHOE_PORT, THROWER_PORT, WHEEL_PORT } from "../../src/recording/entry.ts";
import { flatOptions } from "../../firmware/table/setup/families.ts";
import { recordedOptions } from "../../firmware/replay/recorded-setup.ts";
import { tableSetup } from "../../firmware/table/setup/table-setup.ts";
import { PROFILES, type WheelDevice } from "../../hw-sim/sim/profiles.ts";
import { answerTo } from "../../hw-sim/sim/shard.ts";
import { commandHere } from "../support/command.ts";
import { configText, readConfig, recordsOf, setupOfText } from "./played.ts";

const PATH = "path: /dev/serial/by-id/dummy";

async function expectCovered(device: string, rulebook: string): Promise<void> {
  const coverage = await commandHere(["rules", "coverage", "--rulebook", rulebook, "--device", device]);
  expect([coverage.status, coverage.stderr]).toEqual([0, ""]);
}

/** The session of a device that only a tree with its way has. */
async function sessionIn<Session>(folder: string): Promise<Session> {
  const at = new URL(`../../drivers/${folder}/session.ts`, import.meta.url).href;
  return ((await import(at)) as { readonly session: () => Session }).session();
}

describe("Adding a wheel", () => {
  const wheel = (more = ""): string =>
    configText("cl/ruleta-francesa", `wheel:\n  device: dummy-wheel\n  ${PATH}\n${more}`);

  test("step 3: the session says the number, and the table makes a record of it", async () => {
    const lines = ["BETS", "BETS", ...Array<string>(20).fill("BALL"), ...Array<string>(20).fill("CLOSED")];
    const said = [...lines, "NUMBER 17 17", "NUMBER 17 17", "BETS", "BETS"].map((line) => `${line}\r\n`);
    const records = recordsOf(await setupOfText(wheel()), WHEEL_PORT, said);
    expect(records.filter(({ kind }) => kind === "result" || kind === "undecided")).toHaveLength(1);
    expect(JSON.stringify(records)).toContain('"17"');
  });

  test("step 5: it is configured: its speed, its option, what stands for it, and what it may not be", () => {
    expect(readConfig(wheel()).wheel).toMatchObject({ baud: 115_200, brightness: 40 });
    expect(readConfig(wheel("  brightness: 7\n")).wheel).toMatchObject({ brightness: 7 });
    expect(() => readConfig(wheel("  brightness: 101\n"))).toThrow(/brightness/);
    expect(() => readConfig(wheel("  ask: true\n"))).toThrow(/no option of dummy-wheel; it has brightness/);
  });

  test("step 5: it stands in the head of a recording with its option, and comes back from there", async () => {
    const setup = await setupOfText(wheel("  brightness: 7\n"));
    const flat = flatOptions(setup);
    expect(flat["brightness"]).toBe(7);
    const again = tableSetup(
      "cl/ruleta-francesa",
      "dummy-wheel",
      [],
      recordedOptions("dummy-wheel", flat, null),
    );
    if (again.family !== "wheel" || setup.family !== "wheel") throw new Error("no wheel");
    expect(again.options).toEqual(setup.options);
    expect(again.session.figures?.(again.session.initial())).toEqual({ brightness: 7 });
    expect(() => recordedOptions("dummy-wheel", { ...flat, brightness: 700 }, null)).toThrow(/cannot be 700/);
  });

  test("step 8: its model is played, and what the table makes of it is never wrong", async () => {
    const answer = await answerTo({
      family: "wheel",
      shard: 0,
      rounds: 3,
      seed: "way",
      rulebook: "cl/ruleta-francesa",
      profile: PROFILES.clean,
      device: "dummy-wheel" as WheelDevice,
      board: "fast",
    });
    expect(answer).toMatchObject({ score: { rounds: 3, certified: 0, reported: 3, wrongResults: 0 } });
  });

  test("step 7: the command line offers it, and says what it means", async () => {
    expect((await commandHere(["start", "--help"])).stdout).toContain("dummy-wheel");
    await expectCovered("dummy-wheel", "cl/ruleta-francesa");
  });
});

describe("Adding a card device", () => {
  const decks = Array.from({ length: 8 }, (_, at) => `    - { id: "0000000${at}" }\n`).join("");
  const shoe = configText(
    "cl/punto-y-banca",
    `shoe:\n  device: dummy-card-device\n  ${PATH}\n  decks:\n${decks}`,
  );

  test("step 2: a card is read; a line that a byte damaged is an unread card", async () => {
    const reader = new ReaderHarness(await sessionIn<ShoeSession>("shoe/dummy-card-device")).open();
    reader.feed({ i: "bytes", bytes: "\nCARD Kh Kh\nCARD Qh Kh\n" });
    expect(reader.seen.map(({ o }) => o)).toEqual(["attached", "card", "card-unread"]);
  });

  test("step 2: the table hears it, and its face is in no record before it is turned", async () => {
    const records = recordsOf(await setupOfText(shoe), SHOE_PORT, ["\n", "CARD Kh Kh\n"]);
    expect(records.length).toBeGreaterThan(0);
    expect(JSON.stringify(records)).not.toContain("Kh");
  });

  test("step 4: the command line says what it means", async () => {
    await expectCovered("dummy-card-device", "cl/punto-y-banca");
  });
});

describe("Adding a dice device", () => {
  const eye = `  eye: { device: tirada-eye, ${PATH}-eye }\n`;
  const dice = configText("es-cb/sic-bo", `dice:\n${eye}  thrower: { device: dummy-dice-device, ${PATH} }\n`);

  test("step 3: it stands beside an eye", async () => {
    const setup = await setupOfText(dice);
    expect(setup.family === "dice" && setup.devices.ports).toEqual([EYE_PORT, THROWER_PORT]);
  });

  test("step 1: what it says is heard, and a line that a byte damaged is not", async () => {
    const shaker = new DiceLineHarness(await sessionIn<DiceSession>("dice/dummy-dice-device")).opened();
    for (const line of ["", "REST", "SHAKES", "SHAKES", "DONE 4000 4001", "DONE 4000 4000", "REST"])
      shaker.bytes(`${line}\n`);
    expect(shaker.takeObservations()).toEqual([
      "attached",
      "shake shaking null of null",
      "shake done 4000 of null",
    ]);
  });
});
