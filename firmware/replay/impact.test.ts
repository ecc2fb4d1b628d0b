import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Entry } from "../../src/recording/entry.ts";
import { monoUs } from "../../src/time/instant.ts";
import { commandHere } from "../../test/support/command.ts";
import { temporaryFolder } from "../../test/support/folder.ts";
import { EARLIER, GAME, LATER, twoEditions } from "../../test/support/later-edition.ts";
import { wheelEntries } from "../../test/support/played-entries.ts";
import { expectProblem } from "../../test/support/problem.ts";
import { bodies } from "../../test/support/replayed.ts";
import { loadEditions } from "../table/rules/load.ts";
import { Pipeline, type BuiltRecord } from "../table/pipeline/pipeline.ts";
import { EXIT } from "../problem.ts";
import { tableSetup } from "../table/setup/table-setup.ts";
import { folderImpact, type ImpactLine } from "./impact-folder.ts";
import type { RoundImpact } from "./impact.ts";
import { newTableHead } from "./replay.ts";

const FORMAT_1 = new URL("../../test/data/format-1/", import.meta.url).pathname;

/** A folder with one recording of these entries, and its records. */
function recorded(entries: readonly Entry[]): {
  readonly folder: string;
  readonly records: readonly BuiltRecord[];
} {
  const setup = tableSetup(EARLIER, "cammegh-ss2", []);
  const pipeline = new Pipeline(setup, { ...newTableHead(setup, "test", []), segment: "wheel-1" });
  const { headLine } = pipeline.segment;
  const fed = entries.map((entry) => pipeline.feed(entry));
  const folder = temporaryFolder();
  mkdirSync(join(folder, "recordings"));
  writeFileSync(
    join(folder, "recordings/wheel-1.jsonl"),
    `${headLine}${fed.map(({ recording }) => recording).join("")}`,
  );
  return { folder, records: fed.flatMap(({ records }) => records) };
}

const rounds = (lines: Iterable<ImpactLine>): RoundImpact[] =>
  [...lines].flatMap((line) => ("note" in line ? [] : [line]));

describe("the impact of a later edition on captured games of a real wheel", () => {
  const { entries } = wheelEntries(13_000);

  it("names the rounds that would have ended otherwise, with before, after and paragraph, and no other", () => {
    const { folder, records } = recorded(entries);
    const [before, after] = loadEditions(GAME, twoEditions());
    const found = rounds(
      folderImpact({ before: before!, after: after!, folder, codes: null, houseRules: null }),
    );
    const broken = bodies(records, "result").filter((one) =>
      one.deviations.some(({ rule }) => rule === "rotor-direction-not-alternated"),
    );
    expect(broken.length).toBeGreaterThan(0);
    const otherwise = found.filter(({ is }) => is === "otherwise");
    // Besides, a void must be settled where a deviation need not be: after a round that was not watched nothing is known of the rotor.
    const voided = otherwise.filter((one) => one.is === "otherwise" && one.after.kind === "void");
    expect(voided.map(({ round }) => round)).toEqual(broken.map(({ round }) => round));
    for (const one of otherwise.filter((each) => !voided.includes(each)))
      expect(one).toMatchObject({
        before: { kind: "result", certified: true },
        after: { kind: "undecided", because: ["rule-not-judged"] },
      });
    const unsettled = otherwise.flatMap((one) =>
      one.is === "otherwise" ? one.after.rules.map(({ rule }) => rule) : [],
    );
    expect(new Set(unsettled)).toEqual(new Set(["rotor-direction-not-alternated"]));
    expect(voided[0]).toMatchObject({
      before: { kind: "result", certified: true, rules: [{ rule: "rotor-direction-not-alternated" }] },
      after: {
        kind: "void",
        rules: [{ rule: "rotor-direction-not-alternated", cite: expect.stringContaining("II.1.5") as string }],
      },
    });
    const ended = new Set(
      records.flatMap(({ body }) =>
        ["result", "void", "undecided", "aborted"].includes(body.kind) && "round" in body ? [body.round] : [],
      ),
    );
    expect(new Set(found.map(({ round }) => round)).size).toBe(found.length);
    expect(found.filter((one) => one.is !== "not-judged").every(({ round }) => ended.has(round))).toBe(true);
    expect(found.length).toBeGreaterThanOrEqual(ended.size);
  });

  it("is none under the same edition", () => {
    const { folder } = recorded(entries.slice(0, 4_000));
    const [before] = loadEditions(GAME, twoEditions());
    const found = rounds(
      folderImpact({ before: before!, after: before!, folder, codes: null, houseRules: null }),
    );
    expect(new Set(found.map(({ is }) => is)).has("otherwise")).toBe(false);
    expect(found.filter(({ is }) => is === "same").length).toBeGreaterThan(3);
  });

  it("does not judge a round in which a key was taken that would be refused", () => {
    const { records } = recorded(entries.slice(0, 4_000));
    const [, result] = records.filter(({ body }) => body.kind === "result");
    const { mono } = JSON.parse(result!.line) as { mono: number };
    const at = entries.findLastIndex(({ t }) => t <= mono) + 1;
    const { round } = result!.durable;
    const by = { name: "Ana", role: "croupier" } as const;
    const key = { key: "declare", round, rule: "ball-or-equipment-defect" } as const;
    const pressed: Entry = { k: "key", t: monoUs(mono), key, by };
    const { folder, records: all } = recorded([...entries.slice(0, at), pressed, ...entries.slice(at, 4_000)]);
    expect(bodies(all, "key")).toHaveLength(1);
    const [before, after] = loadEditions(GAME, twoEditions());
    const found = rounds(
      folderImpact({ before: before!, after: after!, folder, codes: null, houseRules: null }),
    );
    expect(found.find((one) => one.round === round)).toMatchObject({
      is: "not-judged",
      before: { kind: "result" },
      why: "the key declare of croupier, which was taken, would be refused",
    });
  });

  it("does not judge the round in which a recording begins or ends", () => {
    const { records } = recorded(entries.slice(0, 4_000));
    const runs = records.find(
      ({ body }) => body.kind === "phase" && body.phase === "ball-in-play" && body.round > 1,
    );
    const { mono } = JSON.parse(runs!.line) as { mono: number };
    const launched = entries.findLastIndex(({ t }) => t <= mono);
    const { folder } = recorded(entries.slice(0, launched + 1));
    const [before] = loadEditions(GAME, twoEditions());
    const task = { before: before!, after: before!, folder, codes: null, houseRules: null };
    const found = rounds(folderImpact(task));
    expect(found.at(-1)).toMatchObject({
      is: "not-judged",
      before: null,
      why: "it had not ended when the recording ends",
    });
    writeFileSync(join(folder, "recordings/wheel-2.jsonl"), goneOn(entries.slice(0, 4_000), launched));
    expect(rounds(folderImpact(task))[found.length]).toMatchObject({
      segment: "wheel-2",
      is: "not-judged",
      before: { kind: "result" },
      why: "it began before this recording",
    });
  });
});

