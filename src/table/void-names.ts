import type { Text } from "../text/language.ts";
import { CARD_VOID_NAMES } from "./shoe/texts/void-names.ts";

/**
 * Short names of the reasons that people call a void for, as a croupier says them: they stand over the sentence of the law on the
 * key of the reason, and are no part of the law. By the rule's id; at most 34 letters.
 */

const text = (es: string, eu: string, gl: string, en: string): Text => ({ es, eu, gl, en });

const WHEEL: Readonly<Record<string, Text>> = {
  "disc-fewer-than-min-turns": text("Pocas vueltas", "Bira gutxi", "Poucas voltas", "Too few turns"),
  "pointer-between-cells": text(
    "Tope entre dos",
    "Topea biren artean",
    "Tope entre dúas",
    "Pointer between two",
  ),
  "disc-mechanical-fault": text("Falla del disco", "Diskoaren akatsa", "Fallo do disco", "Disc failure"),
  "other-irregular-play": text(
    "Otra irregularidad",
    "Beste irregulartasun bat",
    "Outra irregularidade",
    "Other irregularity",
  ),
  "foreign-object-in-cylinder": text(
    "Objeto en el cilindro",
    "Objektua zilindroan",
    "Obxecto no cilindro",
    "Object in the cylinder",
  ),
  "ball-left-cylinder": text("Bola fuera", "Bola kanpoan", "Bóla fóra", "Ball out"),
  "fewer-than-min-revolutions": text(
    "Pocas vueltas de la bola",
    "Bolaren bira gutxi",
    "Poucas voltas da bóla",
    "Too few laps of the ball",
  ),
  "ball-same-direction-as-rotor": text("Mismo sentido", "Norabide berean", "Mesmo sentido", "Same direction"),
  "ball-stuck-suspended": text(
    "Bola parada sin caer",
    "Bola geldi, erori gabe",
    "Bóla parada sen caer",
    "Ball hangs",
  ),
  "rotor-mechanical-fault": text("Fallo mecánico", "Akats mekanikoa", "Fallo mecánico", "Mechanical fault"),
  "rotor-stopped": text("El disco se para", "Diskoa gelditu da", "O disco párase", "Rotor stops"),
  "defective-launch": text(
    "Lanzamiento defectuoso",
    "Jaurtiketa akastuna",
    "Lanzamento defectuoso",
    "Defective launch",
  ),
};

const DICE: Readonly<Record<string, Text>> = {
  "dice-stacked": text("Dado sobre dado", "Dadoa dado gainean", "Dado sobre dado", "Die on a die"),
  "die-cocked": text("Dado inclinado", "Dado okertua", "Dado inclinado", "Cocked die"),
  "die-on-object": text(
    "Dado sobre un objeto",
    "Dadoa objektu gainean",
    "Dado sobre un obxecto",
    "Die on an object",
  ),
  "die-on-floor": text("Dado al suelo", "Dadoa lurrean", "Dado ao chan", "Die on the floor"),
  "die-on-rim": text("Dado en el borde", "Dadoa ertzean", "Dado no bordo", "Die on the rim"),
  "dice-slid-not-rolled": text("Dado deslizado", "Dado irristatua", "Dado esvarado", "Die slid"),
  "die-broken": text("Dado roto", "Dado hautsia", "Dado roto", "Broken die"),
  "die-on-chip": text("Dado sobre una ficha", "Dadoa fitxa gainean", "Dado sobre unha ficha", "Die on a chip"),
  "die-off-table": text(
    "Dado fuera de la mesa",
    "Dadoa mahaitik kanpo",
    "Dado fóra da mesa",
    "Die off the table",
  ),
  "die-on-table-rim": text(
    "Dado sobre el borde",
    "Dadoa ertz gainean",
    "Dado sobre o bordo",
    "Die on the table's rim",
  ),
  "die-in-reserve-basket": text("Dado en el cesto", "Dadoa saskian", "Dado no cesto", "Die in the basket"),
  "incorrect-throw": text(
    "Lanzamiento incorrecto",
    "Jaurtiketa okerra",
    "Lanzamento incorrecto",
    "Incorrect throw",
  ),
  "die-missed-opposite-edge": text(
    "No tocó el borde",
    "Ez du ertza ukitu",
    "Non tocou o bordo",
    "Missed the far edge",
  ),
  "dice-taken-out-or-mishandled": text(
    "Dados mal manejados",
    "Dadoak gaizki erabiliak",
    "Dados mal manexados",
    "Dice mishandled",
  ),
  "die-defective": text("Dado con desperfecto", "Dado akastuna", "Dado con desperfecto", "Damaged die"),
  "die-foreign-substance": text(
    "Sustancia en un dado",
    "Substantzia dado batean",
    "Substancia nun dado",
    "Substance on a die",
  ),
  "fewer-than-three-in-arena": text("Faltan dados", "Dadoak falta dira", "Faltan dados", "Dice missing"),
  "die-outside-arena": text(
    "Dado fuera de la arena",
    "Dadoa hareatik kanpo",
    "Dado fóra da area",
    "Die outside the arena",
  ),
  "die-touched-foreign-object": text(
    "Dado tocó un objeto",
    "Dadoak objektua ukitu du",
    "Dado tocou un obxecto",
    "Die touched an object",
  ),
  "not-all-dice-in-cup": text(
    "Faltó un dado en el vaso",
    "Dado bat ez zen ontzian",
    "Faltou un dado no vaso",
    "Die not in the cup",
  ),
  "die-retained-in-cup": text(
    "Dado quedó en el vaso",
    "Dadoa ontzian geratu da",
    "Dado quedou no vaso",
    "Die stayed in the cup",
  ),
  "die-retained-in-horn": text(
    "Dado quedó en el cuerno",
    "Dadoa adarrean geratu da",
    "Dado quedou no corno",
    "Die stayed in the horn",
  ),
  "dice-fell-on-chips-in-play": text(
    "Dado sobre fichas en juego",
    "Dadoa jokoko fitxetan",
    "Dado sobre fichas en xogo",
    "Die fell on live chips",
  ),
};

const NAMES: Readonly<Record<string, Text>> = { ...WHEEL, ...DICE, ...CARD_VOID_NAMES };

/** The short name of a reason; null: it has none, and the sentence of the law stands alone. */
export const voidName = (rule: string): Text | null => NAMES[rule] ?? null;
