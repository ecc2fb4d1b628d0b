import { expect, it } from "vitest";
import { boardImage } from "./board-image.ts";
import { boardBehind } from "./board-behind.ts";

it("is a board whose image is older than the release's, and no other", () => {
  const of = (runs: string, release: string) => boardBehind("wheel", runs, release) !== null;
  expect([of("1.2.0", "1.3.0"), of("1.9.0", "1.10.0"), of("0.9.9", "1.0.0")]).toEqual([true, true, true]);
  expect([of("1.3.0", "1.3.0"), of("1.10.0", "1.9.9"), of("2.0.0", "1.9.9")]).toEqual([false, false, false]);
  const { version } = boardImage("wheel").image;
  expect(boardBehind("wheel", version)).toBeNull();
  expect(boardBehind("wheel", "0.0.0")).toEqual({ kind: "wheel", runs: "0.0.0", release: version });
});
