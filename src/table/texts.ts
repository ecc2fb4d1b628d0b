import type { Text } from "../text/language.ts";
import { BECAUSE } from "./because-texts.ts";
import type { FamilyTexts } from "./family.ts";
import type { Refusal } from "./keys.ts";
import { BANK_GAMES_OPEN } from "./shoe/texts/bank-games-open.ts";
import { CARD_BECAUSE } from "./shoe/texts/because.ts";
import { POKER_OPEN } from "./shoe/texts/poker-open.ts";

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
  "recording-limit": text(
    "la ronda duró más de lo que la unidad puede grabar",
    "txandak unitateak graba dezakeena baino gehiago iraun du",
    "a rolda durou máis do que a unidade pode gravar",
    "the round lasted longer than the unit can record",
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
  "not-now": text("ahora no corresponde", "orain ez dagokio", "agora non corresponde", "not at this moment"),
  "no-such-hand": text(
    "esa mano no está en juego",
    "esku hori ez dago jokoan",
    "esa man non está en xogo",
    "that hand is not in play",
  ),
  "no-such-move": text(
    "esa mano no puede hacer eso ahora",
    "esku horrek ezin du hori egin orain",
    "esa man non pode facer iso agora",
    "that hand cannot do this now",
  ),
  "no-such-seats": text(
    "esas plazas no existen en esta mesa",
    "plaza horiek ez daude mahai honetan",
    "esas prazas non existen nesta mesa",
    "this table has no such places",
  ),
  "too-few-seats": text(
    "juegan menos plazas de las que exige el reglamento: espere a que haya más e indíquelas",
    "araudiak eskatzen duen baino plaza gutxiagok jokatzen dute: itxaron gehiago egon arte eta adierazi",
    "xogan menos prazas das que esixe o regulamento: agarde a que haxa máis e indíqueas",
    "fewer places play than the rulebook wants: wait until there are more, and say which they are",
  ),
  "no-such-card": text(
    "esa carta no está en la mano",
    "karta hori ez dago eskuan",
    "esa carta non está na man",
    "that card is not in the hand",
  ),
  "cards-on-table": text(
    "hay cartas en la mesa: termine la mano y recójalas",
    "kartak daude mahaian: amaitu jokaldia eta jaso itzazu",
    "hai cartas na mesa: remate a man e recólla",
    "cards are on the table: end the round and collect them",
  ),
  "name-it-twice": text(
    "una segunda persona tiene que decir la carta",
    "bigarren pertsona batek esan behar du karta",
    "unha segunda persoa ten que dicir a carta",
    "a second person has to name the card",
  ),
  "no-such-faces": text(
    "esos no son dados de esta mesa: diga tantas caras como dados se tiran",
    "horiek ez dira mahai honetako dadoak: esan jaurtitzen diren dadoak adina aurpegi",
    "eses non son dados desta mesa: diga tantas caras como dados se tiran",
    "those are no dice of this table: name as many faces as dice are thrown",
  ),
  "in-series": text(
    "los dados no se cambian durante la serie de un punto",
    "dadoak ez dira aldatzen puntu baten seriean",
    "os dados non se cambian durante a serie dun punto",
    "the dice are not changed while a point stands",
  ),
  "no-such-point": text(
    "ese número no es un punto de este juego",
    "zenbaki hori ez da joko honetako puntua",
    "ese número non é un punto deste xogo",
    "that number is no point of this game",
  ),
  "dice-in-play": text(
    "hay dados en juego: espere a que termine el lanzamiento",
    "dadoak jokoan daude: itxaron jaurtialdia amaitu arte",
    "hai dados en xogo: agarde a que remate o lanzamento",
    "dice are in play: wait until the throw has ended",
  ),
  "once-a-session": text(
    "ya se anunció en esta sesión: la norma lo permite una vez",
    "saio honetan iragarri da jada: arauak behin baimentzen du",
    "xa se anunciou nesta sesión: a norma permíteo unha vez",
    "it was announced in this session already: the law allows it once",
  ),
  "change-owed": text(
    "antes hay que cambiar los dados: púlselo cuando esté hecho",
    "aurretik dadoak aldatu behar dira: sakatu egindakoan",
    "antes hai que cambiar os dados: púlseo cando estea feito",
    "the dice must be changed first: press it when that is done",
  ),
  "say-if-announced": text(
    "antes hay que decir si el resultado se había cantado",
    "aurretik esan behar da emaitza kantatuta zegoen ala ez",
    "antes hai que dicir se o resultado se cantara",
    "it must be said first whether the result had been announced",
  ),
  "no-such-outcome": text(
    "eso no es un resultado de este juego",
    "hori ez da joko honetako emaitza",
    "iso non é un resultado deste xogo",
    "that is no outcome of this game",
  ),
  "nothing-to-acknowledge": text(
    "ya está atendido",
    "eginda dago jada",
    "xa está atendido",
    "that has been dealt with already",
  ),
};

const UNKNOWN = (code: string): Text => text(code, code, code, code);

/** `own`: the words of the table's family, before those of all. An unknown code stands for itself. */
export function becauseText(code: string, own?: FamilyTexts): Text {
  return (
    own?.because[code] ??
    BECAUSE[code] ??
    CARD_BECAUSE[code] ??
    POKER_OPEN[code] ??
    BANK_GAMES_OPEN[code] ??
    ABORTED[code] ??
    UNKNOWN(code)
  );
}

export function abortText(code: string, own?: FamilyTexts): Text {
  return own?.because[code] ?? ABORTED[code] ?? UNKNOWN(code);
}
