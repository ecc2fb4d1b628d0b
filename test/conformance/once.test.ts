import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Ideas that have one place in the house. Written a second time, they get a second set of defects. */

interface Idea {
  readonly rule: string;
  readonly remedy: string;
  readonly written: RegExp;
  readonly place: string;
  /** Other places that may write it, and why. */
  readonly others: Readonly<Record<string, string>>;
}

const IDEAS: readonly Idea[] = [
  {
    rule: "a thread is started, asked, watched and ended in one place",
    remedy:
      "host it with SupervisedThread, AskedThread, JobThread or startThread of firmware/threads, which limit what waits and name what it died of",
    written: /\bnew Worker\(/,
    place: "firmware/threads/thread.ts",
    others: {},
  },
  {
    rule: "a file that must survive is put in its place in one place",
    remedy:
      "write it with replaceDurably or createDurably of firmware/files/durable.ts; rename what is durable already with renameDurably",
    written: /\brename(?:Sync|Async)?\(/,
    place: "firmware/files/durable.ts",
    others: {
      "firmware/files/disk.ts": "the port to the disk itself",
      "firmware/journal/export/target-file.ts":
        "an export of any size on a stick, written without holding up the thread",
      "firmware/journal/second/copy-files.ts":
        "a damaged journal and what lies beside it are set aside under one sync",
      "firmware/delivery/build/build-release.ts": "what a build makes is made again",
      "firmware/delivery/package/build-package.ts": "what a build makes is made again",
      "firmware/delivery/package/offline.ts": "what a build makes is made again",
    },
  },
  {
    rule: "which notes say nothing against a die's face is written in one place",
    remedy: "ask isHarmless of src/dice/reading/read-types.ts",
    written: /"touching", "transparent"|"transparent", "touching"/,
    place: "src/dice/reading/read-types.ts",
    others: {},
  },
];

const ROOT = new URL("../../", import.meta.url).pathname;
const FILES = globSync(
  ["src/**/*.ts", "drivers/**/*.ts", "firmware/**/*.ts", "hw-sim/**/*.ts", "scripts/**/*.mjs"],
  { cwd: ROOT },
).filter((file) => !/\.(?:test|test-help|fixture)\.ts$/.test(file));

/** Lines of a source that write the idea; comments do not. */
const linesOf = ({ written }: Idea, text: string): readonly number[] =>
  text
    .split("\n")
    .flatMap((line, at) => (written.test(line.replace(/(?:^|\s)(?:\/\/|\/?\*).*/, "")) ? [at + 1] : []));

test.each(IDEAS.map((idea) => [idea.rule, idea] as const))("%s", (rule, idea) => {
  const found = FILES.flatMap((file) =>
    linesOf(idea, readFileSync(`${ROOT}${file}`, "utf8")).map((line) => ({ file, line })),
  );
  const named = [idea.place, ...Object.keys(idea.others)];
  const second = found.filter(({ file }) => !named.includes(file)).map(({ file, line }) => `${file}:${line}`);
  expect(second, `${rule} (${idea.place}): ${idea.remedy}`).toEqual([]);
  // A place that writes it no more needs no exception.
  expect(named.filter((name) => !found.some(({ file }) => file === name))).toEqual([]);
});

test("a second place is seen, and a comment is none", () => {
  const [threads, files] = IDEAS as readonly [Idea, Idea];
  expect(linesOf(threads, "const a = 1;\nconst worker = new Worker(url);\n // new Worker(url)")).toEqual([2]);
  expect(linesOf(files, "renameSync(`${path}.new`, path);\nawait rename(from, to);\n * rename( no\n")).toEqual([
    1, 2,
  ]);
});
