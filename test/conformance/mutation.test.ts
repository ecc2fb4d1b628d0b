import { afterAll, describe, expect, it } from "vitest";
import { chance } from "../../src/time/chance.ts";
import { MUTANTS, type Mutant } from "./mutation-list.ts";
import { MutantTree, occurrences } from "./mutation.ts";

/** `TIRADA_MUTANTS=all` tries every mutant, a number that many, `<text>` those whose file or text holds it; default three. */
const ASKED = process.env["TIRADA_MUTANTS"] ?? "3";

function chosen(): readonly Mutant[] {
  if (ASKED === "all") return MUTANTS;
  if (!/^\d+$/.test(ASKED)) return MUTANTS.filter(({ file, text }) => `${file} ${text}`.includes(ASKED));
  const luck = chance("mutants-1");
  const left = [...MUTANTS];
  return Array.from({ length: Math.min(Number(ASKED), left.length) }, () =>
    left.splice(luck.below(left.length), 1),
  ).flat();
}

const name = ({ file, text, becomes }: Mutant): string => `${file}: ${text.trim()} → ${becomes.trim()}`;

describe("mutants of the core", () => {
  it("are thirty and more, each different, and each applies to the source exactly once", () => {
    expect(MUTANTS.length).toBeGreaterThan(30);
    expect(new Set(MUTANTS.map(name)).size).toBe(MUTANTS.length);
    expect(MUTANTS.filter((mutant) => occurrences(mutant) !== 1).map(name)).toEqual([]);
    expect(MUTANTS.filter(({ text, becomes }) => text === becomes)).toEqual([]);
  });

  describe(`${ASKED} of them`, () => {
    const tree = new MutantTree();
    afterAll(() => tree.remove());

    it("nothing fails without a mutant, or its death would mean nothing", () => {
      expect(tree.passesWithout(chosen())).toBe(true);
    }, 200_000);

    it.each(chosen().map((mutant) => [name(mutant), mutant] as const))(
      "%s dies",
      (_, mutant) => {
        expect(tree.passes(mutant)).toBe(false);
      },
      200_000,
    );
  });
});
