import { describe, expect, it } from "vitest";
import { listPacks } from "../../firmware/table/rules/load.ts";
import { textsOf } from "../../firmware/table/rules/pack-parts.test-help.ts";
import { LANGUAGES, type Text } from "../../src/text/language.ts";
import { textsOf as textsOfSubject } from "../../src/text/text-of.ts";
import { CardTable } from "../browser/card-table.ts";
import { DiceTable } from "../browser/dice-table.ts";
import { type WheelTable, evening } from "../browser/wheel-views.ts";
import { isForPlayers, playersCall, stopReasonOf } from "../../src/table/kernel/view/view-of.ts";

const same = (es: string): Text => ({ es, eu: es, gl: es, en: es });

describe("what the players read", () => {
  it.each(["hay … euros en la banca", "hay ... en la banca", "20 €", "diez pesetas", "1 euro", "100 pesos"])(
    "%s is for the croupier alone",
    (say) => {
      expect(isForPlayers(same(say))).toBe(false);
      expect(playersCall({ say: same(say) })).toBeNull();
    },
  );

  it("why a device gave no result is said without a word of its wire", () => {
    const reasons: readonly Text[] = Object.values(textsOfSubject("reasons.device"));
    expect(reasons.length).toBeGreaterThan(10);
    const wire = /\b(?:estados?|egoera\p{L}*|states?|bytes?|protocol\p{L}*|checksum|puertos?|ports?)\b/iu;
    const said = reasons.flatMap((text) => LANGUAGES.map((language) => text[language]));
    expect(said.filter((text) => wire.test(text))).toEqual([]);
  });

  it("a call without a gap or a sum is theirs as it is", () => {
    const say = same("no va más");
    expect(playersCall({ say })).toBe(say);
    expect(playersCall(null)).toBeNull();
    expect(isForPlayers({ ...say, eu: "… pezeta daude bankuan" })).toBe(false);
  });

  it("no text of a rulebook has a gap or a currency but the calls that the croupier fills in", () => {
    const packs = listPacks();
    expect(packs.length).toBeGreaterThan(60);
    const stored = packs.flatMap(({ id, pack }) =>
      textsOf({ ...pack, announcements: [] }, id).filter(([, text]) => !isForPlayers(text)),
    );
    expect(stored).toEqual([]);
    const calls = packs.flatMap(({ id, pack }) =>
      pack.announcements.filter(({ say }) => !isForPlayers(say)).map(({ phase }) => `${id} ${phase}`),
    );
    expect(calls).toEqual([
      "es-as/chemin-de-fer betting",
      "es-cb/chemin-de-fer betting",
      "es-pv/chemin-de-fer betting",
    ]);
  });

  it.each(["es-as/chemin-de-fer", "es-cb/chemin-de-fer", "es-pv/chemin-de-fer"])(
    "%s: the croupier reads the formula, the players the phase's own words",
    (rulebook) => {
      const view = new CardTable(rulebook).shoe().view();
      expect(view.phase).toBe("betting");
      for (const language of LANGUAGES) expect(view.announcement?.say[language]).toContain("…");
      expect(view.call).toBeNull();
    },
  );
});

describe("what stands against playing on", () => {
  const table = (): CardTable => new CardTable("cl/punto-y-banca").shoe().noMoreBets().cards("2h Kd");

  it("a device that cannot be trusted, a warning, a card that was not read; nothing else", () => {
    expect(table().view().stopped).toBeNull();
    expect(table().unread().view().stopped).toBe("unread-card");
    expect(
      new CardTable("cl/punto-y-banca").observe({ o: "warning", code: "identity-wrong", standing: true }).view()
        .stopped,
    ).toBe("warning");
    for (const health of ["port-gone", "silent", "garbled", "fault"] as const)
      expect(stopReasonOf({ health, faults: [] })).toBe("device");
    for (const health of ["ok", "waiting"] as const) expect(stopReasonOf({ health, faults: [] })).toBeNull();
  });
});

