import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { LANGUAGES, type Text } from "../../src/text/language.ts";
import { groupOf } from "./fault-groups.ts";
import type { Refused } from "./page-messages.ts";

const web = (name: string): URL => new URL(`./web/${name}`, import.meta.url);
type Words = Record<string, Text>;
const words = (await import(web("words.ts").href)) as Record<"BENCH_WORDS" | "FAULT_GROUPS" | "REFUSED", Words>;
const sources = readdirSync(fileURLToPath(web("")))
  .filter((name) => name.endsWith(".ts"))
  .map((name) => readFileSync(web(name), "utf8"));

describe("the bench page's words", () => {
  const all = [words.BENCH_WORDS, words.FAULT_GROUPS, words.REFUSED].flatMap((list) => Object.entries(list));

  test.each(all)("%s is there in every language", (_name, text) => {
    for (const language of LANGUAGES) expect(text[language].trim().length).toBeGreaterThan(0);
  });

  test("every word that the page asks for exists, and every group and refusal has one", () => {
    const asked = sources.flatMap((text) =>
      [...text.matchAll(/\btell\("(\w+)"\)/g)].map(([, key]) => key ?? ""),
    );
    expect(asked.length).toBeGreaterThan(20);
    expect(asked.filter((key) => !(key in words.BENCH_WORDS))).toEqual([]);
    const why: Record<Refused, true> = {
      malformed: true,
      busy: true,
      "not-simulated": true,
      "unknown-fault": true,
      failed: true,
    };
    expect(Object.keys(words.REFUSED).toSorted()).toEqual(Object.keys(why).toSorted());
  });

  test("faults are grouped by what their names speak of", () => {
    const groups = {
      "ball-with-rotor": "launch",
      "second-ball": "people",
      "hand-over-rim": "people",
      "hand-stops-rotor": "rotor",
      "sensor-dead-P": "sensors",
      "ball-over-rim-run": "ball",
      "ball-over-rim-rotor": "ball",
      "chip-on-rotor": "people",
      "out-of-bowl": "ball",
      "board-reset": "line",
      whatever: "other",
    };
    const named = Object.keys(groups);
    expect(Object.fromEntries(named.map((name) => [name, groupOf(name)]))).toEqual(groups);
    for (const name of named) expect(words.FAULT_GROUPS).toHaveProperty(groupOf(name));
  });
});
