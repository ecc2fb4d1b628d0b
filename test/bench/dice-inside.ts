import { parseArgs } from "node:util";
import { facesOf } from "../../src/dice/faces.ts";
import { isAgreed } from "../../src/dice/reading/candidate.ts";
import { INSIDE_RULES, type InsideMeasures, type InsideRules } from "../../src/dice/reading/inside-pips.ts";
import { judgeSeen, READ_DEFAULTS, type PictureSeen } from "../../src/dice/reading/read-dice.ts";
import { compositeOf } from "../support/dice-composites.ts";
import { cropsOf } from "../support/dice-crops.ts";
import { FoldReader, outcomeOf, photos, type Outcome, type Photo } from "../support/dice-photos.ts";

/**
 * `node test/bench/dice-inside.ts [--composites n] [--every n]`: whole sources held out of the limits of `INSIDE_RULES`. Each limit is set just
 * above the largest measure that pips of all other sources have, photographs being looked at without any limit; with these limits the
 * source's own photographs are read, and so many composites of its own dice, which a giant die's pips they must not become. The networks
 * are not trained anew.
 */
const { values } = parseArgs({
  options: { composites: { type: "string", default: "60" }, every: { type: "string", default: "1" } },
});

/** Above the largest measure. */
const ABOVE = 1.06;
const LIMITED = ["other", "uneven", "bulges", "one", "more", "ones", "mores"] as const;
/** Whatever a pip's measures are, it is a pip; what two readers name in it stays. */
const UNLIMITED: InsideRules = {
  ...INSIDE_RULES,
  ...(Object.fromEntries(LIMITED.map((limit) => [limit, Infinity])) as Record<
    (typeof LIMITED)[number],
    number
  >),
};
const reader = new FoldReader();
const all = photos().filter((_, at) => at % Number(values.every) === 0);

/** Measures of the faces that both readers agree on and that are among the labelled ones. */
function genuine({ values: labelled }: Photo, { greys }: PictureSeen): InsideMeasures[] {
  return greys.flatMap(({ candidates }) =>
    candidates.flatMap((one) => {
      const { face } = one.geometry;
      const isGenuine = isAgreed(one, "pips") && face !== null && labelled.includes(Number(face));
      return isGenuine && one.measures !== null ? [one.measures] : [];
    }),
  );
}

const measured = new Map<string, InsideMeasures[]>();
for (const photo of all) {
  const seen = await reader.see(photo, UNLIMITED);
  // Of a photograph that is read as it is labelled; elsewhere a giant's pips would count too.
  const outcome = outcomeOf(photo, judgeSeen(seen, READ_DEFAULTS));
  if (outcome === "exact") measured.set(photo.name, genuine(photo, seen));
}

/** The limits that photographs of other sources give; of none of them the product's. */
function limitsWithout(source: string): InsideRules {
  const others = all.filter((photo) => photo.source !== source).flatMap(({ name }) => measured.get(name) ?? []);
  const limit = (of: (typeof LIMITED)[number]): number =>
    others.length === 0 ? INSIDE_RULES[of] : ABOVE * Math.max(...others.map((measures) => measures[of]));
  return {
    ...INSIDE_RULES,
    ...(Object.fromEntries(LIMITED.map((of) => [of, limit(of)])) as Record<(typeof LIMITED)[number], number>),
  };
}

const shown = ({ exact, undecided, silent }: Record<Outcome, number>): string =>
  `exact ${exact}, undecided ${undecided}, silent ${silent}`;
const none = (): Record<Outcome, number> => ({ exact: 0, silent: 0, undecided: 0 });

for (const source of [...new Set(all.map((photo) => photo.source))].sort()) {
  const inside = limitsWithout(source);
  const own = all.filter((photo) => photo.source === source);
  const [chosen, product] = [none(), none()];
  for (const photo of own) {
    chosen[outcomeOf(photo, judgeSeen(await reader.see(photo, inside), READ_DEFAULTS))]++;
    product[outcomeOf(photo, await reader.read(photo))]++;
  }
  const limits = LIMITED.map((of) => `${of} ${inside[of].toFixed(2)}`).join(", ");
  process.stdout.write(
    `${source}: ${own.length} photographs, chosen on the others (${limits}) ${shown(chosen)}; product ${shown(product)}\n`,
  );
  const made = await composites(own, inside);
  if (made !== null) process.stdout.write(`${source}: composites of its dice, ${shown(made)}\n`);
}

/** Pictures of dice of tier A laid out as a giant die's pips; null: the source has none. */
async function composites(own: readonly Photo[], inside: InsideRules): Promise<Record<Outcome, number> | null> {
  const counts = none();
  for (const fold of ["a", "b"] as const) {
    const mine = own.filter(({ tier, name }) => tier === "A" && reader.foldOf(name) === fold);
    const crops = (await Promise.all(mine.map(({ name }) => cropsOf(name)))).flat();
    if (crops.length < facesOf("pips").length) continue;
    for (let number = 0; number < Number(values.composites) / 2; number++) {
      const picture = compositeOf("sources", number, crops);
      counts[outcomeOf(picture, reader.readUnseen(picture.image, fold, null, inside))]++;
    }
  }
  return counts.exact + counts.silent + counts.undecided === 0 ? null : counts;
}
