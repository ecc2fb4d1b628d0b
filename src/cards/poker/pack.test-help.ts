import { FACES, rankOf, type Face } from "../card.ts";
import type { Ranking } from "./ranking.ts";

export const LEAST_RANK = { 52: "2", 32: "7", 28: "8" } as const;

const SMALL = ["2", "3", "4", "5", "6", "7"];

/** The cards of a ranking's pack, as the catalogues list them: 32 from the 7 to the ace, 28 from the 8. */
export function packOf(ranking: Ranking): Face[] {
  const absent = SMALL.slice(0, ranking.pack === 52 ? 0 : ranking.pack === 32 ? 5 : 6);
  const naturals = FACES.filter((face) => !absent.includes(rankOf(face) ?? ""));
  return ranking.joker ? [...naturals, "joker"] : naturals;
}
