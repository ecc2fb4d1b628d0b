import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parseConfig, type Config } from "../config/config.ts";
import { editionFaults } from "../../../src/rules/editions.ts";
import { isDay, nextDay } from "../../../src/time/day.ts";
import {
  changed,
  EARLIER,
  earlierText,
  endedText,
  GAME,
  LATER,
  laterText,
  rulebooksFolder,
  twoEditions,
} from "../../../test/support/later-edition.ts";
import { Problem } from "../../problem.ts";
import { withEditionInForce, setupOf } from "../setup/config-setup.ts";
import { RulebookError } from "./library.ts";
import { listPacks, loadEditions, loadPack } from "./load.ts";

function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof RulebookError) return error.message;
    throw error;
  }
  throw new Error("nothing was refused");
}

function problemOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
  throw new Error("nothing was refused");
}

const lineOf = (text: string, key: string): number =>
  text.split("\n").findIndex((line) => line.startsWith(key)) + 1;

describe("days of the calendar", () => {
  it.each(["2023-02-30", "2023-13-01", "2023-2-3", "2023-02-29", "", "2023-00-10"])("%j is none", (text) => {
    expect(isDay(text)).toBe(false);
  });

  it("are counted over months, leap days and years", () => {
    expect([nextDay("2024-02-28"), nextDay("2023-02-28"), nextDay("2026-12-31")]).toEqual([
      "2024-02-29",
      "2023-03-01",
      "2027-01-01",
    ]);
    expect(nextDay("2027-07-01", -1)).toBe("2027-06-30");
    expect(() => nextDay("tomorrow")).toThrow("is no day");
  });
});

describe("two editions of one game", () => {
  const data = twoEditions;

  it("are both kept, and the day chooses", () => {
    const place = data();
    expect(loadEditions(GAME, place).map(({ name }) => name)).toEqual([EARLIER, LATER]);
    expect(listPacks(place).map(({ name }) => name)).toEqual([EARLIER, LATER]);
    const on = (day: string): string => loadPack(GAME, place, day).name;
    expect([on("2023-03-14"), on("2027-06-30"), on("2027-07-01"), on("2040-01-01")]).toEqual([
      EARLIER,
      EARLIER,
      LATER,
      LATER,
    ]);
    expect(loadPack(GAME, place).name).toBe(LATER);
    expect(loadPack(EARLIER, place, "2040-01-01").name).toBe(EARLIER);
    expect(new Set(loadEditions(GAME, place).map(({ digest }) => digest)).size).toBe(2);
  });

  it("refuse a day before the first of them, and an edition that is not there", () => {
    const place = data();
    expect(messageOf(() => loadPack(GAME, place, "2023-03-13"))).toBe(
      `no edition of rulebook "${GAME}" is in force on 2023-03-13; installed: 2023-03 (from 2023-03-14 to 2027-06-30), 2027-07 (from 2027-07-01); is the clock of this machine right?`,
    );
    expect(messageOf(() => loadPack(`${GAME}@2025-01`, place))).toContain(
      "is not installed in edition 2025-01",
    );
  });
});

describe("the edition of Cantabria's catalogue", () => {
  const CANTABRIA = listPacks().filter(({ pack }) => pack.jurisdiction === "es-cb");

  it("names the amendment that its text holds, and no day before it", () => {
    expect(CANTABRIA.length).toBeGreaterThan(25);
    for (const { id, name, pack } of CANTABRIA) {
      expect([name, pack.inForce], id).toEqual([`${id}@2010-02`, "2014-11-20"]);
      expect([pack.law.name, pack.law.published].join(" "), id).toMatch(/67\/2014.*BOC 33.*BOC 223/);
      expect(
        pack.remarks.filter(({ about }) => about === "edition"),
        id,
      ).toHaveLength(1);
    }
  });

  it("judges what names it, whatever the day, and is chosen by no day of the text before", () => {
    expect(loadPack("es-cb/bola@2010-02", undefined, "2026-11-28").name).toBe("es-cb/bola@2010-02");
    expect(loadPack("es-cb/bola@2010-02", undefined, "2012-01-01").name).toBe("es-cb/bola@2010-02");
    expect(messageOf(() => loadPack("es-cb/bola", undefined, "2012-01-01"))).toContain(
      "no edition of rulebook",
    );
  });
});

