import { fault, type FaultText } from "./fault-text.ts";

/** Faults of the unit itself that no device has. */
export const UNIT_FAULT_TEXTS: Readonly<Record<string, FaultText>> = {
  "pin-locked": fault(
    [
      "PIN equivocado demasiadas veces",
      "PIN okerra gehiegitan",
      "PIN errado demasiadas veces",
      "Wrong PIN too many times",
    ],
    [
      "Averigüe quién lo intentó y desde qué puesto; los demás puestos siguen",
      "Jakin nor saiatu den eta zein postutatik; gainerako postuek jarraitzen dute",
      "Averigüe quen o intentou e desde que posto; os demais postos seguen",
      "Find out who tried and from which place; other places go on",
    ],
  ),
};
