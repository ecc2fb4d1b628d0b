import type { CrapsCall } from "../../../dice/outcome-types.ts";
import type { Text } from "../../../text/language.ts";

const text = (es: string, eu: string, gl: string, en: string): Text => ({ es, eu, gl, en });

/** What a throw of craps is called at the table. No catalogue prints these words but the point's. */
export const CRAPS_CALLS: Readonly<Record<CrapsCall, Text>> = {
  natural: text("gana la salida", "irteerak irabazi du", "gaña a saída", "natural: the line wins"),
  craps: text(
    "craps: pierde la salida",
    "craps: irteerak galdu du",
    "craps: perde a saída",
    "craps: the line loses",
  ),
  "point-set": text("punto marcado", "puntua markatuta", "punto marcado", "point set"),
  "point-made": text(
    "punto hecho: gana la línea",
    "puntua eginda: lerroak irabazi du",
    "punto feito: gaña a liña",
    "point made: the line wins",
  ),
  "seven-out": text(
    "siete: pierde la línea",
    "zazpi: lerroak galdu du",
    "sete: perde a liña",
    "seven out: the line loses",
  ),
  "goes-on": text("sigue el punto", "puntuak aurrera", "segue o punto", "the point stands"),
};
