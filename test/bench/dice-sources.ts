import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { judgeSeen, READ_DEFAULTS, type PictureSeen } from "../../src/dice/reading/read-dice.ts";
import { READ_RULES, type ReadRules } from "../../src/dice/reading/read-types.ts";
import { FoldReader, outcomeOf, photos, type Outcome, type Photo } from "../support/dice-photos.ts";

/**
 * `node test/bench/dice-sources.ts [--tier A] [--every n] [--keep FILE [--kept]]`: whole sources held out. For each source the rules are chosen
 * on all others (the most exact without a silent error, of equals the strictest) and measured on it; beside it the rules of the
 * product. `--keep`: what the readers saw goes to
 * this file, a line a photograph, and is not looked at again; `--kept`: only photographs that are in it.
 */
const { values } = parseArgs({
  options: {
    tier: { type: "string", default: "ABC" },
    every: { type: "string", default: "1" },
    keep: { type: "string" },
    kept: { type: "boolean", default: false },
  },
});

interface Case {
  readonly photo: Photo;
  readonly seen: PictureSeen;
}

/** Every combination that is tried, strictest first. */
const SETTINGS: readonly ReadRules[] = [0.65, 0.55, 0.45, 0.38, 0.3, 0.2].flatMap((sure) =>
  [0.6, 0.72, 0.9].flatMap((second) =>
    [0.6, 0.5, 0.4].map((quality) => ({ ...READ_RULES, sure, second, quality, qualityOfOne: quality })),
  ),
);

function counted(cases: readonly Case[], rules: ReadRules): Record<Outcome, number> {
  const counts = { exact: 0, silent: 0, undecided: 0 };
  for (const { photo, seen } of cases) counts[outcomeOf(photo, judgeSeen(seen, { ...READ_DEFAULTS, rules }))]++;
  return counts;
}

function chosenOn(cases: readonly Case[]): ReadRules {
  let best = { rules: READ_RULES, exact: -1 };
  for (const rules of SETTINGS) {
    const { exact, silent } = counted(cases, rules);
    if (silent === 0 && exact > best.exact) best = { rules, exact };
  }
  return best.rules;
}

const cases = await casesOf();
for (const source of [...new Set(cases.map(({ photo }) => photo.source))].sort()) {
  const held = cases.filter(({ photo }) => photo.source === source);
  const rules = chosenOn(cases.filter(({ photo }) => photo.source !== source));
  const [own, product] = [counted(held, rules), counted(held, READ_RULES)];
  const shown = ({ exact, undecided, silent }: Record<Outcome, number>): string =>
    `exact ${exact}, undecided ${undecided}, silent ${silent}`;
  process.stdout.write(
    `${source.padEnd(16)} ${String(held.length).padStart(4)}: chosen on the others (sure ${rules.sure}, second ${rules.second}, quality ${rules.quality}) ${shown(own)}; product ${shown(product)}\n`,
  );
}

async function casesOf(): Promise<Case[]> {
  const { keep, tier, every, kept: stored } = values;
  const known = new Map<string, PictureSeen>();
  if (keep !== undefined && existsSync(keep))
    for (const line of readFileSync(keep, "utf8").split("\n").filter(Boolean)) {
      const { name, seen } = JSON.parse(line) as { name: string; seen: PictureSeen };
      known.set(name, seen);
    }
  const reader = new FoldReader();
  const chosen = photos()
    .filter((photo) => tier.includes(photo.tier))
    .filter((photo, at) => (stored ? known.has(photo.name) : at % Number(every) === 0));
  const all: Case[] = [];
  for (const photo of chosen) {
    const seen = known.get(photo.name) ?? (await reader.see(photo));
    if (keep !== undefined && !known.has(photo.name))
      appendFileSync(keep, `${JSON.stringify({ name: photo.name, seen })}\n`);
    all.push({ photo, seen });
  }
  return all;
}
