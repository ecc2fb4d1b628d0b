import { afterAll, describe, expect, it } from "vitest";
import { randomFrom } from "../../src/time/random-source.ts";
import { changedFiles } from "../support/changed-files.ts";
import { slowFiles } from "../support/loops.ts";
import { ALL, more, runSeed, SOAK } from "../support/volume.ts";
import { MUTANTS, type Mutant } from "./mutation-list.ts";
import { MutantTree, namedTestsMissing, occurrences, testFilesOf } from "./mutation.ts";

/**
 * `TIRADA_MUTANTS=all` tries every mutant, a number that many, `<text>` those whose file or text holds it. Else a soak tries all,
 * `test:all` one of those whose tests are quick, each time another one; every run two of the files that the working tree changes.
 */
const ASKED = process.env["TIRADA_MUTANTS"] ?? (SOAK ? "all" : "changed");

const MOST_CHANGING = 2;
/** Every other run takes its one from what so many commits changed. */
const COMMITS = 20;

/** So many of the mutants in an order that changes with the run's seed. */
function some(mutants: readonly Mutant[], count: number): Mutant[] {
  const random = randomFrom(runSeed("mutants"));
  const left = [...mutants];
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(random.below(left.length), 1),
  ).flat();
}

function chosen(): readonly Mutant[] {
  if (ASKED === "all") return MUTANTS;
  if (/^\d+$/.test(ASKED)) return some(MUTANTS, Number(ASKED));
  if (ASKED !== "changed") return MUTANTS.filter(({ file, text }) => `${file} ${text}`.includes(ASKED));
  const [now, lately] = [new Set(changedFiles(0)), new Set(changedFiles(COMMITS))];
  const slow = new Set(slowFiles());
  const quick = MUTANTS.filter((mutant) => !testFilesOf(mutant).some((file) => slow.has(file)));
  const changing = some(
    quick.filter(({ file }) => now.has(file)),
    MOST_CHANGING,
  );
  const [late] = some(
    quick.filter(({ file }) => lately.has(file)),
    1,
  );
  if (changing.length > 0) return changing;
  return more([], some([...(late === undefined ? [] : [late]), ...some(quick, 1)], 1));
}

const name = ({ file, text, becomes }: Mutant): string => `${file}: ${text.trim()} → ${becomes.trim()}`;

describe("mutants of the core", () => {
  it("are thirty and more, each different, and each applies to the source exactly once", () => {
    expect(MUTANTS.length).toBeGreaterThan(30);
    expect(new Set(MUTANTS.map(name)).size).toBe(MUTANTS.length);
    expect(MUTANTS.filter((mutant) => occurrences(mutant) !== 1).map(name)).toEqual([]);
    expect(MUTANTS.filter(({ text, becomes }) => text === becomes)).toEqual([]);
  });

  it("have tests of their own that are there", () => {
    expect(namedTestsMissing()).toEqual([]);
  });

  const tried = chosen();

  it("can be chosen for a run, each once", () => {
    if (ALL) expect(tried.length).toBeGreaterThan(0);
    expect(new Set(tried.map(name)).size).toBe(tried.length);
  });

  if (tried.length > 0)
    describe(`${ASKED} of them`, () => {
      const tree = new MutantTree();
      afterAll(() => tree.remove());

      // The run that this one is part of has the tests of its mutants among its own; a soak asks them all in the copy.
      it("nothing fails without a mutant, or its death would mean nothing", () => {
        expect(SOAK ? tree.passesWithout(tried) : tree.runsTests()).toBe(true);
      }, 200_000);

      it.each(tried.map((mutant) => [name(mutant), mutant] as const))(
        "%s dies",
        (_, mutant) => {
          expect(tree.passes(mutant)).toBe(false);
        },
        200_000,
      );
    });
});
