import type { Text } from "../text/language.ts";
import type { Refusal } from "./keys.ts";

/** What people at the table read about everything that is not law: why a round is undecided, aborted or refused. */

const text = (es: string, eu: string, gl: string, en: string): Text => ({ es, eu, gl, en });

/** Reason codes of undecided rounds and of numbers that are only reported. */
export const BECAUSE: Readonly<Record<string, Text>> = {
  "joined-late": text(
    "tirada no la ha seguido desde el principio",
    "tiradak ez du jaurtialdia hasieratik jarraitu",
    "tirada non a seguiu desde o principio",
    "the spin was not watched from its start",
  ),
  "port-gone": text(
    "se perdió el cable de la rueda durante la tirada",
    "gurpilaren kablea galdu da jaurtialdian",
    "perdeuse o cable da roda durante a tirada",
    "the wheel's cable was lost during the spin",
  ),
  "device-silent": text(
    "la rueda calló durante la tirada",
    "gurpila isildu egin da jaurtialdian",
    "a roda calou durante a tirada",
    "the wheel fell silent during the spin",
  ),
  "device-garbled": text(
    "la línea de la rueda llegó dañada durante la tirada",
    "gurpilaren lerroa hondatuta iritsi da jaurtialdian",
    "a liña da roda chegou danada durante a tirada",
    "the wheel's line came damaged during the spin",
  ),
  "wheel-pockets": text(
    "la rueda no tiene las casillas de este reglamento",
    "gurpilak ez ditu araudi honetako laukitxoak",
    "a roda non ten as casas deste regulamento",
    "the wheel does not have this rulebook's pockets",
  ),
  "single-witness": text(
    "la rueda lo dijo una sola vez",
    "gurpilak behin bakarrik esan du",
    "a roda díxoo unha soa vez",
    "the wheel said it only once",
  ),
  "no-number": text(
    "la rueda no dio ningún número",
    "gurpilak ez du zenbakirik eman",
    "a roda non deu ningún número",
    "the wheel gave no number",
  ),
  "ball-not-seen": text(
    "la rueda no ve la bola: fuera del cilindro, suspendida o sensor ciego",
    "gurpilak ez du bola ikusten: zilindrotik kanpo, zintzilik edo sentsore itsua",
    "a roda non ve a bóla: fóra do cilindro, suspendida ou sensor cego",
    "the wheel does not see the ball: out of the cylinder, suspended, or a blind sensor",
  ),
  "rule-not-judged": text(
    "una regla no se pudo juzgar en esta tirada",
    "arau bat ezin izan da epaitu jaurtialdi honetan",
    "unha regra non se puido xulgar nesta tirada",
    "a rule could not be judged in this spin",
  ),
  "bare-number-differs": text(
    "la rueda dio dos números distintos",
    "gurpilak bi zenbaki desberdin eman ditu",
    "a roda deu dous números distintos",
    "the wheel gave two different numbers",
  ),
  "two-bare-numbers": text(
    "la rueda dio dos números distintos",
    "gurpilak bi zenbaki desberdin eman ditu",
    "a roda deu dous números distintos",
    "the wheel gave two different numbers",
  ),
  "state-5-lines-differ": text(
    "la rueda dio dos números distintos",
    "gurpilak bi zenbaki desberdin eman ditu",
    "a roda deu dous números distintos",
    "the wheel gave two different numbers",
  ),
  "number-changed": text(
    "la rueda cambió el número después de darlo",
    "gurpilak zenbakia aldatu du eman ondoren",
    "a roda cambiou o número despois de dalo",
    "the wheel changed the number after it was given",
  ),
  "ball-direction": text(
    "la rueda se contradijo sobre el sentido de la bola",
    "gurpilak bere burua ukatu du bolaren noranzkoaz",
    "a roda contradíxose sobre o sentido da bóla",
    "the wheel contradicted itself on the ball's direction",
  ),
  "words-differ": text(
    "la rueda dio dos números distintos",
    "gurpilak bi zenbaki desberdin eman ditu",
    "a roda deu dous números distintos",
    "the wheel gave two different numbers",
  ),
  "game-repeated": text(
    "la rueda dio dos resultados para el mismo juego",
    "gurpilak bi emaitza eman ditu joko berarentzat",
    "a roda deu dous resultados para o mesmo xogo",
    "the wheel gave two results for one game",
  ),
  "result-out-of-order": text(
    "la rueda dio un número fuera de orden",
    "gurpilak zenbaki bat ordenaz kanpo eman du",
    "a roda deu un número fóra de orde",
    "the wheel gave a number out of order",
  ),
  "result-too-early": text(
    "la rueda dio un número antes de que la bola pudiera caer",
    "gurpilak zenbakia eman du bola erori ahal izan baino lehen",
    "a roda deu un número antes de que a bóla puidese caer",
    "the wheel gave a number before the ball could have fallen",
  ),
  "launch-failed": text(
    "la rueda avisó de lanzamiento fallido con la bola ya en la pista",
    "gurpilak jaurtiketa hutsa jakinarazi du bola pistan zegoela",
    "a roda avisou de lanzamento errado coa bóla xa na pista",
    "the wheel reported a failed launch with the ball on the track",
  ),
  "component-fault": text(
    "la rueda avisó de avería mientras la bola giraba",
    "gurpilak matxura jakinarazi du bola biraka zebilela",
    "a roda avisou de avaría mentres a bóla xiraba",
    "the wheel reported a fault while the ball ran",
  ),
  "not-watched": text(
    "tirada no la ha seguido entera",
    "tiradak ez du osorik jarraitu",
    "tirada non a seguiu enteira",
    "the spin was not watched whole",
  ),
  "state-jump": text(
    "la rueda saltó de un estado a otro que no le sigue",
    "gurpila jarraitzen ez dion egoera batera igaro da",
    "a roda saltou dun estado a outro que non o segue",
    "the wheel jumped between states that do not follow each other",
  ),
};

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
