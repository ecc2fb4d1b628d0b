import { describe, expect, it } from "vitest";
import "../../firmware/table/setup/every-family.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { notesOf } from "../../firmware/table/rules/notes.ts";
import { bookletPage } from "./page.ts";
import { dealWords } from "./deal-words.ts";
import { noteWords } from "./html.ts";
import { outcomeWords } from "./card-tables.ts";
import { windowWords, conditionWords } from "./rule-article.ts";

describe("what a rule asks", () => {
  it("is told in words, with what joins and what denies it", () => {
    const asked = conditionWords("wheel", {
      all: [{ fact: "ball-laps", fewerThan: 3 }, { not: { fact: "ball-suspended", is: true } }],
    });
    expect(asked.es).toBe(
      "la bola da menos de 3 vueltas completas antes de caer; y, además, no ocurre que la bola queda suspendida fuera de toda casilla",
    );
    expect(conditionWords("wheel", { fact: "rotor-alternated", is: false }).gl).toBe(
      "o cilindro xira no mesmo sentido que na última tirada válida",
    );
    const jam = {
      any: [
        { fact: "jam", is: "shuffling" },
        { fact: "jam", is: "dealing" },
      ],
    };
    expect(conditionWords("shoe", jam).eu).toBe(
      "makina nahastean trabatzen da; edo makina banatzean trabatzen da",
    );
    expect(conditionWords("shoe", { fact: "face-up-cards", atLeast: 2 }).en).toBe(
      "at least 2 cards of the round lie face up",
    );
  });

  it("may be said in the window that its pack has for it, or that follows from what it is about", () => {
    const chemin = loadPack("es-as/chemin-de-fer").pack.rules;
    const words = (id: string): string => windowWords(chemin.find((rule) => rule.id === id)!).es;
    expect(words("early-card-discarded")).toMatch(/^desde que se abren las apuestas hasta /);
    for (const { window, ...rule } of chemin)
      if (window !== undefined) {
        const own = windowWords({ ...rule, window: { from: "cards", until: "verdict" } });
        expect(own.es).toBe("desde la primera carta hasta el resultado");
      }
    // A rule that a person declares says when, and of which card; one of a wheel has no window.
    const page = (game: string): string =>
      bookletPage({
        ...loadPack(game),
        notes: notesOf(loadPack(game).pack.jurisdiction),
        coverage: null,
        language: "es",
      });
    expect(page("cl/black-jack")).toContain("quien la declara dice de qué carta se trata");
    expect(page("cl/black-jack")).toContain("desde la primera carta hasta el resultado");
    expect(page("cl/ruleta-francesa")).not.toContain("Cuándo puede decirse");
    // What is left over at pai gow leaves in the deal or behind its result (cb 4353–4355, pv 3264).
    for (const law of ["es-cb", "es-pv"]) {
      const { rules } = loadPack(`${law}/pai-gow-poker`).pack;
      const left = rules.find(({ effect }) => effect === "burn-card")!;
      expect(windowWords(left).es).toBe("desde la primera carta hasta recoger las cartas");
    }
    // A card that the rule itself fixes is named.
    expect(page("es-as/chemin-de-fer")).toContain("se apartan las cartas extraídas como terceras");
    expect(page("es-as/chemin-de-fer")).toContain("se aparta la segunda de las cartas extraídas por el error");
    expect(page("es-pv/black-jack")).toContain("se aparta la primera carta repartida");
    // For how long a result may be looked at again is said of every family: by the law, or by the house.
    expect(page("cl/ruleta-francesa")).toContain("hasta 30 minutos después · I.6");
    expect(page("es-cb/sic-bo")).toContain("hasta 60 minutos después, si la casa no fija otro tiempo");
  });
});