describe("editions that cannot be", () => {
  const at = (data: URL, edition: string, text: string, key: string): string =>
    `rulebook "${GAME}" is not usable: ${fileURLToPath(data)}${GAME}/${edition}.yaml:${lineOf(text, key)}:`;

  it.each([
    [
      "both in force",
      earlierText(),
      'edition 2023-03 is in force on 2027-07-01 too: write until: "2027-06-30"',
    ],
    ["one day of both", endedText("2027-07-01"), "edition 2023-03 is in force on 2027-07-01 too"],
    [
      "a gap",
      endedText("2027-05-31"),
      "no edition is in force from 2027-06-01 to 2027-06-30: mend until in 2023-03",
    ],
  ])("%s: one line with file, line and what to do, and no edition is used", (_, earlier, text) => {
    const data = rulebooksFolder({ "2023-03": earlier, "2027-07": laterText() });
    for (const wanted of [GAME, EARLIER, LATER]) {
      const message = messageOf(() => loadPack(wanted, data));
      expect(message).toContain(at(data, "2027-07", laterText(), "inForce:"));
      expect(message).toContain(text);
      expect(message).not.toContain("\n");
    }
  });

  it.each([
    ["2023-02-30", /:\d+:\d+: until: must be a day of the calendar in quotes/],
    ["2023-03-13", /:\d+:\d+: 2023-03-13 is before 2023-03-14, its first day in force/],
  ])("until %s is refused with its line", (until, expected) => {
    const text = endedText(until);
    const data = rulebooksFolder({ "2023-03": text });
    const message = messageOf(() => loadPack(GAME, data));
    expect(message).toContain(at(data, "2023-03", text, "until:"));
    expect(message).toMatch(expected);
  });

  it("a first day that the calendar does not have is refused with its line", () => {
    const text = changed(earlierText(), [["edition: 2023-03\n", 'edition: 2023-03\ninForce: "2023-02-30"\n']]);
    const data = rulebooksFolder({ "2023-03": text });
    expect(messageOf(() => loadPack(GAME, data))).toContain(
      `${at(data, "2023-03", text, "inForce:")}10: inForce: must be a day of the calendar`,
    );
  });

  it("a file of another edition than its name says is refused", () => {
    const data = rulebooksFolder({ "2024-01": earlierText() });
    expect(messageOf(() => loadPack(GAME, data))).toContain(`2024-01.yaml holds the rulebook ${EARLIER}`);
  });

  it("the same first day is one day of both, whichever was listed first", () => {
    const both = [
      { edition: "2024-02", inForce: "2024-02-01" },
      { edition: "2024-01", inForce: "2024-02-01", until: "2024-03-01" },
    ];
    expect(editionFaults(both)).toHaveLength(1);
    expect(editionFaults(both.toReversed())).toEqual(editionFaults(both));
  });
});

describe("the edition of a table", () => {
  const configOf = (rulebook: string, test = false): Config => {
    const text = `table: { name: M, log: a/b, rulebook: ${rulebook} }
wheel: { device: cammegh-ss2, path: /dev/null }
storage: { folder: var }
test: ${test}
`;
    const reading = parseConfig(text, "t.yaml");
    if (!reading.ok) throw new Error(reading.problems.map(({ message }) => message).join("; "));
    return reading.config;
  };

  it("is chosen by the day of its start, and named in full in what it signs", () => {
    expect(withEditionInForce(configOf(GAME), "2026-11-23").table.rulebook).toBe(EARLIER);
    expect(setupOf(configOf(GAME), "2026-11-23").rulebook).toBe(EARLIER);
  });

  it("may be pinned", () => {
    expect(setupOf(configOf(EARLIER), "2026-11-23").rulebook).toBe(EARLIER);
    expect(problemOf(() => setupOf(configOf(`${GAME}@2019-01`), "2026-11-23"))).toContain(
      "is not installed in edition 2019-01",
    );
    expect(() => configOf(`${GAME}@2019`)).toThrow("must look like");
  });

  it("is refused on a day on which it is not the law, but for a table that tries it", () => {
    expect(problemOf(() => setupOf(configOf(GAME), "1970-01-01"))).toContain(
      `no edition of rulebook "${GAME}" is in force on 1970-01-01`,
    );
    expect(problemOf(() => setupOf(configOf(EARLIER), "2023-03-13"))).toContain(
      `${EARLIER} is not in force on 2023-03-13, it is edition 2023-03 (from 2023-03-14); leave out @2023-03`,
    );
    expect(setupOf(configOf(EARLIER, true), "2023-03-13").rulebook).toBe(EARLIER);
    expect(problemOf(() => setupOf(configOf(GAME, true), "2023-03-13"))).toContain("is in force on 2023-03-13");
  });
});
