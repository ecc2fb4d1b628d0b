import { describe, expect, it } from "vitest";
import { rulebookName } from "../../../src/rules/pack.ts";
import { sectionOfLawLine, sectionsNamed } from "./asturias-galicia-sections.test-help.ts";
import { listPacks } from "./load.ts";
import { citesOf } from "./pack-parts.test-help.ts";

/**
 * People see the section of a citation alone, so it has to name every section in which the lines stand that the pack was made from.
 * A sentence that leads to letters may be cited with one of them: article 24.1 with 24.1.a.
 */

const PACKS = listPacks().filter(({ pack }) => ["es-as", "es-ga"].includes(pack.jurisdiction));

const isIn = (section: string, named: string): boolean => section === named || section.startsWith(`${named}.`);

describe("the citations of Asturias and Galicia", () => {
  it("are those of ten rulebooks", () => {
    expect(PACKS).toHaveLength(10);
  });

  it.each(PACKS.map(({ pack }) => [rulebookName(pack), pack] as const))(
    "name the sections of their lines in %s",
    (_name, pack) => {
      const wrong: string[] = [];
      for (const cite of citesOf(pack)) {
        const spans = [cite.lines, ...(cite.also ?? [])];
        const named = sectionsNamed(pack.jurisdiction, cite);
        const stand = spans.flat().map((line) => sectionOfLawLine(pack.jurisdiction, line));
        const where = `${cite.section}, l. ${spans.map((pair) => pair.join("–")).join("; ")}`;
        for (const one of stand) {
          if (!named.some((name) => isIn(one, name) || isIn(name, one)))
            wrong.push(`${where}: ${one} is not named`);
        }
        for (const name of named) {
          if (!stand.some((one) => isIn(one, name))) wrong.push(`${where}: no line in ${name}`);
        }
      }
      expect(wrong).toEqual([]);
    },
  );
});
