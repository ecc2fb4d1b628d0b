import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LANGUAGE_TEXTS } from "../../../src/text/languages/index.ts";
import { errorTextIn } from "../../problem.ts";
import { readConfigText, type ReadFor } from "./read-config.ts";

/** What a person types wrongly in a configuration, and what is said of it: file, line, the word that was meant. */

const EXAMPLE = readFileSync(new URL("../../../examples/cl-ruleta-francesa.yaml", import.meta.url), "utf8");

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

describe("in the language of whoever reads it", () => {
  const EVERY = [
    [
      /^ {2}name: /m,
      "  nmae: ",
      ["clave desconocida «nmae» (¿quería decir «name»?)", "gako ezezaguna", "clave descoñecida"],
    ],
    [
      /^test: false/m,
      "test: si",
      ["ha de ser true (sí) o false (no), no el texto «si»", "true (bai)", "true (si)"],
    ],
    [
      /^ {2}name: .*$/m,
      `  name: ${"x".repeat(61)}`,
      ["es demasiado largo: tiene como mucho 60", "luzeegia", "longo de máis"],
    ],
    [/role: croupier/, "role: crupier", ["ha de ser uno de", "hauetako bat", "ha de ser un de"]],
    [/^ {2}log: .*$/m, "  log: Mesa", ["ha de ser como tirada", "honelakoa", "ha de ser como"]],
    [
      /cammegh-ss2/,
      "camegh-ss2",
      ["no hay aparato «camegh-ss2» (¿quería decir", "ez dago «camegh-ss2»", "non hai aparello"],
    ],
    [
      /cl\/ruleta-francesa$/m,
      "cl/ruleta-francesa@1999-01",
      ["no está en la edición 1999-01", "1999-01 edizioan", "non está na edición"],
    ],
    [
      /^people:/m,
      "\tpeople:",
      ["no se puede leer como YAML: hay un tabulador", "tabuladore", "hai un tabulador"],
    ],
  ] as const;

  it.each(EVERY)("%s → %s", async (from, to, [es, eu, gl]) => {
    expect(EXAMPLE).toMatch(from);
    const error = await readConfigText(EXAMPLE.replace(from, to), "table.yaml").catch((one: unknown) => one);
    expect(errorTextIn(error, "es")).toContain(es);
    expect(errorTextIn(error, "eu")).toContain(eu);
    expect(errorTextIn(error, "gl")).toContain(gl);
    expect(errorTextIn(error, "en")).toBe((error as Error).message);
  });

  it("is nothing but that language in every text of a problem", () => {
    const { en, ...others } = LANGUAGE_TEXTS;
    for (const { problems } of Object.values(others))
      expect(
        Object.entries(problems).filter(([key, text]) => key !== "at" && en.problems[key as "at"] === text),
      ).toEqual([]);
  });
});
