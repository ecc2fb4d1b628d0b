import { US_PER_S } from "../../src/time/instant.ts";
import type { Text } from "../../src/text/language.ts";

/** Why the display server refuses what the control page sent. */
export const WRONG_PIN: Text = {
  es: "Nombre o PIN incorrecto.",
  eu: "Izena edo PINa ez da zuzena.",
  gl: "Nome ou PIN incorrecto.",
  en: "Wrong name or PIN.",
};

/** `us`: how long the lock still stands. */
export function lockedText(us: number): Text {
  const minutes = Math.max(1, Math.ceil(us / (60 * US_PER_S)));
  return {
    es: `Demasiados intentos: espere ${minutes} min.`,
    eu: `Saiakera gehiegi: itxaron ${minutes} min.`,
    gl: `Demasiados intentos: agarde ${minutes} min.`,
    en: `Too many attempts: wait ${minutes} min.`,
  };
}

export const SIGN_IN_FIRST: Text = {
  es: "Identifíquese primero.",
  eu: "Identifikatu lehenik.",
  gl: "Identifíquese primeiro.",
  en: "Sign in first.",
};

export const NOT_YOUR_ROLE: Text = {
  es: "Esta tecla no corresponde a su puesto.",
  eu: "Tekla hau ez dagokio zure karguari.",
  gl: "Esta tecla non corresponde ao seu posto.",
  en: "This key is not for your role.",
};

export const MALFORMED: Text = {
  es: "La unidad no entiende este mensaje.",
  eu: "Unitateak ez du mezu hau ulertzen.",
  gl: "A unidade non entende esta mensaxe.",
  en: "The unit does not understand this message.",
};

export const BUSY: Text = {
  es: "Espere a que termine la orden anterior.",
  eu: "Itxaron aurreko agindua amaitu arte.",
  gl: "Agarde a que remate a orde anterior.",
  en: "Wait for the previous order to finish.",
};

export const NO_ANSWER: Text = {
  es: "La unidad no ha contestado: compruebe en la pantalla si la orden se ha cumplido.",
  eu: "Unitateak ez du erantzun: egiaztatu pantailan agindua bete den.",
  gl: "A unidade non contestou: comprobe na pantalla se a orde se cumpriu.",
  en: "The unit did not answer: check on the screen whether the order was carried out.",
};

export const UNIT_FAULT: Text = {
  es: "La unidad no ha podido cumplir la orden: avise al técnico.",
  eu: "Unitateak ezin izan du agindua bete: abisatu teknikariari.",
  gl: "A unidade non puido cumprir a orde: avise o técnico.",
  en: "The unit could not carry out the order: call the technician.",
};
