import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { commandHere } from "../support/command.ts";
import { ROOT } from "../support/built-release.ts";

/** docs/laboratory.md claims nothing that a page or a test does not show: what it names is there. */

const FILE = "docs/laboratory.md";
const ROWS = readFileSync(join(ROOT, FILE), "utf8")
  .split("\n")
  .filter((line) => /^\| \d+ \|/.test(line))
  .map((line) => {
    const [number = "", requirement = "", source = "", state = "", shown = "", test = ""] = line
      .slice(1, -1)
      .split(" | ")
      .map((cell) => cell.trim());
    return { number: Number(number), requirement, source, state, shown, test };
  });

describe("the table of what a laboratory asks", () => {
  it("has 57 rows in order, each with a requirement and its source", () => {
    expect(ROWS.map(({ number }) => number)).toEqual(Array.from({ length: 57 }, (_, at) => at + 1));
    expect(ROWS.filter(({ requirement, source }) => requirement === "" || source === "")).toEqual([]);
  });

  it("claims what a page and a test show, and says what is missing of the rest", () => {
    for (const { number, state, shown, test } of ROWS) {
      expect([number, state]).toEqual([number, expect.stringMatching(/^(?:met|partly|no|house)(?:$|[: .])/)]);
      if (state.startsWith("partly"))
        expect([number, state]).toEqual([number, expect.stringContaining("Missing: ")]);
      if (state.startsWith("met"))
        expect([number, state]).not.toEqual([number, expect.stringContaining("Missing: ")]);
      expect([number, shown]).toEqual([number, expect.stringMatching(/\]\(/)]);
      if (state.startsWith("met") || state.startsWith("partly"))
        expect([number, test]).toEqual([number, expect.stringMatching(/\.test\.ts`/)]);
    }
  });

  it("names files and tests that are there", () => {
    for (const { number, state, shown, test } of ROWS) {
      const links = [...shown.matchAll(/\]\(([^)#]+)/g)].map(([, to = ""]) => join(dirname(FILE), to));
      const named = [...`${state} ${test}`.matchAll(/`([a-z-]+\/[\w./-]+)`/g)].map(([, path = ""]) => path);
      expect([number, [...links, ...named].filter((path) => !existsSync(join(ROOT, path)))]).toEqual([
        number,
        [],
      ]);
    }
  });

  it("names commands with options that they have", async () => {
    const named = ROWS.flatMap(({ state }) => [...state.matchAll(/`tirada ([a-z ]+?)((?: --[a-z-]+)*)`/g)]);
    expect(named.length).toBeGreaterThan(5);
    for (const [, command = "", options = ""] of named) {
      const { status, stdout } = await commandHere([...command.split(" "), "--help"]);
      expect([command, status]).toEqual([command, 0]);
      for (const option of options.split(" ").filter(Boolean)) expect(stdout).toContain(option);
    }
  });
});

describe("the statement on random numbers", () => {
  const CHANCE =
    /\b(?:randomBytes|randomFill(?:Sync)?|randomInt|randomUUID|getRandomValues|generateKey(?:Pair)?(?:Sync)?|Math\.random)\(/;

  it("lists every file of a release that draws one, and no other", () => {
    const files = ["src", "drivers", "firmware"].flatMap((folder) =>
      globSync(`${folder}/**/*.{ts,mjs,js}`, { cwd: ROOT }),
    );
    const drawing = files.filter(
      (file) =>
        !/\.(?:test|test-help|fixture)\.ts$/.test(file) && CHANCE.test(readFileSync(join(ROOT, file), "utf8")),
    );
    const listed = [...readFileSync(join(ROOT, FILE), "utf8").matchAll(/^\| `([\w/.-]+)` +\|/gm)].map(
      ([, file = ""]) => file,
    );
    expect(files.length).toBeGreaterThan(1_000);
    expect(drawing.sort()).toEqual(listed.sort());
  });
});