describe("the deal", () => {
  const wordsOf = (game: string): readonly string[] =>
    loadPack(game).pack.cards!.deal.map((step) =>
      dealWords(step, loadPack(game).pack.names)
        .map(({ es }) => es)
        .join(" | "),
    );

  it("of Black Jack says who gets which cards, what players may do and when the bank stops", () => {
    expect(wordsOf("es-cb/black-jack")[0]).toMatch(/^cada plaza en juego: 1 carta boca arriba/);
    const [, players, bank] = wordsOf("es-pv/black-jack").slice(-3);
    expect(players).toContain("doblar, separar");
    expect(players).toContain("se dobla con las dos primeras cartas que suman 9, 10, 11");
    expect(players).toContain("los ases separados pueden separarse otra vez");
    expect(bank).toContain("se planta con 17 o más");
  });

  it("of Draw Poker says how the croupier changes, and that of War how many cards are burnt", () => {
    expect(wordsOf("cl/draw-poker").join("\n")).toContain("cambia una carta con dos pares");
    expect(wordsOf("cl/war").join("\n")).toContain("antes de cada carta de la guerra se queman 3 cartas");
  });

  it("is told in the words that the law prints for what players say and hold", () => {
    expect(wordsOf("cl/draw-poker").join("\n")).toContain("Hablan las manos en juego: «voy», «no voy»");
    expect(wordsOf("es-pv/poker-sin-descarte").join("\n")).toContain("«voy», «paso»");
    expect(wordsOf("es-cb/poker-texas-holdem-bonus").join("\n")).toContain("apostar, abandonar");
    expect(wordsOf("cl/canal-21").join("\n")).toContain("el Canal 21 puede cobrarse en el acto a la par");
    expect(wordsOf("cl/black-jack").join("\n")).toContain("solo quedan manos de black jack");
  });

  it("says of Cantabria's Black Jack that two aces are not doubled (l. 911–916), as no other one does", () => {
    const aces = "no se doblan dos ases sin separar";
    const games = ["es-cb/black-jack", "es-pv/black-jack", "cl/black-jack", "cl/challenge-21", "cl/canal-21"];
    expect(games.filter((game) => wordsOf(game).join("\n").includes(aces))).toEqual(["es-cb/black-jack"]);
  });

  it("ends with how the cards decide", () => {
    const outcomeOf = (game: string): string =>
      outcomeWords(loadPack(game).pack.cards!.outcome!)
        .map(({ es }) => es)
        .join(" | ");
    expect(outcomeOf("cl/caribbean-poker")).toContain("la banca juega con carta más alta A K o más");
    expect(outcomeOf("es-pv/chemin-de-fer")).toContain("el banquero es libre");
    expect(outcomeOf("cl/challenge-21")).toContain("la banca juega 3 manos desde su primera carta");
  });
});

describe("a step", () => {
  const SAYS = { es: /orden/, eu: /ordena/, gl: /orde/, en: /order/ } as const;

  it.each([
    ["cl/black-jack", "reorder-and-tell-players", /la segunda a cada mano/],
    ["cl/canal-21", "reorder-and-tell-players", /una a la banca/],
    ["cl/mini-punto-y-banca", "reorder-and-announce", /la segunda y la cuarta a la banca/],
    ["cl/stud-poker", "reorder-cards", /en que debían repartirse/],
  ])("%s: %s says into which order cards are put (cl 898–900, 1768, 3424)", (game, id, order) => {
    const { text } = loadPack(game).pack.steps.find((step) => step.id === id)!;
    expect(text.es).toMatch(order);
    for (const language of ["es", "eu", "gl", "en"] as const) expect(text[language]).toMatch(SAYS[language]);
  });
});

describe("a game that is dealt by hand", () => {
  const page = bookletPage({
    ...loadPack("es-ga/poker-circulo-cubierto"),
    notes: notesOf("es-ga"),
    coverage: null,
    language: "es",
  });

  it("has no shoe that is burnt or shuffled, and no heading without a table", () => {
    expect(page).not.toMatch(/sabot nuevo|barajan? de nuevo el sabot/);
    expect(page).not.toMatch(/<h2>Tablas<\/h2>/);
  });

  it("names its gazette in no other language", () => {
    expect(page).not.toContain("as it was read");
  });
});

describe("an office", () => {
  const notesIn = (game: string): string => {
    const { pack } = loadPack(game);
    const said = [...pack.rules.flatMap(({ note }) => note ?? []), ...pack.remarks.map(({ text }) => text)];
    return said
      .map((note) => noteWords({ pack, language: "es", notes: notesOf(pack.jurisdiction) }, note).text)
      .join("\n");
  };

  it.each(["cl/black-jack", "cl/war", "cl/punto-y-banca", "cl/draw-poker", "cl/craps"])(
    "%s: Chile's catalogue has no inspector",
    (game) => {
      expect(notesIn(game)).not.toMatch(/inspector/);
    },
  );

  it.each(["es-as", "es-cb", "es-pv"])(
    "%s: at two cloths the director has an early card discarded (as 892–904, cb 3206–3215, pv 2298)",
    (law) => {
      expect(notesIn(`${law}/bacarra-a-dos-panos`)).toContain("salvo que el director mande descartarla");
      expect(notesIn(`${law}/chemin-de-fer`)).toContain("salvo que el inspector mande descartarla");
    },
  );
});

describe("a note", () => {
  const { pack } = loadPack("cl/war");
  const said = (language: "es" | "eu" | "en", words: Readonly<Record<string, string>>): string =>
    noteWords(
      { pack, language, notes: new Map([["One card is burnt (line 3534).", words]]) },
      "One card is burnt (line 3534).",
    ).text;

  it("is told in the booklet's language, with the section in the place of lines", () => {
    expect(said("es", { es: "Se quema una carta (l. 3534)." })).toBe("Se quema una carta (III.4.4).");
    expect(said("es", { es: "Así lo dice l. 1." })).toBe("Así lo dice otro lugar.");
    expect(said("en", {})).toBe("One card is burnt (III.4.4).");
    expect(said("en", { en: "A card is burnt." })).toBe("A card is burnt.");
  });

  it("that nobody translated is told in English, and marked so", () => {
    expect(said("eu", { es: "Se quema una carta." })).toBe(
      '<span lang="en">One card is burnt (III.4.4).</span> (ingelesez)',
    );
  });
});
