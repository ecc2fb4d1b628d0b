import { join } from "node:path";
import { playCapture, type Playing } from "../../hw-sim/play-capture.ts";
import { openPty } from "../../hw-sim/pty.ts";
import type { Config } from "../../src/config/config.ts";
import { LANGUAGES } from "../../src/text/language.ts";
import type { Clock } from "../../src/time/clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { hashPin } from "../display/client.ts";
import { makeFolder } from "../journal/durable.ts";
import { readCapture } from "../replay/capture.ts";

/** A wheel made of captured traffic on a pseudo-terminal, and the configuration of a table for it. */
export interface Demo {
  readonly config: Config;
  readonly notes: readonly string[];
  /** Starts the wheel. */
  play(): void;
  stop(): Promise<void>;
}

const CAPTURE = new URL("../../drivers/wheel/cammegh-ss2/fixtures/ss2-v250-live-part1.log.gz", import.meta.url);
const FOLDER = new URL("../../var/demo/", import.meta.url).pathname;
/** The log's own pauses (its host was restarted) are not worth waiting for. */
const PAUSE_MAX_US = 5 * US_PER_S;
const PEOPLE = [
  { name: "Ana", role: "jefe-de-mesa", pin: "2468" },
  { name: "Bea", role: "croupier", pin: "1357" },
] as const;

/**
 * The demonstration: a real wheel's captured bytes, at `speed` times their own pace, through a real serial port. The
 * whole product runs on it; every screen says that it is a test.
 */
export async function startDemo(clock: Clock, rulebook: string, speed: number): Promise<Demo> {
  makeFolder(FOLDER);
  const pty = await openPty({ path: join(FOLDER, `wheel-${process.pid}`) });
  const all = readCapture(CAPTURE.pathname).entries.flatMap((entry) =>
    entry.k === "in" ? [{ tUs: entry.t, dir: entry.k, text: entry.bytes.replace(/[\r\n]+$/, "") }] : [],
  );
  // The capture's long unbroken stretch begins with game 011.
  const entries = all.slice(
    Math.max(
      0,
      all.findIndex((line) => line.text.startsWith("*X;2;011;")),
    ),
  );
  let playing: Playing | null = null;
  return {
    config: await demoConfig(pty.path, rulebook),
    notes: PEOPLE.map(({ name, role, pin }) => `sign in as ${name} (${role}) with PIN ${pin}`),
    play: () => {
      const sink = (bytes: Uint8Array): Promise<void> => pty.write(bytes);
      playing = playCapture({ entries, sink, clock, speed, longestWaitUs: PAUSE_MAX_US, loop: true });
      // The playing ends when the terminal is taken away at the stop.
      playing.done.catch(() => undefined);
    },
    stop: async () => {
      playing?.stop();
      await pty.close();
    },
  };
}

async function demoConfig(path: string, rulebook: string): Promise<Config> {
  return {
    table: {
      name: "Mesa de demostración",
      log: "tirada.local/demo",
      rulebook,
      houseRules: [],
      languages: [...LANGUAGES],
      openAtStart: true,
    },
    wheel: {
      device: "cammegh-ss2",
      path,
      baud: 9600,
      wait: false,
      rotorVariationRpm10: 20,
      ask: false,
      protocol: "extended",
      gameMode: null,
    },
    display: { host: "127.0.0.1", port: 8470 },
    people: await Promise.all(
      PEOPLE.map(async ({ name, role, pin }) => ({ name, role, pin: await hashPin(pin) })),
    ),
    storage: { folder: FOLDER, segmentMegabytes: 8, recordingMegabytes: 64 },
    test: true,
  };
}
