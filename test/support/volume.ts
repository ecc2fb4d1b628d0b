/**
 * How much the tests try. `npm test` takes each kind once and a small share of the statistical volumes, from a seed that changes with the
 * release; `npm run test:all` takes more kinds and a larger share; `npm run test:soak` takes all, from a seed that changes with the commit. What such a test expects must hold for
 * every seed; a test that counts keeps a seed of its own.
 */

/** All volumes, as `TIRADA_SOAK=1` asks. */
export const SOAK = process.env["TIRADA_SOAK"] === "1";

/** Every kind and second kind: `npm run test:all`, what CI runs of it after `npm test`, and a soak. */
export const ALL = SOAK || (process.env["TIRADA_ALL"] ?? "") !== "";

/** What this run takes: `few` in `npm test`, `all` in `npm run test:all` and a soak. A file that asks this is run again by `test:all`. */
export function more<T>(few: T, all: T): T {
  return ALL ? all : few;
}

/** The seed of this run. `vitest.config.ts` sets it (run-seed.ts), unless `TIRADA_SEED` says another. */
const SEED = process.env["TIRADA_SEED"] ?? "tirada";

/** The volume of this run: `share` in every run, `all` in a soak. */
export function volume<T>(share: T, all: T): T {
  return SOAK ? all : share;
}

/** The seed of this run for one test: texts of the same run differ by `name`. */
export function runSeed(name: string): string {
  return `${SEED}/${name}`;
}

/** The same as a whole number from 0 below 2^31, for generators that want one (FNV-1a). */
export function runSeedNumber(name: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(runSeed(name))) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 1;
}

/** A sample of the run's seed: `count` of the items, each run others; all of them in a soak. */
export function sampleOfRun<T>(items: readonly T[], count: number, name: string): readonly T[] {
  if (SOAK || count >= items.length) return items;
  const start = runSeedNumber(name) % items.length;
  const chosen = new Set(Array.from({ length: count }, (_, at) => (start + at) % items.length));
  return items.filter((_, at) => chosen.has(at));
}

/** Of kinds that are alike: `count` of the items in `npm test`, others with another seed; all of them in `test:all` and a soak. */
export function sampleInAll<T>(items: readonly T[], count: number, name: string): readonly T[] {
  return ALL ? items : sampleOfRun(items, count, name);
}

/** Numbers below `count`: all in a soak, else every `nth`, from a start that changes with the run's seed. */
export function numbersOfRun(count: number, nth: number, name: string): readonly number[] {
  const start = SOAK ? 0 : runSeedNumber(name) % nth;
  const step = SOAK ? 1 : nth;
  return Array.from({ length: Math.max(0, Math.ceil((count - start) / step)) }, (_, at) => start + at * step);
}
