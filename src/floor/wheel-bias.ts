import { bandOf, chiSquareOf, type ChiSquare } from "../analysis/chi-square.ts";

/** How often each pocket of one wheel came up. */
export interface PocketCounts {
  readonly log: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** A wheel against chance. */
export interface WheelBias {
  readonly log: string;
  readonly spins: number;
  readonly chi: ChiSquare | null;
  /** How often chance alone would give the worst of so many wheels a statistic as large, 0 to 1; null: too few spins to say. */
  readonly amongAll: number | null;
  /** Pockets that came outside the band of a fair wheel. */
  readonly outside: readonly { readonly pocket: string; readonly count: number; readonly expected: number }[];
}

/** Below which a wheel is named: once in a hundred looks at a floor of fair wheels. */
export const BIAS_RISK = 0.01;

/**
 * Wheels of one kind side by side, those that chance explains least first. `ring`: the names of the pockets, each as often as it is there. Of
 * many wheels one always looks worst: what is said of it counts how many were looked at (Šidák's correction).
 */
export function wheelBiases(wheels: readonly PocketCounts[], ring: readonly string[]): readonly WheelBias[] {
  const names = [...new Set(ring)];
  const shares = names.map((name) => ring.filter((one) => one === name).length / ring.length);
  const biases = wheels.map(({ log, counts }): WheelBias => {
    const came = names.map((name) => counts[name] ?? 0);
    const spins = came.reduce((sum, count) => sum + count, 0);
    const chi =
      spins === 0
        ? null
        : chiSquareOf(
            came,
            shares.map((share) => share * spins),
          );
    const p = chi?.p ?? null;
    const outside = names.flatMap((pocket, at) => {
      const [count, expected] = [came[at] ?? 0, (shares[at] ?? 0) * spins];
      const { low, high } = bandOf(spins, shares[at] ?? 0, names.length);
      return p !== null && (count < low || count > high) ? [{ pocket, count, expected }] : [];
    });
    return { log, spins, chi, amongAll: p === null ? null : 1 - (1 - p) ** wheels.length, outside };
  });
  return biases.toSorted((a, b) => (a.amongAll ?? 2) - (b.amongAll ?? 2) || b.spins - a.spins);
}
