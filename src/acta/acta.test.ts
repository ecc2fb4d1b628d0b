import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { recallWords } from "../../firmware/unit/evidence/recall-words.ts";
import { table as signer } from "../record/vector.fixture.ts";
import { ACTA_NAMESPACE, signSsh } from "../record/sshsig.ts";
import { trustOf } from "../record/trust.ts";
import { Hall, JEFE, LOCUTOR } from "../../test/support/bingo-hall.ts";
import { familyOf } from "../table/kernel/families.ts";
import type { Language } from "../text/language.ts";
import { ActaBook, type Acta } from "./acta.ts";
import { actaPage, type ActaPage } from "./acta-page.ts";
import { BALLS_ACTAS } from "./draw-acta.ts";
import type { ActaDraft, KeptRecord } from "./family.ts";
import { namedActa, readActa, signedActa } from "./signed-acta.ts";

const LINE = [4, 16, 30, 57, 73];
const REST = [9, 28, 34, 60, 85, 12, 39, 47, 66, 90];

const lawOf = (rulebook: string) => {
  const { pack } = loadPack(rulebook);
  if (pack.family !== "balls") throw new Error("no game of balls");
  return { pack, words: recallWords({ pack, rules: { family: familyOf(pack) } }) };
};

/** The records of a hall as its journal has them. */
function feed<Taker extends Pick<ActaDraft, "addRecord">>(taker: Taker, { records, setup }: Hall): Taker {
  for (const [seq, { body }] of records.entries()) {
    const at = new Date(Date.UTC(2026, 2, 1, 19, 0, seq)).toISOString();
    const fields = { log: "tirada.test/hall", mode: "live", rulebook: setup.rulebook, at, ...body };
    taker.addRecord({ seq, hash: seq.toString(16).padStart(64, "0"), fields } satisfies KeptRecord);
  }
  return taker;
}

const bookOf = (hall: Hall, until: ConstructorParameters<typeof ActaBook>[0] = null): ActaBook =>
  feed(new ActaBook(until), hall);

/** A game that is won by one card. */
const played = (hall: Hall): Hall =>
  hall
    .begin()
    .draw(...LINE)
    .call("line")
    .must({ key: "resume-game" })
    .draw(...REST)
    .call("bingo")
    .must({ key: "end-game" });

const actaOf = (hall: Hall, round = hall.durable.round): Acta => {
  const acta = bookOf(hall).acta(round);
  if (acta === null) throw new Error("the game has an acta");
  return acta;
};
const pageOf = (acta: Acta, language: Language = "es"): ActaPage =>
  actaPage(acta, { ...lawOf(acta.rulebook), language, zone: "Europe/Madrid" });
const rowsOf = ({ blocks }: ActaPage): Readonly<Record<string, string | null>> =>
  Object.fromEntries(
    blocks.flatMap((block) =>
      block.is === "rows" ? block.rows.map(({ label, value }) => [label, value]) : [],
    ),
  );
const linesOf = ({ blocks }: ActaPage, title: string): readonly string[] =>
  blocks.flatMap((block) => (block.is === "lines" && block.title === title ? block.lines : []));

