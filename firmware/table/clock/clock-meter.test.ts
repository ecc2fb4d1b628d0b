import { readFile } from "node:fs/promises";
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { fakeClock } from "../../../src/time/fake-clock.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { US_PER_MS, US_PER_S } from "../../../src/time/instant.ts";
import { ClockMeter, TIMESYNCD_AGE_MAX_MS, type ClockPaths, type ClockSources } from "./clock-meter.ts";

/** The unit's wall time at the start, s since 1970. */
const START_S = 1_795_519_796;

interface Metered {
  readonly changes: readonly string[];
  readonly notices: readonly string[];
  readonly paths: ClockPaths & { readonly folder: string };
  /** Lets seconds pass, one after the other, with the files' answers between. */
  readonly seconds: (count: number) => Promise<void>;
  readonly setRtc: (seconds: number | string) => void;
  /** systemd-timesyncd touched its file so many seconds after the start. */
  readonly touch: (seconds: number) => void;
}

function metered(sources: ClockSources): Metered {
  const folder = mkdtempSync(join(tmpdir(), "tirada-clock-"));
  const paths = { folder, synchronized: join(folder, "synchronized"), rtc: join(folder, "since_epoch") };
  const clock = fakeClock(0, START_S * 1_000);
  const [changes, notices]: [string[], string[]] = [[], []];
  const meter = new ClockMeter(
    sources,
    clock,
    (one) => changes.push(one),
    (one) => notices.push(one),
    paths,
  );
  onTestFinished(() => {
    meter.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    changes,
    notices,
    paths,
    seconds: async (count) => {
      for (let passed = 0; passed < count; passed++) {
        clock.advance(US_PER_S);
        await systemClock().sleep(10 * US_PER_MS);
        // A second that is still measured when the next one comes is not measured twice: what was asked of the disk before is read by now.
        for (const path of [paths.rtc, paths.synchronized, paths.rtc]) await readFile(path).catch(() => "");
      }
    },
    setRtc: (seconds) => {
      writeFileSync(paths.rtc, `${seconds}\n`);
    },
    touch: (seconds) => {
      writeFileSync(paths.synchronized, "");
      utimesSync(paths.synchronized, START_S + seconds, START_S + seconds);
    },
  };
}

/** On a busy machine a file is read later than its second. */
const PATIENT = { timeout: 10_000 };

describe("a unit with a battery clock", () => {
  it("is rtc while both agree within two seconds, and unsynced when they part or the battery is empty", async () => {
    const { changes, seconds, setRtc } = metered({ service: "none", rtc: true });
    await seconds(4);
    expect(changes).toEqual([]);
    setRtc(START_S + 6);
    await seconds(3);
    await expect.poll(() => changes, PATIENT).toEqual(["rtc"]);
    setRtc(START_S + 60);
    await seconds(1);
    await expect.poll(() => changes, PATIENT).toEqual(["rtc", "unsynced"]);
    setRtc(START_S + 10);
    await seconds(3);
    setRtc("");
    await seconds(1);
    await expect.poll(() => changes, PATIENT).toEqual(["rtc", "unsynced", "rtc", "unsynced"]);
  });

  it("that the configuration does not name says nothing", async () => {
    const { changes, seconds, setRtc } = metered({ service: "none", rtc: false });
    setRtc(START_S + 2);
    await seconds(4);
    expect(changes).toEqual([]);
  });
});

describe("systemd-timesyncd", () => {
  it("is synced as long as its file is young, and not when it is of the future", async () => {
    const { changes, seconds, touch } = metered({ service: "timesyncd", rtc: false });
    await seconds(3);
    touch(0);
    await seconds(3);
    await expect.poll(() => changes, PATIENT).toEqual(["synced"]);
    touch(-TIMESYNCD_AGE_MAX_MS / 1_000);
    await seconds(1);
    await expect.poll(() => changes, PATIENT).toEqual(["synced", "unsynced"]);
    touch(3_600);
    await seconds(4);
    await expect.poll(() => changes, PATIENT).toEqual(["synced", "unsynced"]);
  });
});

describe("chrony", () => {
  /** A program in chronyc's place: answers each question with what stands in a file, and nothing without it. */
  const CHRONYC = `
    import { createInterface } from "node:readline";
    import { readFileSync } from "node:fs";
    createInterface({ input: process.stdin }).on("line", (asked) => {
      try {
        if (asked === "tracking") process.stdout.write(readFileSync(process.argv[1], "utf8"));
      } catch {}
    });`;
  const line = (leap: string): string => {
    const now = systemClock().wall() / 1_000;
    return `C0A80001,192.168.0.1,3,${now.toFixed(9)},0.250000000,0.0,0.0,0.1,0.0,0.1,0.010000000,0.002000000,64.0,${leap}\n`;
  };
  const until = async (what: string, holds: () => boolean): Promise<void> => {
    for (let tries = 0; !holds(); tries++) {
      if (tries > 500) throw new Error(`waited 10 s in vain: ${what}`);
      await systemClock().sleep(20 * US_PER_MS);
    }
  };

  it("vouches, stops vouching, falls silent: each is a change", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tirada-clock-"));
    const answer = join(folder, "answer");
    const changes: string[] = [];
    const meter = new ClockMeter(
      { service: "chrony", rtc: false },
      systemClock(),
      (quality) => changes.push(quality),
      () => undefined,
      { chronyc: [process.execPath, "--input-type=module", "-e", CHRONYC, answer], synchronized: "", rtc: "" },
    );
    onTestFinished(() => {
      meter.stop();
      rmSync(folder, { recursive: true, force: true });
    });
    writeFileSync(answer, line("Normal"));
    await until("synced", () => changes.at(-1) === "synced");
    expect(meter.aheadMs).toBe(-250);
    writeFileSync(answer, line("Not synchronised"));
    await until("unsynced", () => changes.at(-1) === "unsynced");
    writeFileSync(answer, `${"x".repeat(5_000)}\n506 Cannot talk to daemon\n${line("Normal")}`);
    await until("synced again", () => changes.at(-1) === "synced");
    rmSync(answer);
    await until("silence is no answer", () => changes.at(-1) === "unsynced");
    await expect.poll(() => changes, PATIENT).toEqual(["synced", "unsynced", "synced", "unsynced"]);
  });

  it("ends with the unit, also one that does not end when it is asked to", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tirada-clock-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const number = join(folder, "number");
    const stubborn = `
      import { writeFileSync } from "node:fs";
      process.on("SIGTERM", () => undefined);
      writeFileSync(process.argv[1], String(process.pid));
      setInterval(() => undefined, 1_000);`;
    const meter = new ClockMeter(
      { service: "chrony", rtc: false },
      fakeClock(),
      () => undefined,
      () => undefined,
      { chronyc: [process.execPath, "--input-type=module", "-e", stubborn, number], synchronized: "", rtc: "" },
    );
    await until("it runs", () => existsSync(number) && readFileSync(number, "utf8") !== "");
    meter.stop();
    const isRunning = (): boolean => existsSync(`/proc/${readFileSync(number, "utf8")}`);
    await until("it has ended", () => !isRunning());
  });

  it("that is not installed is told once, and asked for again and again", async () => {
    const clock = fakeClock();
    const notices: string[] = [];
    const meter = new ClockMeter(
      { service: "chrony", rtc: false },
      clock,
      () => undefined,
      (notice) => notices.push(notice),
      { chronyc: ["/none/chronyc"], synchronized: "", rtc: "" },
    );
    onTestFinished(() => meter.stop());
    for (let passed = 0; passed < 60; passed++) {
      clock.advance(US_PER_S);
      await systemClock().sleep(2 * US_PER_MS);
    }
    expect(notices).toEqual([
      "clock: /none/chronyc is not installed: nothing vouches for the time of day; install and start chrony",
    ]);
  });
});
