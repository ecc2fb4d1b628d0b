import { fault, type FaultText } from "../fault-text.ts";

/** Faults of card readers: bar code, radio tags, camera. */
export const READER_FAULT_TEXTS: Readonly<Record<string, FaultText>> = {
  "unknown-card-code": fault(
    [
      "Carta con un código desconocido",
      "Kode ezezaguneko karta",
      "Carta cun código descoñecido",
      "A card with an unknown code",
    ],
    [
      "Aparte la carta y avise al jefe de mesa; no es de esta mesa o falta en su lista",
      "Baztertu karta eta abisatu mahaiburuari; ez da mahai honetakoa edo zerrendan falta da",
      "Aparte a carta e avise o xefe de mesa; non é desta mesa ou falta na súa lista",
      "Put the card aside and tell the table head; it is not this table's, or its list lacks it",
    ],
  ),
};
