import { expect, it } from "vitest";
import { randomFrom } from "../../src/time/random-source.ts";
import { lineNoise, NOISE_KINDS, type NoiseDone, type NoiseKind, type DeliveredLine } from "./line-noise.ts";

const LINE = "*X;4;011;23;0;168;1\r\n";

function run(
  oneIn: Partial<Record<NoiseKind, number>>,
  lines: readonly string[],
  seed = "noise",
): { out: DeliveredLine[]; done: readonly NoiseDone[] } {
  const noise = lineNoise({ oneIn }, randomFrom(seed));
  const out = lines.flatMap((line, i) => noise.pass(i * 500_000, line));
  return { out: [...out, ...noise.flush()], done: noise.done() };
}

const text = (out: readonly DeliveredLine[]): string => out.map(({ bytes }) => bytes).join("");

it("without noise the line passes as it is", () => {
  const lines = [LINE, "17\n\r", LINE];
  const { out, done } = run({}, lines);
  expect(out).toEqual(lines.map((bytes, i) => ({ tUs: i * 500_000, bytes })));
  expect(done).toEqual([]);
});

it("each kind does what it says, at every line, and says so", () => {
  const one = (kind: NoiseKind): string => text(run({ [kind]: 1 }, [LINE]).out);
  expect(LINE.startsWith(one("cut"))).toBe(true);
  expect(one("cut")).not.toContain("\n");
  expect(one("splice").length).toBeLessThan(LINE.length);
  expect(one("repeat")).toBe(LINE + LINE);
  expect(one("drop")).toBe("");
  expect(one("insert")).toMatch(/.[\r\n]\*X;4;011;23;0;168;1\r\n$/s);
  expect(one("garbage").length).toBeGreaterThan(LINE.length);
  const flipped = one("flip");
  const bits = Array.from(flipped, (char, i) => char.charCodeAt(0) ^ LINE.charCodeAt(i)).filter((x) => x !== 0);
  expect(bits).toHaveLength(1);
  expect(Math.log2(bits[0]!) % 1).toBe(0);
  for (const kind of NOISE_KINDS)
    expect(run({ [kind]: 1 }, [LINE]).done).toEqual([{ kind, line: 0, tUs: expect.any(Number) as number }]);
});

it("reorder puts a line after its successor and loses none", () => {
  const noise = lineNoise({ oneIn: { reorder: 2 } }, randomFrom("reorder"));
  const lines = Array.from({ length: 200 }, (_, i) => `${String(i).padStart(3, "0")}\n`);
  const out = text([...lines.flatMap((line, i) => noise.pass(i, line)), ...noise.flush()]);
  expect(out.match(/\d{3}\n/g)?.toSorted()).toEqual(lines);
  expect(out).not.toBe(lines.join(""));
  const places = [...out.matchAll(/\d{3}/g)].map(([number]) => Number(number));
  places.forEach((number, at) => expect(Math.abs(number - at)).toBeLessThanOrEqual(1));
});

it("delay keeps time from going back", () => {
  const { out, done } = run({ delay: 5 }, Array<string>(200).fill(LINE));
  out.forEach(({ tUs }, i) => expect(tUs).toBeGreaterThanOrEqual(out[i - 1]?.tUs ?? 0));
  expect(done.length).toBeGreaterThan(20);
});

it("is the same from the same seed, and its counts follow the odds", () => {
  const odds = Object.fromEntries(NOISE_KINDS.map((kind) => [kind, 10])) as Record<NoiseKind, number>;
  const lines = Array<string>(5_000).fill(LINE);
  const first = run(odds, lines, "a");
  expect(run(odds, lines, "a")).toEqual(first);
  expect(run(odds, lines, "b").out).not.toEqual(first.out);
  for (const kind of NOISE_KINDS) {
    const count = first.done.filter((done) => done.kind === kind).length;
    expect(count).toBeGreaterThan(350);
    expect(count).toBeLessThan(650);
  }
});
