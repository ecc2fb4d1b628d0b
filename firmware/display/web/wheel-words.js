// @ts-check
/**
 * What bowls and upright wheels are called, apart from the words of all wheels. Order: Spanish, Basque, Galician, English.
 *
 * @typedef {import("./i18n.js").Text} Text
 */

/** @param {string} es @param {string} eu @param {string} gl @param {string} en @returns {Text} */
export const text = (es, eu, gl, en) => ({ es, eu, gl, en });

const PUSH = text("Empate", "Berdinketa", "Empate", "Push");
/** What becomes of the stake then. */
export const PUSH_MEANS = text(
  "La apuesta se devuelve, sin premio.",
  "Apustua itzultzen da, saririk gabe.",
  "A aposta devólvese, sen premio.",
  "The stake comes back, without gain.",
);

/** What a disc's cell pays. @param {string} pays `45:1` or `push` @returns {Text} */
export function paysText(pays) {
  if (pays === "push") return PUSH;
  const [n] = pays.split(":");
  return text(`Paga ${n} a 1`, `${n}:1 ordaintzen du`, `Paga ${n} a 1`, `Pays ${n} to 1`);
}

/** Which of the holes or cells it is. @param {{ at: number, of: number }} cell @param {string} wheel @returns {Text} */
export function cellText({ at, of }, wheel) {
  return wheel === "bowl"
    ? text(`Hoyo ${at} de ${of}`, `${of} zuloetatik ${at}.a`, `Burato ${at} de ${of}`, `Hole ${at} of ${of}`)
    : text(
        `Casilla ${at} de ${of}`,
        `${of} laukitxoetatik ${at}.a`,
        `Cela ${at} de ${of}`,
        `Cell ${at} of ${of}`,
      );
}

/** Where no ball runs and no number comes. @type {Record<string, Text>} */
export const PHASES_DISC = {
  "ball-in-play": text("Rueda en marcha", "Gurpila biraka", "Roda en marcha", "Wheel turning"),
};

/** The same on an upright wheel, which gives results and no numbers. @type {Record<string, Text>} */
export const WORDS_DISC = {
  series: text("Últimos resultados", "Azken emaitzak", "Últimos resultados", "Last results"),
  noSeries: text("Todavía sin resultados", "Oraindik emaitzarik ez", "Aínda sen resultados", "No results yet"),
  noNumber: text(
    "Esta tirada no tiene resultado.",
    "Jaurtialdi honek ez du emaitzarik.",
    "Esta tirada non ten resultado.",
    "This spin has no result.",
  ),
  withheld: text(
    "El resultado no se muestra mientras dure la avería.",
    "Emaitza ez da erakusten matxurak dirauen bitartean.",
    "O resultado non se mostra mentres dure a avaría.",
    "The result is not shown while the trouble lasts.",
  ),
  disconnectedMeans: text(
    "Esta pantalla no recibe datos de la mesa y no muestra ningún resultado. Vale lo que se anuncie en la mesa.",
    "Pantaila honek ez du mahaiko daturik jasotzen eta ez du emaitzarik erakusten. Mahaian iragartzen dena da baliozkoa.",
    "Esta pantalla non recibe datos da mesa e non mostra ningún resultado. Vale o que se anuncie na mesa.",
    "This screen receives no data from the table and shows no result. What is announced at the table stands.",
  ),
};
