import { describe, expect, it } from "vitest";
import { monoUs } from "../../../src/time/instant.ts";
import { StorageWatch } from "./storage-watch.ts";

const T = monoUs(1);
const said = (watch: StorageWatch, ...used: readonly number[]): string[] =>
  used.flatMap((pm) =>
    watch
      .look(pm, T)
      .map((entry) =>
        entry.k === "fault"
          ? `${pm}: ${entry.stands ? "" : "no "}${entry.code} ${String(entry.detail["percent"])}`
          : "",
      ),
  );

describe("the watch over the disk", () => {
  it("tells at 80, again at 95, and refuses at 98 per cent; and clears each a little below", () => {
    const watch = new StorageWatch([]);
    expect(said(watch, 0, 799, 800, 801, 949, 950, 979, 980, 1_000)).toEqual([
      "800: storage-short 80",
      "950: no storage-short 95",
      "950: storage-short 95",
      "980: no storage-short 98",
      "980: storage-short 98",
      "980: storage-full 98",
    ]);
    expect(said(watch, 979, 970, 969, 941, 940, 939, 791, 790, 789)).toEqual([
      "969: no storage-full 96",
      "969: no storage-short 96",
      "969: storage-short 96",
      "939: no storage-short 93",
      "939: storage-short 93",
      "789: no storage-short 78",
    ]);
  });

  it("does not tremble at a level", () => {
    const watch = new StorageWatch([]);
    expect(said(watch, 800, 799, 800, 795, 802)).toEqual(["800: storage-short 80"]);
  });

  it("goes on with the faults that stood before a restart", () => {
    const full = { device: "unit", code: "storage-full", at: "", detail: {} } as never;
    expect(said(new StorageWatch([full]), 985)).toEqual([]);
    expect(said(new StorageWatch([full]), 500)).toEqual([
      "500: no storage-full 50",
      "500: no storage-short 50",
    ]);
    const short = { device: "unit", code: "storage-short", at: "", detail: {} } as never;
    expect(said(new StorageWatch([short]), 795)).toEqual([]);
    expect(said(new StorageWatch([short]), 700)).toEqual(["700: no storage-short 70"]);
  });
});
