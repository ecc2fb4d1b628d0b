import type { FamilyTexts } from "./family.ts";
import { fault, type FaultText } from "./fault-text.ts";
import { READER_FAULT_TEXTS } from "./shoe/reader-fault-texts.ts";
import { SHOE_FAULT_TEXTS } from "./shoe/shoe-fault-texts.ts";
import { UNIT_FAULT_TEXTS } from "./unit-fault-texts.ts";
import { SENSOR_FAULT_TEXTS } from "./sensor-fault-texts.ts";

export type { FaultText } from "./fault-text.ts";

/** Every fault code that a device or the unit can record, in the languages of the table. */
export const FAULT_TEXTS: Readonly<Record<string, FaultText>> = {
  "port-gone": fault(
    ["Sin cable con la rueda", "Gurpilarekin kablerik ez", "Sen cable coa roda", "No cable to the wheel"],
    [
      "Revise el cable USB y el adaptador",
      "Begiratu USB kablea eta egokigailua",
      "Revise o cable USB e o adaptador",
      "Check the USB cable and the adapter",
    ],
  ),
  "device-silent": fault(
    ["La rueda no habla", "Gurpilak ez du hitz egiten", "A roda non fala", "The wheel is silent"],
    [
      "Compruebe que la rueda está encendida y el cable conectado",
      "Egiaztatu gurpila piztuta eta kablea konektatuta dagoela",
      "Comprobe que a roda está acesa e o cable conectado",
      "Check that the wheel is on and the cable is plugged in",
    ],
  ),
  "device-garbled": fault(
    [
      "La línea de la rueda no se entiende",
      "Gurpilaren lerroa ez da ulertzen",
      "A liña da roda non se entende",
      "The wheel's line makes no sense",
    ],
    [
      "Compruebe la velocidad del puerto, el tipo de rueda y el cable",
      "Egiaztatu atakaren abiadura, gurpil mota eta kablea",
      "Comprobe a velocidade do porto, o tipo de roda e o cable",
      "Check the port's speed, the wheel type and the cable",
    ],
  ),
  "line-noise": fault(
    [
      "Líneas dañadas de la rueda",
      "Gurpilaren lerro hondatuak",
      "Liñas danadas da roda",
      "Damaged lines from the wheel",
    ],
    [
      "Revise cable, masa y adaptador",
      "Begiratu kablea, masa eta egokigailua",
      "Revise cable, masa e adaptador",
      "Check cable, ground and adapter",
    ],
  ),
  "launch-failed": fault(
    [
      "Lanzamiento fallido, la rueda repite",
      "Jaurtiketak huts egin du, gurpila errepikatzen ari da",
      "Lanzamento errado, a roda repite",
      "Launch failed, the wheel tries again",
    ],
    [
      "Espere; si no lo logra, pare la rueda y avise al técnico",
      "Itxaron; lortzen ez badu, gelditu gurpila eta abisatu teknikariari",
      "Agarde; se non o logra, pare a roda e avise o técnico",
      "Wait; if it goes on, stop the wheel and call the technician",
    ],
  ),
  "wheel-component": fault(
    [
      "Avería en la rueda: sensor, motor o encóder",
      "Matxura gurpilean: sentsorea, motorra edo kodetzailea",
      "Avaría na roda: sensor, motor ou codificador",
      "Wheel fault: sensor, motor or encoder",
    ],
    [
      "Avise al técnico: autodiagnóstico *F",
      "Abisatu teknikariari: *F autodiagnostikoa",
      "Avise o técnico: autodiagnóstico *F",
      "Call the technician: self-test *F",
    ],
  ),
  "rotor-irregular": fault(
    [
      "Giro anormal del rotor",
      "Errotorearen bira irregularra",
      "Xiro anormal do rotor",
      "Abnormal rotor movement",
    ],
    [
      "No lance; avise al técnico",
      "Ez jaurti; abisatu teknikariari",
      "Non lance; avise o técnico",
      "Do not launch; call the technician",
    ],
  ),
  "state-jump": fault(
    [
      "La rueda saltó de estado",
      "Gurpilak egoera jauzi egin du",
      "A roda saltou de estado",
      "The wheel jumped between states",
    ],
    [
      "Si se repite, revise el cable",
      "Errepikatzen bada, begiratu kablea",
      "Se se repite, revise o cable",
      "If it recurs, check the cable",
    ],
  ),
  "number-changed": fault(
    [
      "La rueda cambió un número ya dado",
      "Gurpilak emandako zenbaki bat aldatu du",
      "A roda cambiou un número xa dado",
      "The wheel changed a number it had given",
    ],
    [
      "Pare la mesa y avise al inspector",
      "Gelditu mahaia eta abisatu ikuskatzaileari",
      "Pare a mesa e avise o inspector",
      "Stop the table and call the inspector",
    ],
  ),
  "spin-missed": fault(
    [
      "La rueda jugó sin que se la pudiera seguir",
      "Gurpilak jokatu du, jarraitu ezin zela",
      "A roda xogou sen que se puidese seguir",
      "The wheel played while it could not be watched",
    ],
    [
      "El jefe de mesa decide sobre las apuestas de esa tirada",
      "Mahaiburuak erabakitzen du jaurtialdi horretako apustuez",
      "O xefe de mesa decide sobre as apostas desa tirada",
      "The table head decides on the bets of that spin",
    ],
  ),
  "lines-late": fault(
    [
      "Las líneas de la rueda llegaron tarde y juntas",
      "Gurpilaren lerroak berandu eta batera iritsi dira",
      "As liñas da roda chegaron tarde e xuntas",
      "The wheel's lines came late and all together",
    ],
    [
      "Esa tirada no se certifica; si se repite, cambie el adaptador y avise al técnico",
      "Jaurtialdi hori ez da ziurtatzen; errepikatzen bada, aldatu egokigailua eta abisatu teknikariari",
      "Esa tirada non se certifica; se se repite, cambie o adaptador e avise o técnico",
      "That spin is not certified; if it recurs, change the adapter and call the technician",
    ],
  ),
  "recording-overrun": fault(
    [
      "Se perdieron bytes del puerto",
      "Atakako byteak galdu dira",
      "Perdéronse bytes do porto",
      "Bytes of the port were lost",
    ],
    ["Avise al técnico", "Abisatu teknikariari", "Avise o técnico", "Call the technician"],
  ),
  "wheel-pockets": fault(
    [
      "La rueda no tiene las casillas del reglamento",
      "Gurpilak ez ditu araudiko laukitxoak",
      "A roda non ten as casas do regulamento",
      "The wheel does not have the rulebook's pockets",
    ],
    [
      "No se certifica: corrija el ajuste de la rueda o el reglamento de la mesa",
      "Ez da ziurtatzen: zuzendu gurpilaren doikuntza edo mahaiaren araudia",
      "Non se certifica: corrixa o axuste da roda ou o regulamento da mesa",
      "Nothing is certified: correct the wheel's setting or the table's rulebook",
    ],
  ),
  "wheel-setup": fault(
    [
      "Ajustes de la rueda por revisar",
      "Gurpilaren doikuntzak berrikusi behar dira",
      "Axustes da roda por revisar",
      "The wheel's settings need a look",
    ],
    [
      "Avise al técnico: tirada wheel identify",
      "Abisatu teknikariari: tirada wheel identify",
      "Avise o técnico: tirada wheel identify",
      "Call the technician: tirada wheel identify",
    ],
  ),
  "unit-stopped": fault(
    [
      "La unidad no puede certificar",
      "Unitateak ezin du ziurtatu",
      "A unidade non pode certificar",
      "The unit cannot certify",
    ],
    [
      "No se juega con esta unidad: avise al técnico",
      "Ez jokatu unitate honekin: abisatu teknikariari",
      "Non se xoga con esta unidade: avise o técnico",
      "Do not play with this unit: call the technician",
    ],
  ),
  "panel-gone": fault(
    ["Sin panel de mesa", "Mahaiko panelik ez", "Sen panel de mesa", "No table panel"],
    [
      "Use la página de control; revise el cable del panel",
      "Erabili kontrol-orria; begiratu panelaren kablea",
      "Use a páxina de control; revise o cable do panel",
      "Use the control page; check the panel's cable",
    ],
  ),
  "panel-stuck-button": fault(
    [
      "Pulsador del panel atascado",
      "Panelaren sakagailua trabatuta",
      "Pulsador do panel atascado",
      "A panel button is stuck",
    ],
    [
      "Suéltelo; si sigue, use la página de control y avise al técnico",
      "Askatu; jarraitzen badu, erabili kontrol-orria eta abisatu teknikariari",
      "Sólteo; se segue, use a páxina de control e avise o técnico",
      "Release it; if it goes on, use the control page and call the technician",
    ],
  ),
  "panel-cover-open": fault(
    ["Tapa abierta", "Estalkia irekita", "Tapa aberta", "The cover is open"],
    [
      "Cierre la tapa, o cierre la mesa antes de abrirla",
      "Itxi estalkia, edo itxi mahaia ireki aurretik",
      "Peche a tapa, ou peche a mesa antes de abrila",
      "Close the cover, or close the table before opening it",
    ],
  ),
  "rotor-limits": fault(
    [
      "Rotor fuera de límites",
      "Errotorea mugetatik kanpo",
      "Rotor fóra de límites",
      "Rotor outside its limits",
    ],
    [
      "Corrija la velocidad del rotor",
      "Zuzendu errotorearen abiadura",
      "Corrixa a velocidade do rotor",
      "Correct the rotor speed",
    ],
  ),
  ...UNIT_FAULT_TEXTS,
  ...SENSOR_FAULT_TEXTS,
  ...READER_FAULT_TEXTS,
  ...SHOE_FAULT_TEXTS,
};

/** `own`: the words of the table's family, before those of all. An unknown code stands for itself. */
export function faultText(code: string, own?: FamilyTexts): FaultText {
  return (
    own?.faults[code] ??
    FAULT_TEXTS[code] ??
    fault(
      [code, code, code, code],
      ["Avise al técnico", "Abisatu teknikariari", "Avise o técnico", "Call the technician"],
    )
  );
}
