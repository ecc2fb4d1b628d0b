import { describe, expect, it } from "vitest";
import { LINE_MAX, lineReader } from "./messages.ts";

function read(...texts: string[]): { readonly lines: string[]; readonly long: number } {
  const lines: string[] = [];
  let long = 0;
  const take = lineReader(
    (line) => lines.push(line),
    () => long++,
  );
  for (const text of texts) take(text);
  return { lines, long };
}

describe("messages between people and camera", () => {
  it("are lines, however they come", () => {
    expect(read("a\nb", "c\n", "\nd")).toEqual({ lines: ["a", "bc", ""], long: 0 });
  });

  it("end where one is longer than any can be, whether its end comes or not", () => {
    const most = "x".repeat(LINE_MAX);
    expect(read(most, "\nb\n")).toEqual({ lines: [most, "b"], long: 0 });
    expect(read(most, "x", "\nb\n")).toEqual({ lines: [], long: 1 });
    expect(read("a\n", `${most}x\nb\n`, "c\n")).toEqual({ lines: ["a"], long: 1 });
  });
});
