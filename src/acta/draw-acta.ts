import type { BallsPack } from "../rules/balls-game.ts";
import { fill } from "../text/every-language.ts";
import type { Language } from "../text/language.ts";
import { textOf } from "../text/text-of.ts";
import { ActaBook } from "./acta.ts";
import { actaPage, sessionPage, type ActaPage } from "./acta-page.ts";
import type { ActaReader } from "./acta-words.ts";
import { actaPdf } from "./acta-pdf.ts";
import type { ActaLaw, ActaMaker, ActaWanted, DrawnActa, KeptRecord } from "./family.ts";

/** Actas of games of balls. */
export const BALLS_ACTAS: ActaMaker = {
  begin(of) {
    const book = new ActaBook(of);
    return {
      addRecord: (record) => book.addRecord(record),
      draw: (wanted, lawOf: ActaLaw<BallsPack>) => drawActa(book, wanted, lawOf),
    };
  },
};

function drawActa(
  book: ActaBook,
  { round, language, zone }: ActaWanted,
  lawOf: ActaLaw<BallsPack>,
): DrawnActa | null {
  const readerOf = (rulebook: string): ActaReader => ({ ...lawOf(rulebook), language, zone });
  if (round !== null) {
    const acta = book.acta(round);
    const last = acta?.editions.at(-1) ?? book.newest;
    if (acta === null || last === null) return null;
    const page = actaPage(acta, readerOf(acta.rulebook));
    return { pdf: pdfOf([page], acta.log, last, language), edition: acta.edition, to: last.seq };
  }
  const { session, actas } = book.newestSession();
  const [first] = actas;
  const last = book.newest;
  if (first === undefined || last === null) return null;
  const games = actas.map((one) => actaPage(one, readerOf(one.rulebook)));
  const head = sessionPage(session, actas, readerOf(first.rulebook));
  return { pdf: pdfOf([head, ...games], first.log, last, language), edition: null, to: last.seq };
}

const FOOT = textOf("acta.foot");

function pdfOf(
  pages: readonly ActaPage[],
  log: string,
  { seq, hash }: Pick<KeptRecord, "seq" | "hash">,
  language: Language,
): Uint8Array {
  return actaPdf(pages, (page, of) => fill(FOOT, language, { log, seq, hash, page, pages: of }));
}
