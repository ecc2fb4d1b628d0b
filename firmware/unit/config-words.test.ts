import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readConfigText, type ReadFor } from "./read-config.ts";

/** What a person types wrongly in a configuration, and what is said of it: file, line, the word that was meant. */

const EXAMPLE = readFileSync(new URL("../../examples/cl-ruleta-francesa.yaml", import.meta.url), "utf8");

async function said(from: RegExp, to: string, why: ReadFor = "look"): Promise<string> {
  expect(EXAMPLE).toMatch(from);
  try {
    await readConfigText(EXAMPLE.replace(from, to), "table.yaml", why);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

describe("a configuration", () => {
  it.each([
    [/^ {2}name: /m, "  nmae: ", /^table\.yaml:\d+:3: unknown key "nmae" \(did you mean "name"\?\)$/],
    [/^people:/m, "peolpe:", /^table\.yaml:\d+:1: unknown key "peolpe" \(did you mean "people"\?\)$/],
    [
      /cammegh-ss2/,
      "camegh-ss2",
      /^table\.yaml:\d+:\d+: wheel\.device: no device "camegh-ss2" \(did you mean "cammegh-ss2"\?\)/,
    ],
    [
      /cl\/ruleta-francesa$/m,
      "cl/ruleta-fancesa",
      /^table\.yaml:\d+:\d+: no rulebook "cl\/ruleta-fancesa" \(did you mean "cl\/ruleta-francesa"\?\)/,
    ],
    [
      /role: croupier/,
      "role: crupier",
      /^table\.yaml:\d+:\d+: people\.1\.role: .*, not "crupier" \(did you mean "croupier"\?\)$/,
    ],
    [
      /^test: false/m,
      "test: si",
      /^table\.yaml:\d+:\d+: test: expected boolean, not the text "si" \(did you mean true\?\)$/,
    ],
    [/^ {2}name: .*$/m, `  name: ${"x".repeat(61)}`, /table\.name: is too long: it has at most 60 characters$/],
    [
      /^ {2}name: .*$/m,
      '  name: "Mesa \\u202e7"',
      /table\.name: is no name: it has characters that nobody sees/,
    ],
    [/^ {2}name: .*$/m, '  name: "Mesa \\e[2J"', /table\.name: is no name: it has characters that nobody sees/],
  ])("with %s as %s says where and what was meant", async (from, to, words) => {
    expect(await said(from, to)).toMatch(words);
  });

  it("with the printed PIN of the examples opens no real table", async () => {
    expect(await said(/^test: false/m, "test: false", "open")).toMatch(
      /the printed one of the examples.*tirada pin/,
    );
    expect(await said(/^test: false/m, "test: true", "open")).toBe("");
    // A PIN is made with its configuration beside it, which must be read for that.
    expect(await said(/^test: false/m, "test: false")).toBe("");
  });
});