describe("the acta of a game", () => {
  it("has what the law asks for: from the records what they know, as said what people said, and lines for the rest", () => {
    const acta = actaOf(played(new Hall()));
    expect(acta).toMatchObject({
      order: 1,
      edition: 1,
      begun: { by: JEFE },
      end: { kind: "result", certified: true },
    });
    const page = pageOf(acta);
    expect(page.number).toBe("Acta n.º 1 · edición 1");
    expect(rowsOf(page)).toMatchObject({
      "serie o series de cartones": "A (6000 cartones)",
      "precio del cartón": "2,00",
      "cartones vendidos": "200: serie A, del 1 al 200",
      "cantidad recaudada": "400,00",
      "premio de línea": "40,00",
      "pagado por línea": null,
      "cartones premiados": "línea: A 12, con la bola 73 (5.ª); bingo: A 12, con la bola 90 (15.ª)",
      "prima: bingo con la bola n.º": "15",
      resultado: "certificado: el lector leyó cada bola",
    });
    expect(linesOf(page, "Incidencias")).toEqual(["Sin incidencias."]);
    expect(JSON.stringify(page.blocks)).toContain("hasta el 01/09/2026");
  });

  it("keeps each edition as it was: a word that is put right makes the next one, and one that is taken back another", () => {
    const hall = played(new Hall());
    const before = actaOf(hall);
    hall.must({ key: "write-acta", round: 1, about: "takings", says: "398,00" });
    hall.must({ key: "write-acta", round: 1, about: "note", says: "se fue la luz" });
    hall.must({ key: "take-back", round: 1 });
    const now = actaOf(hall);
    expect(now.edition).toBe(4);
    expect(rowsOf(pageOf(now))["cantidad recaudada"]).toBe("398,00");
    expect(pageOf(now).marks).toEqual(["Sustituye a la edición 3, del registro 32 (01/03/2026, 20:00:32)."]);
    const third = bookOf(hall, { round: 1, edition: 3 }).acta(1);
    expect(third === null ? null : linesOf(pageOf(third), "Incidencias").join()).toMatch(
      /Ana, jefe de mesa: «se fue la luz»$/,
    );
    expect(bookOf(hall, { round: 1, edition: 1 }).acta(1)).toEqual(before);
    expect(bookOf(hall, { round: 1, edition: 9 }).acta(1)).toBeNull();
  });

  it("tells what happened beside the draw, and marks the balls that people named", () => {
    const hall = new Hall().begin().draw(4);
    hall.reader.draw(hall.t, 16, { doubt: 1 });
    hall.play(300_000);
    const named = { key: "ball-is", round: 1, n: 2, number: 16 } as const;
    hall.must(named).must(named, LOCUTOR).must({ key: "resume-game" }).draw(30);
    hall.must({ key: "misannounced", round: 1, n: 3, said: 13 }, LOCUTOR);
    hall.call("line", { rows: [LINE, REST.slice(0, 5), REST.slice(5)] });
    hall.must({ key: "void", round: 1, rule: "ball-missing" });
    const page = pageOf(actaOf(hall));
    const [draw] = page.blocks.flatMap((block) => (block.is === "balls" ? block.balls : []));
    expect(draw).toEqual({ number: "4", isSaid: false });
    expect(page.blocks.find(({ is }) => is === "balls")).toMatchObject({
      balls: [{}, { number: "16", isSaid: true }, {}],
    });
    const told = linesOf(page, "Incidencias").map((line) => line.slice(10));
    expect(told).toEqual([
      expect.stringMatching(/^Bola n\.º 2: \?.*díganla dos personas/),
      expect.stringMatching(/^Bola n\.º 2: 16/),
      expect.stringMatching(/^Corrige el número anunciado · bola n\.º 3 · se anunció el 13 · Leo/),
      expect.stringMatching(/^Nula.*falta de alguna bola/),
    ]);
    expect(linesOf(page, "Cartones cantados")).toEqual([
      expect.stringMatching(/^Línea · cartón A 12: no es correcto.*57 73/),
    ]);
    expect(rowsOf(page)["resultado"]).toMatch(/^Partida anulada: .*falta de alguna bola/);
  });

  it("counts the games of its session, and is open while its game runs", () => {
    const hall = played(new Hall());
    hall.reader.refill(hall.t);
    hall.play(500_000);
    hall.begin().draw(4);
    expect(actaOf(hall, 2)).toMatchObject({ order: 2, edition: 0, end: null });
    // Of one game alone the others take no room, and it keeps its place among them.
    const alone = bookOf(hall, { round: 2, edition: null });
    expect([alone.acta(2)?.order, alone.acta(1)]).toEqual([2, null]);
    expect(pageOf(actaOf(hall, 2)).marks).toEqual(["La partida no ha terminado: esta acta no está cerrada."]);
    hall.press({ key: "write-acta", round: 3, about: "note", says: "de ninguna partida" });
    expect(hall.refusal).toBe("no-such-round");
  });

  it.each(["cl/bingo", "es-pv/bingo"])("of %s has the fields of its own law", (rulebook) => {
    const page = pageOf(actaOf(played(new Hall(rulebook))));
    const labels = Object.keys(rowsOf(page));
    expect(labels.includes("pozo progresivo")).toBe(rulebook === "cl/bingo");
    expect(labels.includes("prima: acumulado")).toBe(false);
    expect(JSON.stringify(page).includes("reglamento que no es este texto")).toBe(rulebook === "es-pv/bingo");
  });
});

describe("the acta as a file", () => {
  const hall = played(new Hall());
  const wanted = { round: 1, language: "eu", zone: "Europe/Madrid" } as const;
  const draw = () => feed(BALLS_ACTAS.begin(null), hall).draw(wanted, lawOf);
  const made = draw();
  const pdf = Buffer.from(made?.pdf ?? "");
  const name = { log: "tirada.test/hall", ...wanted, edition: 1, from: 0, to: 9, vkey: signer.verifier.vkey };
  const named = namedActa(pdf, name);
  const file = signedActa(named, signSsh(createHash("sha512").update(named).digest(), ACTA_NAMESPACE, signer));

  it("is the same of the same records, and has nothing of later ones", () => {
    expect(draw()?.pdf).toEqual(made?.pdf);
    hall.must({ key: "balls-counted", count: 90 });
    expect(draw()?.pdf).toEqual(made?.pdf);
  });

  it("says whose it is, and which byte was changed", () => {
    expect(readActa(file, null)).toMatchObject({ name, fault: null, isKnown: false });
    expect(readActa(file, trustOf(signer.verifier))).toMatchObject({ fault: null, isKnown: true });
    expect(readActa(file, [])?.fault).toMatch(/none of the keys/);
    const forged = Buffer.from(file);
    forged[forged.indexOf("400,00")] = "9".charCodeAt(0);
    expect(readActa(forged, null)?.fault).toBe("the file is not what was signed");
    expect(readActa(pdf, null)).toBeNull();
    expect(
      readActa(Buffer.from(file.toString("latin1").replace('"round":1', '"round":2'), "latin1"), null)?.fault,
    ).not.toBeNull();
  });
});