describe("a round that a restart cut off", () => {
  const cut = (): WheelTable => evening("cl/ruleta-francesa").running("no-more-bets").abort("restart");

  it("is named until a person has seen it or the next one is decided", () => {
    const { round } = cut().view();
    expect(cut().view().interrupted).toBe(round);
    expect(cut().betting().view().interrupted).toBe(round);
    expect(cut().betting().running("ball-in-play").view().interrupted).toBe(round);
    expect(cut().betting().running("no-more-bets").number("17").view().interrupted).toBeNull();
    const [task] = cut()
      .view()
      .tasks.filter((one) => one.round === round);
    expect(cut().betting().key({ key: "acknowledge", what: task!.id }).view().interrupted).toBeNull();
  });

  it("is not one that the wheel gave up, or that is void", () => {
    expect(
      evening("cl/ruleta-francesa").running("no-more-bets").abort("stopped").view().interrupted,
    ).toBeNull();
    expect(evening("cl/ruleta-francesa").view().interrupted).toBeNull();
  });
});

describe("the last rounds", () => {
  it("are counted down, and called by their notice only before the first of them", () => {
    const wheel = evening("cl/ruleta-francesa");
    expect(wheel.view().lastRounds).toBeNull();
    wheel.lastCall();
    expect(wheel.view()).toMatchObject({ lastRounds: 3, call: { es: "tres últimas lanzadas" } });
    const left = [1, 2, 3].map(() => {
      wheel.running("no-more-bets").number("1").betting();
      return [wheel.view().lastRounds, wheel.view().call?.es];
    });
    expect(left).toEqual([
      [2, "hagan juego"],
      [1, "hagan juego"],
      [null, "jugadas las últimas anunciadas"],
    ]);
  });

  it("a notice of one last game stands for that game", () => {
    const disc = evening("cl/big-six").lastCall();
    expect(disc.view()).toMatchObject({ lastRounds: 1, call: { es: "último juego de la mesa" } });
    expect(disc.running("no-more-bets").number("1").betting().view().lastRounds).toBeNull();
  });
});

describe("a result that is called void", () => {
  it("of a wheel: its number stays to be seen, and stands nowhere as one", () => {
    const view = evening("cl/ruleta-francesa")
      .running("no-more-bets")
      .number("18")
      .annul("ball-left-cylinder")
      .view();
    expect(view.verdict).toMatchObject({ kind: "void", annulled: { pocket: "18", colour: "red" } });
    expect(view.series[0]).toMatchObject({
      kind: "void",
      pocket: null,
      certified: false,
      annulled: { pocket: "18", colour: "red" },
    });
  });

  it("of dice and of cards: what had been thrown or won", () => {
    const dice = new DiceTable("es-cb/banca-francesa").betting().phase("throwing").result("6 1 4");
    expect(dice.annul("die-off-table").view()).toMatchObject({
      verdict: { kind: "void", annulled: { dice: { faces: ["1", "4", "6"], total: 11 } } },
      series: [{ kind: "void", dice: null, annulled: { dice: { total: 11 } } }],
    });
    const cards = new CardTable("cl/punto-y-banca").shoe().noMoreBets().cards("9h Kd 9s 6c");
    expect(cards.declare("card-lost-in-discard-slot").view()).toMatchObject({
      verdict: { kind: "void", annulled: { called: { of: "punto", is: "wins" } } },
      series: [{ kind: "void", outcome: null, annulled: { outcome: { es: "punto gana" } } }],
    });
  });

  it("a round that never had a result has none to strike out", () => {
    const view = evening("cl/ruleta-francesa").running("no-more-bets").annul("ball-left-cylinder").view();
    expect(view.verdict).toMatchObject({ kind: "void", annulled: null });
    expect(view.series[0]?.annulled).toBeNull();
  });
});

describe("the series of a game with places", () => {
  it("says what the bank had", () => {
    const table = new CardTable("cl/black-jack", [1]).shoe("4c").noMoreBets().cards("10h 9d 8c");
    for (let at = 0; at < 3 && table.phase !== "result"; at++) {
      const speaks = table.table.durable.deal?.due?.moves.find(({ moves }) => moves.includes("stand"));
      if (speaks !== undefined) table.move(speaks.who, "stand");
      table.cards("10c");
    }
    expect(table.view().series[0]).toMatchObject({ kind: "result", bank: { total: 19, says: null } });
  });
});
