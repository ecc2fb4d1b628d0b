import type { DieFace } from "../../src/dice/faces.ts";
import type { DieRead } from "../../src/dice/observation.ts";

/** A die that lies flat and alone, the `at`-th from the left. */
export function dieRead(face: DieFace, at: number, more: Partial<DieRead> = {}): DieRead {
  return { face, x: 100 + 300 * at, y: 200, confidence: 980, notes: [], ...more };
}
