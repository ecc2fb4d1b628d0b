import type { UnitHealth } from "../../unit/health.ts";
import type { Looked } from "./judge.ts";
import { seen } from "./observed.ts";

/** What a running unit of a table in order says of itself, as far as the doctor reads it. */
export const HEALTH = {
  format: "tirada-health/1",
  upSeconds: 3_700,
  devices: ["wheel"],
  device: "cammegh-ss2 /dev/serial/by-id/wheel",
  faults: [],
  clock: "synced",
  journal: { records: 12, epoch: 1, from: 5, waiting: 0, head: "whole", notes: [], read: null },
  second: null,
  witness: null,
  memory: 167_772_160,
  keepsSecrets: false,
  counters: {},
} as unknown as UnitHealth;

/** A table that is in order, as it was looked at. */
export const WELL: Looked = {
  unit: { is: "running", health: HEALTH },
  disk: {
    folder: "/var/lib/tirada",
    isThere: true,
    space: seen({ usedPm: 420, free: 12e9, isReadOnly: false }),
    lives: [{ disk: "mmcblk0", usedPercent: seen(10) }],
  },
  second: null,
  machine: {
    temperature: seen(51),
    isVoltageLow: seen(false),
    memory: seen({ free: 4e9, total: 8e9 }),
    usbAgain: seen(0),
  },
  swap: seen(0),
  ports: [],
  hasJournal: true,
  journalPath: "/var/lib/tirada/journal.db",
  asksWitness: false,
  asksClock: true,
  screens: {
    url: "http://127.0.0.1:8470/",
    answers: true,
    places: { display: { here: 1, elsewhere: 0 }, control: { here: 0, elsewhere: 1 } },
  },
  own: { missing: [], monitors: seen(["HDMI-A-1"]) },
  release: { version: "0.7.0", manifest: "ab".repeat(32) },
};
