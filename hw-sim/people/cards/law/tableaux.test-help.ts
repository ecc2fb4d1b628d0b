import type { Tableau } from "../../../../src/cards/baccarat/tableau.ts";

/*
 * The tables of third cards by which simulated people play, read from the catalogues on their own: the packs hold theirs, and a test
 * holds the two against each other.
 */

const DRAWS = "TTTTTTTTTTT";

/** Chile III.2.5, ll. 1810–1821, and Cantabria A.10.VI.2, ll. 2105–2118, print the same bound table. */
const BOUND = [
  DRAWS,
  DRAWS,
  DRAWS,
  "TTTTTTTTPTT",
  "PPTTTTTTPPT",
  "PPPPTTTTPPT",
  "PPPPPPTTPPP",
  "PPPPPPPPPPP",
] as const;

/** Cantabria A.11.VI, ll. 2536–2552; Asturias Anexo I A, ll. 187–215. Two cells are the banker's choice (Asturias, l. 959). */
const WITH_OPTIONAL = [
  DRAWS,
  DRAWS,
  DRAWS,
  "TTTTTTTTPOT",
  "PPTTTTTTPPT",
  "PPPPOTTTPPT",
  "PPPPPPTTPPP",
  "PPPPPPPPPPP",
] as const;

const PUNTO_Y_BANCA = {
  punto: "TTTTTTPP",
  banca: BOUND,
  bancaIs: "bound",
  cardAfterBancaNatural: "never",
  twoCardEightWins: false,
} as const;

const CHEMIN_DE_FER = {
  punto: "TTTTTOPP",
  banca: WITH_OPTIONAL,
  bancaIs: "free",
  cardAfterBancaNatural: "forfeits-laying-down",
  twoCardEightWins: false,
} as const;

/** By catalogue and game. Mini and midi punto y banca are played by the table of punto y banca. Galicia has none of them. */
export const TABLEAUX = {
  /** The table binds the banca when the punto drew; when he stood the banca draws on 0–5, as the punto does (l. 1821). */
  "cl/punto-y-banca": { ...PUNTO_Y_BANCA, source: "Chile, III.2.5, ll. 1798–1823" },
  /**
   * In the Chilean Baccarat the punto's 5 is optional. When he stood, the banca "follows the punto's rules": what that means
   * for its own 5 the text does not say.
   */
  "cl/baccarat": {
    ...PUNTO_Y_BANCA,
    punto: "TTTTTOPP",
    banca: [DRAWS, DRAWS, DRAWS, "TTTTTTTTPTT", "PPTTTTTTPPT", "PPPPTTTTPPU", "PPPPPPTTPPP", "PPPPPPPPPPP"],
    source: "Chile, III.2.5, ll. 1798–1823",
  },
  /** Row 7 is lost at a page break; all of it stands, as in this text's chemin de fer. */
  "es-cb/punto-y-banca": { ...PUNTO_Y_BANCA, source: "Cantabria, A.10.VI.2, ll. 2095–2123" },
  /** The punto's rule is printed; the banca's table is a picture that is lost: the usual one, equal to Cantabria's. */
  "es-pv/punto-y-banca": {
    ...PUNTO_Y_BANCA,
    source: "País Vasco, ll. 1594–1606 (es); the banca's table from Cantabria, ll. 2095–2123",
  },
  /** The punto's table is missing from the text; his rule is read from ll. 2554–2572 and 3101–3107. */
  "es-cb/chemin-de-fer": { ...CHEMIN_DE_FER, source: "Cantabria, A.11.VI, ll. 2530–2576" },
  "es-as/chemin-de-fer": { ...CHEMIN_DE_FER, source: "Asturias, Anexo I A, ll. 152–215; C.3, ll. 465–472" },
  /** The banca's table is a picture that is lost: the usual one, equal to Cantabria's, with the two cells of l. 2342. */
  "es-pv/chemin-de-fer": {
    ...CHEMIN_DE_FER,
    source: "País Vasco, ll. 1890–1910, 2018 (es); the banca's table from Cantabria, ll. 2536–2552",
  },
  "es-cb/dos-panos": {
    ...CHEMIN_DE_FER,
    twoCardEightWins: true,
    source: "Cantabria, A.12, ll. 3101–3118; A.11.VI, ll. 2536–2552",
  },
  /** That 0 still obliges the banker here is inherited from Anexo I A, ll. 165–169. */
  "es-as/dos-panos": {
    ...CHEMIN_DE_FER,
    twoCardEightWins: true,
    source: "Asturias, Anexo II A, ll. 771–791; Anexo I A, ll. 187–215",
  },
  "es-pv/dos-panos": { ...CHEMIN_DE_FER, twoCardEightWins: true, source: "País Vasco, ll. 2246–2254 (es)" },
} as const satisfies Record<string, Tableau>;

export type TableauId = keyof typeof TABLEAUX;
