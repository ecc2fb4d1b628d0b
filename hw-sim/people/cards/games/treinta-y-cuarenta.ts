import { colourOfFace, type Face } from "../../../../src/cards/card.ts";
import type { TableActions, Game, Outcome, Result } from "../cloth.ts";
import { pointsOfCard } from "./card-values.ts";

/** Treinta y cuarenta, read from the catalogues once more. */

const countRow = (faces: readonly Face[]): number => faces.reduce((sum, face) => sum + pointsOfCard(face), 0);

/**
 * Black row until 31 or more, then the red one; the lower count wins. `byWinningRow`: colour is judged by the first card of the
 * row that won (Chile, l. 3806), else by the first card of the black row (Cantabria, ll. 1235–1264; País Vasco, ll. 1086–1098).
 */
export function rowsGame(source: string, byWinningRow: boolean): Game {
  const play = (acts: TableActions): Outcome => {
    for (const row of ["row-black", "row-red"])
      while (countRow(acts.cloth.facesOf(row)) < 31) acts.dealCard(row, true);
    const [black, red] = [acts.cloth.facesOf("row-black"), acts.cloth.facesOf("row-red")];
    const [blackCount, redCount] = [countRow(black), countRow(red)];
    if (blackCount === redCount)
      return { results: [["round", blackCount === 31 ? "tie-at-31" : "null"]], qualifies: null };
    const winner = blackCount < redCount ? "row-black" : "row-red";
    const decides = byWinningRow && winner === "row-red" ? red[0] : black[0];
    const colour = decides === undefined ? null : colourOfFace(decides);
    const isColour = colour === (winner === "row-black" ? "black" : "red");
    const results: Result[] = [
      [winner, "wins"],
      ["round", isColour ? "color" : "inverso"],
    ];
    return { results, qualifies: null };
  };
  return { source, hasSeats: false, noCardAtTurns: true, play };
}