/** A recording that begins with the table as the first entries left it. */
function goneOn(entries: readonly Entry[], from: number): string {
  const setup = tableSetup(EARLIER, "cammegh-ss2", []);
  const head = newTableHead(setup, "test", []);
  const first = new Pipeline(setup, head);
  for (const entry of entries.slice(0, from + 1)) first.feed(entry);
  const { seq, prev } = first.chain;
  const next = { ...head, segment: "wheel-2", ...first.clock, state: first.state, chain: { seq, prev } };
  const pipeline = new Pipeline(setup, next);
  const { headLine } = pipeline.segment;
  return `${headLine}${entries
    .slice(from + 1)
    .map((entry) => pipeline.feed(entry).recording)
    .join("")}`;
}

describe("tirada rules impact", () => {
  it("judges a storage folder of an older release by its journal, and says of another edition's recordings that they are not judged", async () => {
    const folder = temporaryFolder();
    execFileSync("tar", ["-xzf", join(FORMAT_1, "wheel.tar.gz"), "-C", folder, "--no-same-owner"]);
    const data = fileURLToPath(twoEditions());
    const at = ["--rulebooks", data, "--recordings", folder];
    const { status, stdout } = await commandHere(["rules", "impact", EARLIER, LATER, ...at, "--json"]);
    expect(status).toBe(EXIT.done);
    const lines = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.at(-1)).toMatchObject({ kind: "summary", before: EARLIER, after: LATER });
    expect(Number(lines.at(-1)?.["rounds"])).toBeGreaterThan(5);
    const other = await commandHere(["rules", "impact", LATER, EARLIER, ...at]);
    expect(other.stdout).toContain(`made under ${EARLIER}, not under ${LATER}; not judged`);
    expect(other.stdout).toContain(": 0 rounds\n");
  });

  it("leaves out what is sealed, and says so", async () => {
    const folder = temporaryFolder();
    execFileSync("tar", ["-xzf", join(FORMAT_1, "cards.tar.gz"), "-C", folder, "--no-same-owner"]);
    const { id } = JSON.parse('{"id":"cl/punto-y-banca@2023-03"}') as { id: string };
    const { status, stdout } = await commandHere(["rules", "impact", id, id, "--recordings", folder]);
    expect(status).toBe(EXIT.done);
    expect(stdout).toContain("is sealed until its round is over");
  });

  it("refuses two games, and a folder without recordings, in one line", async () => {
    const two = await commandHere(["rules", "impact", "cl/craps", "cl/big-six", "--recordings", "/tmp"]);
    expectProblem(two, EXIT.usage, "are two games: give two editions of one");
    const empty = await commandHere(["rules", "impact", EARLIER, EARLIER, "--recordings", temporaryFolder()]);
    expectProblem(empty, EXIT.usage, "no recordings lie there");
  });
});
