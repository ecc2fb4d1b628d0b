import { describe, expect, it } from "vitest";
import { rulebookName, type Cite } from "../../../src/rules/pack.ts";
import { columnOfLine, columnsOf, isSpanishLost, sectionOfLine } from "./pais-vasco-sections.test-help.ts";
import { listPacks } from "./load.ts";
import { citesOf } from "./pack-parts.test-help.ts";

/**
 * People see the section of a citation alone, so it has to name every section in which the lines stand that the pack was made from: `art.
 * 2, 08.VIII.3` is artículo 2, epígrafe 08, apartado VIII, número 3. The law is printed in two languages, so both are cited.
 */

const PAIS_VASCO = listPacks().filter(({ pack }) => pack.jurisdiction === "es-pv");
const ARTICLE = "art. 2, ";
/** Artículo 3 has numbers and no epígrafes. */
const OF_BINGO = "art. 3, ";

const isIn = (section: string, named: string): boolean => section === named || section.startsWith(`${named}.`);

const spansOf = ({ lines, also = [] }: Cite): readonly (readonly [number, number])[] => [lines, ...also];

const placeOf = (cite: Cite): string =>
  `${cite.section}, l. ${spansOf(cite)
    .map((pair) => pair.join("–"))
    .join("; ")}`;

describe("the citations of País Vasco", () => {
  it("are of all its rulebooks", () => {
    expect(PAIS_VASCO.length).toBe(15);
    // Artículo 3 says what bingo is, and no more.
    expect(PAIS_VASCO.every(({ pack }) => citesOf(pack).length > (pack.game === "bingo" ? 3 : 10))).toBe(true);
  });

  it.each(PAIS_VASCO.map(({ pack }) => [rulebookName(pack), pack] as const))(
    "name the sections of their lines in %s",
    (_name, pack) => {
      for (const cite of citesOf(pack)) {
        const where = placeOf(cite);
        const isOfBingo = cite.section.startsWith(OF_BINGO);
        expect(cite.section.startsWith(ARTICLE) || isOfBingo, where).toBe(true);
        const named = cite.section
          .slice(ARTICLE.length)
          .split(/, | → /)
          .map((name) => (isOfBingo ? `A3.${name}` : name));
        const ends = spansOf(cite).flat();
        for (const line of ends)
          expect(columnOfLine(line), `${where}: nothing stands in ${line}`).not.toBeNull();
        const stand = ends.map(sectionOfLine);
        for (const one of stand)
          expect(
            named.some((name) => isIn(one, name)),
            `${where}: ${one} is not named`,
          ).toBe(true);
        for (const name of named)
          expect(
            stand.some((one) => isIn(one, name)),
            `${where}: no line in ${name}`,
          ).toBe(true);
      }
    },
  );

  it.each(PAIS_VASCO.map(({ pack }) => [rulebookName(pack), pack] as const))(
    "give both languages in %s, except where the Spanish is lost",
    (_name, pack) => {
      for (const cite of citesOf(pack)) {
        const columns = new Set(spansOf(cite).flatMap(([first, last]) => columnsOf(first, last)));
        const isLost = spansOf(cite).flat().every(isSpanishLost);
        expect(columns, placeOf(cite)).toContain("eu");
        expect(columns.has("es") || isLost, placeOf(cite)).toBe(true);
      }
    },
  );

  it.each(
    PAIS_VASCO.filter(({ pack }) => pack.family === "shoe").map(
      ({ pack }) => [rulebookName(pack), pack] as const,
    ),
  )("name the apartado in %s", (_name, pack) => {
    for (const cite of citesOf(pack)) {
      const whole = spansOf(cite).some(([first]) => /^\d\d$/.test(sectionOfLine(first)));
      const named = cite.section.slice(ARTICLE.length).split(", ");
      expect(whole || named.every((name) => /^\d\d\.[IVX]+(\.\d+)?$/.test(name)), placeOf(cite)).toBe(true);
    }
  });
});
