import { describe, expect, it } from "vitest";
import { INSPECTION } from "../../../src/people/inspection.ts";
import type { Text } from "../../../src/text/language.ts";
import { ActRefusal, type ActDone } from "./act.ts";
import { inspectWheel } from "./inspection.ts";
import { ON_PAGE } from "./technician.ts";

const GOOD = {
  ...Object.fromEntries(INSPECTION.map(({ item }) => [item, "good"])),
  "level-measured": "0,3",
  "ball-measured": "19.05",
  remarks: "",
};

async function inspected(
  values: Readonly<Record<string, string>>,
): Promise<ActDone & { readonly said: string[] }> {
  const said: string[] = [];
  const person = {
    words: ON_PAGE,
    say: (line: Text) => void said.push(line.en),
    progress: () => undefined,
    ready: () => Promise.resolve(),
    ask: () => Promise.resolve("" as const),
  };
  const commit = () => Promise.resolve();
  const by = { role: "tecnico", name: "Eva Mas" } as const;
  const second = () => Promise.reject(new Error("nobody is asked"));
  const context = { values, person, by, second, signal: AbortSignal.abort(), commit, note: commit };
  const done = await inspectWheel(values)(context);
  return { ...done, said };
}
const refusal = (values: Readonly<Record<string, string>>): string => {
  try {
    inspectWheel(values);
    return "accepted";
  } catch (error) {
    return error instanceof ActRefusal ? error.text.en : String(error);
  }
};

describe("the form of a wheel's inspection", () => {
  it("is one record with every item, figures in thousandths", async () => {
    const { detail, said } = await inspected(GOOD);
    expect(detail).toMatchObject({
      level: "good",
      levelThousandths: 300,
      ballThousandths: 19_050,
      isGood: true,
    });
    expect(said).toEqual(["The wheel is in order."]);
  });

  it("names what is not in order, and wants to be told what", async () => {
    expect(refusal({ ...GOOD, frets: "bad" })).toContain("remarks");
    const { detail, said } = await inspected({ ...GOOD, frets: "bad", remarks: "fret 17 loose" });
    expect(detail).toMatchObject({ frets: "bad", isGood: false, remarks: "fret 17 loose" });
    expect(said[0]).toContain("Not in order: frets");
  });

  it.each([
    [{ level: "" }, "level"],
    [{ magnets: "perhaps" }, "magnets"],
    [{ "level-measured": "" }, "out of level"],
    [{ "ball-measured": "1e9" }, "diameter"],
    [{ "ball-measured": "-3" }, "diameter"],
    [{ "ball-measured": "101" }, "diameter"],
    [{ temperature: "20" }, "remarks"],
  ])("refuses %j", (change, what) => {
    expect(refusal({ ...GOOD, ...change })).toContain(what);
  });
});
