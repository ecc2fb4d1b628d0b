import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { EXIT } from "../../firmware/problem.ts";
import type { Judgement } from "../../src/rules/engine.ts";
import { manifestOf } from "../support/case-parts.ts";
import { commandHere } from "../support/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { cardEntries, diceEntries, wheelEntries, type PlayedEntries } from "../support/played-entries.ts";
import { unitHere } from "../support/unit-here.ts";

/** A judge that was tampered with signs what it likes: whoever judges its case again finds the first record that is wrong. */

/** A duty that nobody broke, in every judgement. */
const INVENTED = { rule: "late-bet", cite: "I.1", observed: {} };

async function casePlayedBy(
  played: PlayedEntries,
  change: (judgement: Judgement) => Judgement,
): Promise<{ readonly file: string; readonly storage: string }> {
  const { setup, entries } = played;
  const right = setup.rules;
  type Asked = Parameters<typeof right.judge>;
  const rules = { ...right, judge: (...asked: Asked) => change(right.judge(...asked)) };
  const storage = join(temporaryFolder(), "storage");
  const here = await unitHere(storage, { ...setup, rules });
  for (const entry of entries) await here.unit.feed(entry);
  await here.unit.stop("test");
  const file = join(storage, "..", "case.tar");
  expect(await commandHere(["export", file, "--case", "--storage", storage])).toMatchObject({ status: 0 });
  return { file, storage };
}

const FAMILIES: readonly (readonly [string, () => PlayedEntries | Promise<PlayedEntries>])[] = [
  ["wheel", () => wheelEntries(400)],
  ["cards", () => cardEntries(2, "mutated")],
  ["dice", () => diceEntries(3, "mutated")],
];

describe.each(FAMILIES)("a case of a %s table", (_family, play) => {
  test("whose judge invents a deviation is different, from its first result on", async () => {
    const { file } = await casePlayedBy(await play(), (one) => ({ ...one, deviations: [INVENTED] }));
    expect((await commandHere(["verify", file])).status).toBe(0);
    const { status, stdout } = await commandHere(["rejudge", file, "--json"]);
    expect(status).toBe(EXIT.notValid);
    const { verdict, same, difference } = JSON.parse(stdout) as {
      readonly verdict: string;
      readonly same: number;
      readonly difference: Readonly<Record<string, unknown>>;
    };
    expect(verdict).toBe("different");
    const results = signedIn(file).filter(({ kind }) => kind === "result");
    expect(difference).toMatchObject({ seq: results[0]?.seq, field: "deviations.0" });
    expect(difference["signed"]).toContain('"late-bet"');
    expect(difference["judged"]).toBe("");
    expect(same).toBe(Number(difference["seq"]) - manifestOf(readFileSync(file)).from);
    expect(difference["entry"]).toMatchObject({ segment: expect.stringMatching(/-000001$/) as string });
  });
});

function signedIn(file: string): readonly { readonly seq: number; readonly kind: string }[] {
  const text = readFileSync(file, "utf8");
  return text
    .split("\n")
    .filter((line) => line.startsWith('{"line"'))
    .map((line) => JSON.parse((JSON.parse(line) as { line: string }).line) as { seq: number; kind: string });
}
