/**
 * A printed table of third cards (cuadro de jugadas), as a pack holds it. One letter a cell: `T` draws, `P` stands, `O` may do either, `U` the
 * catalogue does not decide.
 */
export type Cell = "T" | "P" | "O" | "U";

export interface Tableau {
  /** By the punto's points with two cards, 0 to 7. */
  readonly punto: string;
  /**
   * By the banca's points with two cards, 0 to 7; columns are the value of the punto's third card, 0 to 9, and P: the punto
   * stood.
   */
  readonly banca: readonly [string, string, string, string, string, string, string, string];
  /**
   * Whether the banca must follow its table. Where it is free it need not, unless the banker asks for the table or an incident
   * binds him; with 0 points it draws in any case.
   */
  readonly bancaIs: "bound" | "free";
  /**
   * What may follow when the banca has a natural and a third card was asked for: nothing, or, where the banker is a player, a
   * card that he gives and thereby loses the right to lay down.
   */
  readonly cardAfterBancaNatural: "never" | "forfeits-laying-down";
  /** Whether two cards that count eight beat an eight or nine of three cards. */
  readonly twoCardEightWins: boolean;
  /** Where it stands in the law, and how it was read. */
  readonly source: string;
}

/** The cell for a punto with these points from two cards, 0 to 7. Throws RangeError for others: 8 and 9 are naturals. */
export function puntoCell(tableau: Tableau, puntoPoints: number): Cell {
  return cellAt(tableau.punto, puntoPoints, tableau);
}

/** The cell for a banca with these points, 0 to 7, and the value of the punto's third card, 0 to 9; null: the punto stood. */
export function bancaCell(tableau: Tableau, bancaPoints: number, puntoThird: number | null): Cell {
  return cellAt(tableau.banca[bancaPoints], puntoThird ?? 10, tableau);
}

function cellAt(row: string | undefined, column: number, tableau: Tableau): Cell {
  const found = row?.[column];
  if (found === "T" || found === "P" || found === "O" || found === "U") return found;
  throw new RangeError(`the table of third cards has no such row or column (${column}; ${tableau.source})`);
}
