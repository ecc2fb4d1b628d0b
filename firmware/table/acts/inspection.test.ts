import { describe, expect, it } from "vitest";
import { INSPECTIONS, type InspectionAct } from "../../../src/people/inspection.ts";
import type { Text } from "../../../src/text/language.ts";
import { ActRefusal, type ActDone } from "./act.ts";
import { inspect } from "./inspection.ts";
import { ON_PAGE } from "./technician.ts";

const GOOD = {
  ...Object.fromEntries(INSPECTIONS["inspect-wheel"].map(({ item }) => [item, "good"])),
  "level-measured": "0,3",
  "ball-measured": "19.05",
  remarks: "",
};

async function inspected(
  values: Readonly<Record<string, string>>,
  act: InspectionAct = "inspect-wheel",
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
  const done = await inspect(act, values)(context);
  return { ...done, said };
}
const refusal = (values: Readonly<Record<string, string>>, act: InspectionAct = "inspect-wheel"): string => {
  try {
    inspect(act, values);
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
    expect(said).toEqual(["All of it is in order."]);
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

describe("the form of dice and of cards", () => {
  const good = (act: InspectionAct, figure: string): Record<string, string> => ({
    ...Object.fromEntries(
      INSPECTIONS[act].flatMap(({ item, measured }): readonly (readonly [string, string])[] => [
        [item, "good"],
        ...(measured === null ? [] : [[`${item}-measured`, figure] as const]),
      ]),
    ),
    remarks: "",
  });

  it("is a record of a shaker and its dice, too, and what is loose is named", async () => {
    const dice = good("inspect-dice", "16,05");
    expect((await inspected(dice, "inspect-dice")).detail).toMatchObject({
      diceThousandths: 16_050,
      isGood: true,
    });
    const { said, detail } = await inspected(
      { ...dice, seals: "bad", remarks: "seal 4411 broken" },
      "inspect-dice",
    );
    expect([said[0], detail?.["isGood"]]).toEqual(["Not in order: seals in their places", false]);
    expect(refusal(good("inspect-wheel", "1"), "inspect-dice")).not.toBe("accepted");
  });

  it("is a receipt of decks that says whose they are: without maker, model and lot there is none", async () => {
    const cards = good("check-cards", "8");
    expect(refusal(cards, "check-cards")).toContain("maker, model and lot");
    const remarks = "Fournier 818, lote 2611-A";
    const { detail } = await inspected({ ...cards, remarks }, "check-cards");
    expect(detail).toMatchObject({ decksThousandths: 8_000, complete: "good", remarks, isGood: true });
    expect(refusal({ ...cards, remarks, "decks-measured": "17" }, "check-cards")).toContain("decks");
  });
});
