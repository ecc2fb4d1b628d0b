import { describe, expect, it } from "vitest";
import { listPacks } from "../../firmware/table/rules/load.ts";
import { notesOf } from "../../firmware/table/rules/notes.ts";
import { coverageFor } from "../../firmware/table/setup/table-setup.ts";
import { EXIT } from "../../firmware/problem.ts";
import { html } from "../../src/booklet/html.ts";
import { type Booklet, bookletPage } from "../../src/booklet/page.ts";
import { LANGUAGES } from "../../src/text/language.ts";
import { commandHere } from "../support/command.ts";
import { expectProblem } from "../support/problem.ts";

const PACKS = listPacks();

/** The booklet of a rulebook alone, of no table. */
const printed = (one: Pick<Booklet, "pack" | "digest" | "language">): string =>
  bookletPage({ ...one, notes: notesOf(one.pack.jurisdiction), coverage: null });

const escaped = (text: string): string => html`${text}`.text;

describe("the lawyer's booklet", () => {
  it("of every edition holds its digest and every rule, and asks for nothing from outside", () => {
    for (const { pack, digest, name } of PACKS) {
      const page = printed({ pack, digest, language: "es" });
      expect(page).toContain(name);
      expect(page).toContain(digest);
      const heads = pack.rules.map((rule, at) => `<h3>${at + 1}. ${escaped(rule.text.es)}</h3>`);
      expect(
        heads.filter((head) => !page.includes(head)),
        name,
      ).toEqual([]);
      expect(page).not.toMatch(/<script|<link|<img|src=|href=|url\(/);
      expect(page).not.toMatch(/undefined|\[object/);
    }
  });

  it("escapes whatever a pack says", () => {
    const { pack, digest } = PACKS[0]!;
    const bad = '<script>alert("1")</script> & \'';
    const evil = { ...pack, title: { es: bad, eu: bad, gl: bad, en: bad }, law: { name: bad, published: bad } };
    for (const language of LANGUAGES) {
      const page = printed({ pack: evil, digest, language });
      expect(page).not.toContain("<script");
      expect(page).toContain("&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62; &#38; &#39;");
    }
  });

  it("prints tables of third cards as tables, and marks what is read into the law's silence", () => {
    const { pack, digest } = PACKS.find(({ id }) => id === "es-cb/punto-y-banca")!;
    const page = printed({ pack, digest, language: "es" });
    expect(page.match(/<td class="cell [TPOU]">[TPOU]<\/td>/g)).toHaveLength(8 + 8 * 11);
    const all = PACKS.map((one) => printed({ ...one, language: "es" }));
    expect(all.some((one) => one.includes('<article class="inferred">'))).toBe(true);
  });

  const pageOf = (wanted: string): string => {
    const { pack, digest } = PACKS.find(({ id }) => id === wanted)!;
    return printed({ pack, digest, language: "es" }).replace(/\s+/g, " ");
  };

  it("says what a game is played with: decks, burn, cut card, places, dice and their turns", () => {
    const stud = pageOf("es-pv/seven-card-stud");
    expect(stud).toMatch(/<td>Plazas, como mínimo<\/td><td>\d<\/td><td>art\. 2/);
    expect(pageOf("cl/war")).toContain("<td>Quema del sabot nuevo</td><td>cartas: 1</td><td>III.4.4</td>");
    const banca = pageOf("es-cb/punto-y-banca");
    expect(banca.includes("no consta si la carta vista cuenta entre ellas")).toBe(true);
    const francesa = pageOf("es-cb/banca-francesa");
    expect(francesa).toContain("<td>Juegos de dados</td><td>3</td>");
    expect(francesa).toContain("<td>Relevo de quien lanza</td><td>cada 60 minutos</td>");
    expect(pageOf("cl/ruleta-francesa")).not.toContain("Material y plazas");
  });

  it("prints what wheels and dice win, rankings and least hands as tables, with the mark of what each rests on", () => {
    const mark = '<span class="mark text">consta en el texto</span>';
    expect(pageOf("es-cb/banca-francesa")).toContain(
      `<td>grande</td><td>suma 14 15 16</td><td>1:1</td><td>${mark}</td>`,
    );
    expect(pageOf("cl/craps")).toContain("<td>tiro de salida</td><td>7 11</td><td>gana</td>");
    expect(pageOf("cl/ruleta-francesa")).toContain(
      `<td>primera columna</td><td>1 4 7 10 13 16 19 22 25 28 31 34</td><td>${mark}</td>`,
    );
    const poker = pageOf("cl/caribbean-poker");
    expect(poker).toContain("<td>10</td><td>carta alta</td>");
    expect(poker).toContain("<td>carta alta</td><td>A K</td><td>Chile, III.3.5.1</td>");
    expect(pageOf("es-cb/poker-trijoker")).toContain("Jugada mínima");
    for (const { pack } of PACKS)
      if (pack.family === "dice")
        for (const { name } of pack.dice.suertes)
          expect(pageOf(`${pack.jurisdiction}/${pack.game}`)).toContain(`<td>${name.es}</td>`);
  });

  it("sets the Basque words beside the Spanish ones where the law prints both", () => {
    const page = pageOf("es-pv/chemin-de-fer");
    expect(page).toContain('«no van más apuestas»<br />«<span lang="eu">beste apusturik ez</span>»');
    expect(pageOf("es-cb/chemin-de-fer")).not.toContain('<span lang="eu">');
    expect(page).not.toContain("two-languages");
  });

  it("says of a house rule in force what it reads and what that becomes", () => {
    const { pack, digest } = PACKS.find(({ id }) => id === "es-cb/banca-francesa")!;
    const seen = coverageFor("es-cb/banca-francesa", "tirada-eye", ["dice-touching-void"]);
    const page = bookletPage({
      pack,
      digest,
      notes: notesOf(pack.jurisdiction),
      coverage: { device: "tirada-eye", seen },
      language: "en",
    });
    expect(page).toMatch(/<div>[^<]+→ <b>void<\/b>/);
    expect(page.match(/<span class="mark house">house rule<\/span>/g)).toHaveLength(1);
  });
});

describe("tirada rules print", () => {
  it("says of each rule what the device sees, of a rulebook and of a table", async () => {
    const named = await commandHere([
      "rules",
      "print",
      "cl/ruleta-francesa",
      "--device",
      "cammegh-ss2",
      "--language",
      "en",
    ]);
    expect(named.status).toBe(EXIT.done);
    expect(named.stdout).toContain("What the machine sees");
    expect(named.stdout).toContain("judged");
    const table = await commandHere(["rules", "print", "--table", "examples/cl-ruleta-francesa.yaml"]);
    expect([table.status, table.stderr]).toEqual([EXIT.done, ""]);
    expect(table.stdout).toContain("cl/ruleta-francesa@2023-03");
    expect(table.stdout).toContain("cammegh-ss2");
  });

  it("refuses no rulebook, both, and a language that nobody has, in one line", async () => {
    expectProblem(await commandHere(["rules", "print"]), EXIT.usage, "name a rulebook");
    expectProblem(
      await commandHere(["rules", "print", "cl/craps", "--language", "fr"]),
      EXIT.usage,
      'no language "fr"',
    );
  });
});
