import { fault, type FaultText } from "./fault-text.ts";

/** Faults of tirada's own sensor board. */
export const SENSOR_FAULT_TEXTS: Readonly<Record<string, FaultText>> = {
  "not-calibrated": fault(
    [
      "La rueda no está calibrada con sus sensores",
      "Gurpila ez dago bere sentsoreekin kalibratuta",
      "A roda non está calibrada cos seus sensores",
      "The wheel is not calibrated with its sensors",
    ],
    [
      "No se certifica: avise al técnico (tirada wheel calibrate)",
      "Ez da ziurtatzen: abisatu teknikariari (tirada wheel calibrate)",
      "Non se certifica: avise o técnico (tirada wheel calibrate)",
      "Nothing is certified: call the technician (tirada wheel calibrate)",
    ],
  ),
  "board-restarted": fault(
    [
      "La placa de sensores se reinició",
      "Sentsore-plaka berrabiarazi egin da",
      "A placa de sensores reiniciouse",
      "The sensor board restarted",
    ],
    [
      "Si se repite, revise alimentación y cable de la placa",
      "Errepikatzen bada, begiratu plakaren elikadura eta kablea",
      "Se se repite, revise a alimentación e o cable da placa",
      "If it recurs, check the board's power and cable",
    ],
  ),
  "edges-lost": fault(
    [
      "La placa de sensores perdió señales",
      "Sentsore-plakak seinaleak galdu ditu",
      "A placa de sensores perdeu sinais",
      "The sensor board lost signals",
    ],
    [
      "Si se repite, limpie los sensores y avise al técnico",
      "Errepikatzen bada, garbitu sentsoreak eta abisatu teknikariari",
      "Se se repite, limpe os sensores e avise o técnico",
      "If it recurs, clean the sensors and call the technician",
    ],
  ),
  tamper: fault(
    [
      "La caja de los sensores está abierta",
      "Sentsoreen kutxa irekita dago",
      "A caixa dos sensores está aberta",
      "The sensors' housing is open",
    ],
    [
      "Cierre la caja y avise al jefe de mesa",
      "Itxi kutxa eta abisatu mahaiburuari",
      "Peche a caixa e avise o xefe de mesa",
      "Close the housing and tell the table head",
    ],
  ),
  "clock-doubt": fault(
    [
      "La placa de sensores contesta tarde",
      "Sentsore-plakak berandu erantzuten du",
      "A placa de sensores contesta tarde",
      "The sensor board answers late",
    ],
    [
      "Revise el cable; si sigue, avise al técnico",
      "Begiratu kablea; jarraitzen badu, abisatu teknikariari",
      "Revise o cable; se segue, avise o técnico",
      "Check the cable; if it goes on, call the technician",
    ],
  ),
};
