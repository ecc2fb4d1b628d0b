import type { Point } from "../../vision/grey-image.ts";

/** Convex hull, by chains from left to right and back (Andrew 1979). */
export function convexOf(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  return [...chainOf(sorted), ...chainOf(sorted.reverse())];
}

function chainOf(points: readonly Point[]): Point[] {
  const chain: Point[] = [];
  for (const at of points) {
    for (let [a, b] = chain.slice(-2); a !== undefined && b !== undefined; [a, b] = chain.slice(-2)) {
      if ((b.x - a.x) * (at.y - a.y) - (b.y - a.y) * (at.x - a.x) > 0) break;
      chain.pop();
    }
    chain.push(at);
  }
  return chain.slice(0, -1);
}
