import type { Text } from "../text/language.ts";
import { BECAUSE } from "./because-texts.ts";
import type { Refusal } from "./keys.ts";

export { BECAUSE } from "./because-texts.ts";

/** What people at the table read about everything that is not law: why a round is aborted or refused; why it is undecided: `because-texts.ts`. */

const text = (es: string, eu: string, gl: string, en: string): Text => ({ es, eu, gl, en });

/** Causes of an aborted game. */
export const ABORTED: Readonly<Record<string, Text>> = {
  stopped: text(
    "la rueda dejó el juego",
    "gurpilak jokoa utzi du",
    "a roda deixou o xogo",
    "the wheel gave the game up",
  ),
  respin: text(
    "la rueda repite el lanzamiento",
    "gurpilak jaurtiketa errepikatzen du",
    "a roda repite o lanzamento",
    "the wheel launches again",
  ),
  void: text(
    "la rueda anuló el juego",
    "gurpilak jokoa baliogabetu du",
    "a roda anulou o xogo",
    "the wheel voided the game",
  ),
  "void-ball-left": text(
    "la rueda anuló el juego: la bola salió del cilindro",
    "gurpilak jokoa baliogabetu du: bola zilindrotik irten da",
    "a roda anulou o xogo: a bóla saíu do cilindro",
    "the wheel voided the game: the ball left the cylinder",
  ),
  "void-rotor-changed": text(
    "la rueda anuló el juego: cambió el giro del rotor",
    "gurpilak jokoa baliogabetu du: errotorearen bira aldatu da",
    "a roda anulou o xogo: cambiou o xiro do rotor",
    "the wheel voided the game: the rotor's turning changed",
  ),
  "void-weak-launch": text(
    "la rueda anuló el juego: lanzamiento débil",
    "gurpilak jokoa baliogabetu du: jaurtiketa ahula",
    "a roda anulou o xogo: lanzamento feble",
    "the wheel voided the game: weak launch",
  ),
  "wheel-component": text(
    "la rueda se paró por avería de un sensor, del motor o del encóder",
    "gurpila gelditu egin da sentsore, motor edo kodetzaile baten matxuragatik",
    "a roda parou por avaría dun sensor, do motor ou do codificador",
    "the wheel stopped for a fault of a sensor, the motor or the encoder",
  ),
  restart: text(
    "la unidad se reinició durante la tirada",
    "unitatea berrabiarazi egin da jaurtialdian",
    "a unidade reiniciouse durante a tirada",
    "the unit restarted during the spin",
  ),
};

/** Why a key was refused. */
export const REFUSALS: Readonly<Record<Refusal, Text>> = {
  "not-your-key": text(
    "esta tecla no corresponde a su función",
    "tekla hau ez dagokio zure zereginari",
    "esta tecla non corresponde á súa función",
    "this key is not for your role",
  ),
  "table-closed": text(
    "la mesa está cerrada",
    "mahaia itxita dago",
    "a mesa está pechada",
    "the table is closed",
  ),
  "table-open": text(
    "la mesa ya está abierta",
    "mahaia irekita dago jada",
    "a mesa xa está aberta",
    "the table is open already",
  ),
  "spin-running": text(
    "espere a que termine la tirada",
    "itxaron jaurtialdia amaitu arte",
    "agarde a que remate a tirada",
    "wait until the spin has ended",
  ),
  "no-such-round": text(
    "esa tirada ya no está en curso",
    "jaurtialdi hori ez dago jada martxan",
    "esa tirada xa non está en curso",
    "that spin is no longer under way",
  ),
  "not-a-void": text(
    "esa tirada no está declarada nula",
    "jaurtialdi hori ez dago baliogabetzat emanda",
    "esa tirada non está declarada nula",
    "that spin was not voided",
  ),
  "no-such-rule": text(
    "ese motivo no está en el reglamento de esta mesa",
    "arrazoi hori ez dago mahai honetako araudian",
    "ese motivo non está no regulamento desta mesa",
    "that reason is not in this table's rulebook",
  ),
  "no-bets-to-close": text(
    "no hay bola en juego: no hay apuestas que cerrar",
    "ez dago bolarik jokoan: ez dago ixteko apusturik",
    "non hai bóla en xogo: non hai apostas que pechar",
    "no ball is in play: there are no bets to close",
  ),
  "nothing-to-acknowledge": text(
    "ya está atendido",
    "eginda dago jada",
    "xa está atendido",
    "that has been dealt with already",
  ),
};

const UNKNOWN = (code: string): Text => text(code, code, code, code);

export function becauseText(code: string): Text {
  return BECAUSE[code] ?? ABORTED[code] ?? UNKNOWN(code);
}

export function abortText(code: string): Text {
  return ABORTED[code] ?? UNKNOWN(code);
}
