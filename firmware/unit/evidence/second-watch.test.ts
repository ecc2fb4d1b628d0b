import { describe, expect, it } from "vitest";
import { monoUs } from "../../../src/time/instant.ts";
import type { SecondState } from "../../journal/second/messages.ts";
import { awaitsSecond, SecondWatch } from "./second-watch.ts";

const T = monoUs(1);
const AT = "2026-01-01T00:00:00.000Z";
const there: SecondState = { folder: "/b", required: true, behind: 0, lost: null, damaged: 0, disk: null };
const lost = (why: "io" | "catching-up"): SecondState => ({
  ...there,
  behind: 3,
  lost: { why, detail: "gone" },
});
const said = (watch: SecondWatch, state: SecondState | null): string[] =>
  watch
    .look(state, T, AT)
    .map((entry) => (entry.k === "fault" ? `${entry.stands ? "" : "no "}${entry.code}` : ""));
const standing = (code: "second-copy-lost" | "second-copy-awaited") =>
  ({ device: "unit", code, detail: {}, since: AT, sinceMono: T }) as never;

describe("the watch over the second copy", () => {
  it("raises one fault where the table plays on, and a second one where it stops; both clear when it is back", () => {
    const plays = new SecondWatch("play", []);
    expect([said(plays, there), said(plays, lost("io")), said(plays, lost("io")), said(plays, there)]).toEqual([
      [],
      ["second-copy-lost"],
      [],
      ["no second-copy-lost"],
    ]);
    const stops = new SecondWatch("stop", []);
    expect(said(stops, lost("io"))).toEqual(["second-copy-lost", "second-copy-awaited"]);
    expect(stops.since).toBe(AT);
    expect(said(stops, lost("catching-up"))).toEqual([]);
    expect(said(stops, there)).toEqual(["no second-copy-lost", "no second-copy-awaited"]);
    expect(stops.since).toBeNull();
  });

  it("takes over what stood before the start, and calls nothing lost that is only being caught up", () => {
    expect(said(new SecondWatch("stop", []), lost("catching-up"))).toEqual([]);
    const faults = [standing("second-copy-lost"), standing("second-copy-awaited")];
    expect(said(new SecondWatch("stop", faults), lost("catching-up"))).toEqual([]);
    expect(said(new SecondWatch("play", faults), lost("io"))).toEqual(["no second-copy-awaited"]);
    expect(said(new SecondWatch(null, faults), null)).toEqual([
      "no second-copy-lost",
      "no second-copy-awaited",
    ]);
    expect([awaitsSecond(faults), awaitsSecond(faults.slice(0, 1))]).toEqual([true, false]);
  });
});
