import { describe, expect, it } from "vitest";
import { rulebookName } from "../../../src/rules/pack.ts";
import { CANTABRIA } from "./cantabria-sections.test-help.ts";
import { CHILE } from "./chile-sections.test-help.ts";
import { Sections } from "./law-sections.test-help.ts";
import { listPacks } from "./load.ts";
import { citesOf } from "./pack-parts.test-help.ts";

/**
 * People see the section of a citation alone, so it has to name every section in which the lines stand that the pack was made from.
 * `→` stands between sections of which one refers to the next.
 */

const LAWS = { cl: CHILE, "es-cb": CANTABRIA } as const;

const isIn = (section: string, named: string): boolean => section === named || section.startsWith(`${named}.`);

describe.each(Object.entries(LAWS))("the citations of %s", (jurisdiction, headings) => {
  const sections = new Sections(headings);
  const packs = listPacks().filter(({ pack }) => pack.jurisdiction === jurisdiction);

  it.each(packs.map(({ pack }) => [rulebookName(pack), pack] as const))(
    "name the sections of their lines in %s",
    (_name, pack) => {
      for (const { section, lines, also = [] } of citesOf(pack)) {
        const named = section.split(/, | → /);
        const stand = [lines, ...also].flat().map((line) => sections.of(line));
        const where = `${section}, l. ${[lines, ...also].map((pair) => pair.join("–")).join("; ")}`;
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
});
