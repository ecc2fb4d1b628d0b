/** The wheel's parameters (`*T`, protocol guide §2.9) as the text that it gives back; letters as in the read command, small. */
export type Parameters = Readonly<Record<string, string>>;

/** Delivered values; `s` in the uneven shape that a real unit gave. */
export const DELIVERED: Parameters = {
  d: "15",
  c: "8465",
  p: "50",
  q: "800",
  k: "1900",
  i: "10",
  j: "6705 3386 26 1",
  r: "28000 32000",
  s: "14.0 17.50000",
  t: "4000",
  n: "2920",
  m: "1.5",
  h: "60",
  z: "37",
  g: "0",
};

/** How many values each takes. */
const VALUES: Readonly<Record<string, number>> = { j: 4, r: 2, s: 2 };
const FLOATS = new Set(["s", "m"]);

/** Bits of `g`. */
export const G_CLOSE_AFTER_MISFIRE = 8;
export const G_STATE_7 = 32;

/**
 * The new parameters after `*T x values`, or null when the wheel ignores it. No ranges are checked: a captured unit took
 * `*T m 20000`. `anyPosition` stands for the ball's present position (`c` 20000).
 */
export function writeParameter(
  now: Parameters,
  letter: string,
  values: string,
  anyPosition: number,
): Parameters | null {
  const given = values.split(" ").filter((value) => value !== "");
  if (!(letter in now) || given.length !== (VALUES[letter] ?? 1)) return null;
  if (!given.every((value) => /^-?\d+(?:\.\d+)?$/.test(value))) return null;
  if (letter === "c" && Number(given[0]) === 20_000) return { ...now, c: String(anyPosition) };
  const text = given.map((value) =>
    FLOATS.has(letter) ? floatText(Number(value)) : String(Math.trunc(Number(value))),
  );
  return { ...now, [letter]: text.join(" ") };
}

/** `18.0`, but `17.50000` is kept for values that need more places. */
function floatText(value: number): string {
  return Number.isInteger(value * 10) ? value.toFixed(1) : value.toFixed(5);
}

/** The `at`-th value of a parameter as a number. */
export function valueOf(parameters: Parameters, letter: string, at = 0): number {
  return Number(parameters[letter]?.split(" ")[at] ?? 0);
}
