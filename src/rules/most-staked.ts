import { rulebookName, type Pack } from "./pack.ts";

/**
 * What may be staked at the most on a suerte, in times of the minimum of the table, where a catalogue says so in a number. It is no part of
 * a judgement: the limits that a house shows are held against it. Chile leaves the limits to the plan of the casino (4.2), Asturias and
 * Galicia to what each casino is authorised for.
 */
export interface MostStaked {
  readonly times: number;
  /** Where in the law, as its rulebooks cite it. */
  readonly cite: string;
}

type Times = Readonly<Record<string, number>>;

/** Kinds of bets of a roulette, and the single suertes that each is of. */
const ROULETTE: Times = {
  sencilla: 360,
  ...Object.fromEntries(["rojo", "negro", "par", "impar", "falta", "pasa"].map((id) => [id, 360])),
  pleno: 20,
  caballo: 40,
  transversal: 60,
  cuadro: 80,
  seisena: 120,
  ...Object.fromEntries(["columna", "columna-1", "columna-2", "columna-3"].map((id) => [id, 240])),
  ...Object.fromEntries(["docena", "docena-1", "docena-2", "docena-3"].map((id) => [id, 240])),
  "dos-columnas": 480,
  "dos-docenas": 480,
};
/** A number of a bowl's may have 40 to 100 times the minimum, a simple suerte 200 to 500 times. */
const BOWL_SIMPLE: Times = Object.fromEntries(
  ["rojo", "negro", "par", "impar", "falta", "pasa"].map((id) => [id, 500]),
);

/** By rulebook and edition. `all`: every suerte. */
const MOST: Readonly<Record<string, { readonly cite: string; readonly of: Times; readonly all?: number }>> = {
  "es-pv/ruleta-francesa@1996-11": { cite: "art. 2, 01.IV.2", of: ROULETTE },
  "es-pv/ruleta-americana@1996-11": { cite: "art. 2, 02.V", of: ROULETTE },
  "es-pv/bola@1996-11": { cite: "art. 2, 04.V", of: BOWL_SIMPLE },
  "es-pv/treinta-y-cuarenta@1996-11": { cite: "art. 2, 05.V.2", of: {}, all: 25 },
  "es-cb/ruleta-francesa@2010-02": { cite: "A.1.IV.2", of: ROULETTE },
  "es-cb/ruleta-americana@2010-02": { cite: "A.2.III.5", of: ROULETTE },
  "es-cb/ruleta-americana-doble-cero@2010-02": { cite: "A.3 → A.2.III.5", of: ROULETTE },
  "es-cb/bola@2010-02": { cite: "A.5.V.2", of: BOWL_SIMPLE },
  "es-cb/treinta-y-cuarenta@2010-02": { cite: "A.6.V.2", of: {}, all: 1_000 },
  "es-cb/banca-francesa@2010-02": { cite: "A.9.V.8", of: { pequeno: 200, grande: 200, ases: 6 } },
  "es-cb/rueda-de-la-fortuna@2010-02": { cite: "A.13.V.2", of: {}, all: 20 },
};

/** The rulebooks that say it in a number. */
export const SAYS_MOST: readonly string[] = Object.keys(MOST);

/** What may be staked at the most on one of a rulebook's stakes; null: it does not say. */
export function mostStaked(
  pack: Pick<Pack, "jurisdiction" | "game" | "edition">,
  stake: string,
): MostStaked | null {
  const said = MOST[rulebookName(pack)];
  const times = said?.of[stake] ?? said?.all;
  return said === undefined || times === undefined ? null : { times, cite: said.cite };
}
