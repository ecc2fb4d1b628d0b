import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { PLATFORMS, unpackedBytes, type Platform } from "../../firmware/delivery/releases/manifest.ts";
import { buildRelease } from "../../firmware/delivery/build/build-release.ts";
import { packagesOf, runtimePackage } from "../../firmware/delivery/build/packages.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { armRelease, type ArmRelease } from "../support/arm-release.ts";
import { ROOT } from "../support/built-release.ts";
import { capturedWheel } from "../support/captured-wheel.ts";
import { cardProcess } from "../support/card-process.ts";
import { temporaryFolder } from "../support/folder.ts";
import { playedOnce } from "../support/played-table.ts";
import { until } from "../support/screen-line.ts";
import { setupBench, type SetupBench } from "../support/setup-bench.ts";
import { runCommand, type Ended } from "../support/table-process.ts";
import { SOAK } from "../support/volume.ts";

/** Releases of both platforms, from packages that npm fetches. In a soak they are built, twice, and the one for ARM is started. */

test.each(PLATFORMS)("the packages of %s are those that npm has for it, each under a hash", (platform) => {
  const packages = packagesOf(ROOT, platform);
  const own = packages.filter(({ name }) => name.startsWith("@img/sharp-")).map(({ name }) => name);
  expect(own).toEqual(expect.arrayContaining([`@img/sharp-${platform}`, `@img/sharp-libvips-${platform}`]));
  const foreign = /darwin|win32|musl|s390x|ppc64|riscv64|freebsd|linux-arm$/;
  expect(own.filter((name) => foreign.test(name))).toEqual([]);
  expect(packages.map(({ name }) => name)).not.toContain("vitest");
  for (const { integrity } of [...packages, runtimePackage(ROOT, platform)])
    expect(integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
});

if (SOAK) {
  const build = (platform: Platform, out: string) =>
    buildRelease({ root: ROOT, platform, out, noReturn: false, packages: null });
  const MINUTE = 60_000;
  /** What an emulated unit needs for a card. */
  const SETTLED_US = 3 * US_PER_S;
  const played = playedOnce();
  const clock = systemClock();
  const onThisMachine = (args: readonly string[]): Promise<Ended> =>
    runCommand(args, { limitUs: 600 * US_PER_S });

  test.each(PLATFORMS)("%s is built twice, the same", { timeout: 30 * MINUTE }, async (platform) => {
    const [one, other] = [temporaryFolder(), temporaryFolder()];
    const first = await build(platform, one);
    expect((await build(platform, other)).digest).toBe(first.digest);
    expect(readdirSync(other)).toEqual(readdirSync(one));
    for (const name of readdirSync(one))
      expect([name, readFileSync(join(other, name)).equals(readFileSync(join(one, name)))]).toEqual([
        name,
        true,
      ]);
    const { targets } = first.manifest;
    const total = Object.values(targets).reduce((sum, { bytes }) => sum + bytes, 0);
    process.stdout.write(
      `${platform}: ${total} bytes compressed, ${total - targets.runtime.bytes} without Node, ${unpackedBytes(first.manifest)} installed\n`,
    );
  });

  /** Some minutes each. */
  describe("the release for ARM", { timeout: 60 * MINUTE }, () => {
    let arm: ArmRelease;
    const folder = mkdtempSync(join(tmpdir(), "tirada-arm-"));
    beforeAll(async () => {
      arm = await armRelease(folder);
    }, 20 * MINUTE);
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    test("starts, is whole, and loads its native modules", () => {
      expect(arm.run("--help").stdout).toContain("release ");
      expect(arm.run("release", "check")).toMatchObject({ status: 0, stderr: "" });
      const natives = `
        const sharp = require("sharp"), hid = require("node-hid"), { SerialPort } = require("serialport");
        sharp({ create: { width: 2, height: 2, channels: 3, background: "red" } }).png().toBuffer()
          .then((png) => console.log(process.arch, png.length > 50, typeof hid.HID, typeof SerialPort));`;
      expect(arm.node("-e", natives).stdout).toBe("arm64 true function function\n");
    });

    test("verifies an export of this machine, and refuses it with one byte changed", async () => {
      const path = join(temporaryFolder(), "table.export");
      expect(await onThisMachine(["export", path, "--config", played().config])).toMatchObject({ status: 0 });
      const here = await onThisMachine(["verify", path]);
      expect(arm.run("verify", path)).toEqual(here);
      const bytes = readFileSync(path);
      const middle = bytes.length >> 1;
      bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
      writeFileSync(path, bytes);
      const refused = await onThisMachine(["verify", path]);
      expect(refused.status).not.toBe(0);
      expect(arm.run("verify", path)).toEqual(refused);
    });

    test("is set up with the wheel that answers, certifies its spins, and this machine verifies journal and export", async () => {
      const here = setupBench();
      const wheel = await capturedWheel(here.ports, clock, 20);
      onTestFinished(() => wheel.close());
      wheel.play();
      const set = await arm.start(["setup", "--from", here.answers(answersFor(here)), ...here.words]).ended;
      expect(set).toMatchObject({ status: 0, stderr: "" });
      expect(set.stdout).toContain(`at ${wheel.path}`);
      expect(set.stdout).toContain("wheel: in order");
      const table = arm.start(["start", "--config", here.config]);
      await table.lineWith("[certified]");
      wheel.pause();
      table.child.kill("SIGTERM");
      expect(await table.ended).toMatchObject({ status: 0, stderr: "" });
      await expectVerified(arm, here.storage, here.config);
    });

    test("plays a round of cards, and this machine verifies it", async () => {
      const table = await cardProcess("cl/midi-punto-y-banca", undefined, (args) => arm.start(args));
      expect(await table.press({ key: "open-table" })).toBe("done");
      await table.load();
      // The next card leaves when the unit has had its time for the one before, as at a table.
      const deal = async (): Promise<void> => {
        await table.deal();
        await clock.sleep(SETTLED_US);
      };
      await clock.sleep(SETTLED_US);
      while (table.view().phase === "preparing") await deal();
      expect(await table.press({ key: "no-more-bets" })).toBe("done");
      const isRunning = (): boolean => ["no-more-bets", "dealing"].includes(table.view().phase);
      await until("dealing", isRunning);
      for (let act = 0; act < 20 && isRunning(); act++) {
        const turn = table.view().cards?.keys.find(({ key }) => key.key === "turn")?.key;
        if (turn === undefined) await deal();
        else expect(await table.press(turn)).toBe("done");
        await clock.sleep(SETTLED_US);
      }
      expect(table.view().verdict).toMatchObject({ kind: "deal-result", certified: true });
      await table.stop();
      expect(await table.process.ended).toMatchObject({ status: 0, stderr: "" });
      await expectVerified(arm, join(dirname(table.config), "storage"), table.config);
    });

    test("reads a picture of dice as this machine does", async () => {
      const picture = join(ROOT, "test/data/dice-photos/tomitomi3/tm-1-00.png");
      const here = await onThisMachine(["read-dice", picture, "--json"]);
      expect(here.stdout).toContain('"verdict":"readable"');
      expect(arm.run("read-dice", picture, "--json")).toEqual(here);
    });
  });

  /** A table of roulette that opens by itself; its wheel is found. */
  const answersFor = ({ storage, ports }: SetupBench): string => `table:
  name: Mesa 7
  log: tirada.example/casino-1/table-07
  rulebook: cl/ruleta-francesa
  openAtStart: true
wheel: { device: cammegh-ss2, baud: 921600, ask: false, path: ${ports}/wheel }
people:
  - { name: Ana, role: jefe-de-mesa, pin: "830519" }
display: { port: 0 }
storage: { folder: ${storage} }
`;

  /** What was signed there holds here: the journal with its recordings, and an export of it. */
  async function expectVerified(arm: ArmRelease, storage: string, config: string): Promise<void> {
    expect(await onThisMachine(["verify", storage])).toMatchObject({ status: 0, stderr: "" });
    const path = join(temporaryFolder(), "arm.export");
    expect(arm.run("export", path, "--config", config)).toMatchObject({ status: 0, stderr: "" });
    expect(await onThisMachine(["verify", path])).toMatchObject({ status: 0, stderr: "" });
  }
}
