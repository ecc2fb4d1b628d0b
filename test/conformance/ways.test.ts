import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { layWay, nameOf, STEPS_MAX, waysOf } from "../support/ways.ts";
import { ALL } from "../support/volume.ts";

/**
 * Every way of docs/ways.md works as it stands there: its steps are taken into a copy of the tree, and test/ways tries what comes of them
 * in a process of its own. What fails is named by way and step.
 */
const ROOT = new URL("../../", import.meta.url).pathname;
const WAYS = waysOf(readFileSync(join(ROOT, "docs/ways.md"), "utf8"));
const FOLDERS = ["src", "drivers", "firmware", "hw-sim", "test", "bin", "examples"];
const FILES = ["package.json", "tsconfig.json"];
/** Ways whose files stand here; the others lead to where theirs are walked. */
const WALKED = WAYS.filter(({ steps }) => steps.some(({ blocks }) => blocks.length > 0));

const root = mkdtempSync(join(tmpdir(), "tirada-ways-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Report {
  readonly testResults: readonly {
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}
/** Below each way's title: the tries of it, and what failed. */
let tried = new Map<string, readonly string[]>();
let failed = new Map<string, readonly string[]>();

const laid: string[] = [];

describe("docs/ways.md", () => {
  beforeAll(() => {
    for (const name of [...FOLDERS, ...FILES]) cpSync(join(ROOT, name), join(root, name), { recursive: true });
    symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
    for (const way of WALKED)
      try {
        layWay(way, root);
      } catch (error) {
        laid.push((error as Error).message);
      }
    const vitest = [
      join(ROOT, "node_modules/vitest/vitest.mjs"),
      "run",
      "--config",
      "test/ways/vitest.config.ts",
    ];
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST"));
    const { stdout, stderr } = spawnSync(process.execPath, [...vitest, "--reporter=json"], {
      cwd: root,
      encoding: "utf8",
      env: Object.fromEntries(inherited),
    });
    const json = /^\{.*\}$/m.exec(stdout)?.[0];
    if (json === undefined)
      throw new Error(`the ways could not be tried: ${stdout.slice(-2_000)}${stderr.slice(-2_000)}`);
    const files = (JSON.parse(json) as Report).testResults;
    const all = files.flatMap(({ assertionResults }) => assertionResults);
    const by = (keep: (status: string) => boolean): Map<string, readonly string[]> =>
      new Map(
        WALKED.map(({ title }) => [
          title,
          all
            .filter(({ ancestorTitles, status }) => ancestorTitles[0] === title && keep(status))
            .map(({ title: step, failureMessages }) =>
              [`${title}, ${step}`, ...failureMessages.map((message) => message.split("\n    at ")[0])].join(
                ": ",
              ),
            ),
        ]),
      );
    tried = by(() => true);
    failed = by((status) => status !== "passed");
    laid.push(
      ...files.flatMap(({ message = "", assertionResults }) =>
        assertionResults.length === 0 ? [message] : [],
      ),
    );
    // The tests that a way brings, such as a device's losses.
    for (const { ancestorTitles, title, status, failureMessages } of all)
      if (!tried.has(ancestorTitles[0] ?? "") && status !== "passed")
        laid.push(`${ancestorTitles.join(" ")} ${title}: ${failureMessages[0] ?? ""}`);
  }, 120_000);

  it("has ten ways and more, each in at most ten steps that are numbered in order", () => {
    expect(WAYS.length).toBeGreaterThanOrEqual(10);
    for (const { title, steps } of WAYS) {
      expect([title, steps.map(({ number }) => number)]).toEqual([title, steps.map((_, at) => at + 1)]);
      expect([title, steps.length <= STEPS_MAX]).toEqual([title, true]);
    }
  });

  it("has steps that can be taken as they stand", () => {
    expect(laid).toEqual([]);
  });

  it.each(WALKED.map(({ title }) => title))("%s: leads where it says", (title) => {
    expect(tried.get(title)?.length, "tries in test/ways").toBeGreaterThan(0);
    expect(failed.get(title)).toEqual([]);
  });

  if (ALL)
    it.each([".", "firmware/screens/pages"])(
      "leads to what the compiler takes, in the project %s",
      (project) => {
        const { stdout } = spawnSync(join(root, "node_modules/.bin/tsc"), ["-p", project], {
          cwd: root,
          encoding: "utf8",
        });
        const wrong = stdout.split("\n").filter((line) => /^\S+\(\d+,\d+\): error/.test(line));
        // Tests say every text in the four languages that there are.
        expect(wrong.filter((line) => !/^(?:test\/|\S*\.test(?:-help)?\.ts)|scripts\//.test(line))).toEqual([]);
      },
      300_000,
    );

  it("goes on to fit when somebody has walked it: a second thing of its kind is added by the same blocks", () => {
    for (const way of WALKED) layWay(way, root, nameOf(way) === "xx" ? "yy" : `${nameOf(way)}-too`);
  });
});

describe("a way whose step no longer works", () => {
  const way = (block: string) => waysOf(`## Adding a thing\n\n1. First.\n2. Then.\n\n${block}\n`)[0]!;
  it.each([
    [
      "its line is gone",
      "   ```diff\n   --- package.json\n    no such line\n   +one\n   ```",
      "package.json has no line «no such line»",
    ],
    ["its file is gone", "   ```diff\n   --- src/gone.ts\n    one\n   ```", "there is no src/gone.ts"],
    [
      "its line stands there twice",
      "   ```diff\n   --- package.json\n      },\n   +one\n   ```",
      "package.json has 6 lines «},»",
    ],
    ["its command fails", "   ```sh\n   cp no such-file\n   ```", "Command failed"],
    ["it names no file", "   ```ts\n   export {};\n   ```", "its first line names no file: export {};"],
  ])("is named with the way and what is wrong: %s", (_, block, wrong) => {
    expect(() => layWay(way(block), ROOT)).toThrow(`Adding a thing, step 2: ${wrong}`);
  });
});
