import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { NODE_OPTIONS } from "../../firmware/node-options.ts";
import { TIRADA } from "../support/table-process.ts";

/** Every process of tirada starts Node with the same options, whoever starts it. */

const ROOT = new URL("../../", import.meta.url).pathname;
const OPTIONS = NODE_OPTIONS.join(" ");
const read = (path: string): string => readFileSync(`${ROOT}${path}`, "utf8");

describe("Node's options", () => {
  it("stand in each line of a service, the package or package.json that starts a program of tirada", () => {
    const files = globSync("firmware/delivery/packaging/**/*", { cwd: ROOT, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`.slice(ROOT.length));
    const lines = [...files, "package.json"].flatMap((path) =>
      read(path)
        .split("\n")
        .filter((line) => /\bnode"? .*(?:bin\/tirada\S*\.mjs|\/main\.js)/.test(line))
        .map((line) => ({ path, line })),
    );
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.filter(({ line }) => !line.includes(OPTIONS))).toEqual([]);
  });

  it("are given to each process that a module of the product starts", () => {
    const modules = globSync("{src,drivers,firmware,hw-sim}/**/*.ts", { cwd: ROOT }).filter(
      (path) => !/\.(?:test|fixture)\.ts$/.test(path),
    );
    const starts = modules.flatMap((path) =>
      [
        ...read(path).matchAll(
          /(?:spawn|spawnSync|\(execFile\))\(\s*(?:process\.execPath|node|found\.node),[^;]*;/g,
        ),
      ].map(([text]) => ({ path, text })),
    );
    expect(starts.length).toBeGreaterThan(3);
    const without = starts.filter(
      ({ text, path }) => !text.includes("...NODE_OPTIONS") && !hasWordsBefore(path),
    );
    expect(without).toEqual([]);
  });

  it("are given by a program to itself where somebody starts it without", () => {
    const note = "import{writeSync}from'node:fs';writeSync(2,'started '+process.execArgv.join(' ')+'\\n')";
    const hook = `data:text/javascript,${encodeURIComponent(note)}`;
    const words = ["--import", hook, TIRADA, "no-such-command"];
    const { status, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
    const [first, second, ...others] = stderr.split("\n").filter((line) => line.startsWith("started "));
    expect([first, others]).toEqual([`started --import ${hook}`, []]);
    expect(second).toBe(`started ${OPTIONS} --import ${hook}`);
    expect(status).toBe(2);
  });
});

/** The words are put together before the process starts. */
function hasWordsBefore(path: string): boolean {
  return /const (?:program|command) = \[\s*(?:process\.execPath, )?\.\.\.NODE_OPTIONS/.test(read(path));
}
