import type { Cite } from "../../../src/rules/pack.ts";

/**
 * Where the sections of the two laws begin: the first line of each in the texts as they were read, in the order of the text. Read off
 * their headings, articles, numbers and letters, not out of the packs. A section's line is that of its own beginning: `24.1` leads to
 * `24.1.a`.
 */
const ASTURIAS = `
Antecedentes 9 · Antecedentes, primero 11 · Antecedentes, segundo 42 · Fundamentos jurídicos 54 · Resuelvo 100
· Anexo I 120 · Anexo I, A 125 · Anexo I, B 218 · Anexo I, C 370 · Anexo I, C.1 372 · Anexo I, C.2 402
· Anexo I, C.3 425 · Anexo I, C.4 485 · Anexo I, D 540 · Anexo I, E 600 · Anexo I, E.1 601 · Anexo I, E.2 699
· Anexo I, E.3 729 · Anexo II 760 · Anexo II, A 765 · Anexo II, B 811 · Anexo II, C 889 · Anexo II, C.1 890
· Anexo II, C.2 929 · Anexo II, C.3 955 · Anexo II, C.4 978 · Anexo II, C.5 1010 · Anexo II, D 1048
· Anexo II, E 1090 · Anexo II, E.1 1091 · Anexo II, E.2 1133
`;

const GALICIA = `
Disposición final 31 · Anexo 35 · 1 51 · 2 67 · 3 71 · 4 81 · 5 87 · 6 99 · 6.1 101 · 6.2 145 · 6.3 149 · 7 153
· 8 183 · 8.a 187 · 8.b 199 · 8.c 209 · 9 217 · 10 223 · 10.1 225 · 10.2 229 · 10.3 233 · 11 239 · 11.1 241
· 11.2 245 · 12 249 · 13 253 · 14 295 · 14.1 297 · 14.2 303 · 14.3 307 · 15 311 · 15.1 313 · 15.2 319
· 15.3 325 · 16 333 · 16.1 335 · 16.2 343 · 17 351 · 18 355 · 18.1 357 · 18.2 361 · 18.3 367 · 19 379
· 19.1 383 · 19.2 387 · 19.3 391 · 20 395 · 21 405 · 21.a 409 · 21.b 410 · 21.c 412 · 21.d 413 · 21.e 414
· 21.f 415 · 21.g 416 · 21.h 417 · 21.i 418 · 21.j 419 · 21.k 420 · 22 422 · 22.1 424 · 22.1.a 428
· 22.1.b 429 · 22.1.c 430 · 22.1.d 431 · 22.1.e 432 · 22.1.f 433 · 22.1.g 434 · 22.1.h 435 · 22.1.i 436
· 22.1.j 438 · 22.1.k 440 · 22.1 442 · 22.2 444 · 22.3 457 · 23 475 · 23.1 479 · 23.2 500 · 23.3 536 · 24 556
· 24.1 558 · 24.1.a 562 · 24.1.b 564 · 24.1.c 566 · 24.1.d 568 · 24.1.e 570 · 24.1.f 572 · 24.1.g 574
· 24.2 576 · 24.2.a 578 · 24.2.b 580 · 24.2.c 582 · 24.3 584 · 24.3.a 586 · 24.3.b 588 · 24.3.c 590
· 24.3.d 592 · 24.3.e 594 · 24.3.f 596 · 24.3.g 598 · 24.3.h 600 · 24.3.i 602 · 25 604 · 26 610 · 27 618
· 28 646 · 28.1 648 · 28.1.a 650 · 28.1.b 652 · 28.1.c 654 · 28.2 656 · 28.3 660 · 29 666 · 30 682 · 30.1 684
· 30.2 698 · 30.2.a 718 · 30.2.b 720 · 30.2.c 722 · 31 724 · 31.1 726 · 31.1.a 728 · 31.1.a.1 730
· 31.1.a.2 732 · 31.1.b 734 · 31.2 740 · 31.2.a 742 · 31.2.b 744 · 31.3 746 · 32 750 · 33 758 · 34 768
· 35 776 · 36 780 · 37 788 · 38 792 · 39 800 · 40 808 · 41 812 · 42 816 · 43 822 · 43.1 824 · 43.1.a 828
· 43.1.b 830 · 43.1.c 832 · 43.2 834 · 43.2.a 836 · 43.2.b 838 · Título VI 840
`;

interface Heading {
  readonly section: string;
  readonly line: number;
}

const headings = (list: string): readonly Heading[] =>
  list.split("·").map((written) => {
    const [, section, line] = /^(.+) (\d+)$/.exec(written.replaceAll(/\s+/g, " ").trim()) ?? [];
    if (section === undefined || line === undefined)
      throw new RangeError(`"${written}" is no heading with its line`);
    return { section, line: Number(line) };
  });

const LAWS: Readonly<Record<string, readonly Heading[]>> = {
  "es-as": headings(ASTURIAS),
  "es-ga": headings(GALICIA),
};

/** The innermost section in which a line stands: `Anexo I, C.1`, `24.1.a`. Throws a RangeError for a line before the first. */
export function sectionOfLawLine(jurisdiction: string, line: number): string {
  const found = LAWS[jurisdiction]?.findLast((heading) => heading.line <= line);
  if (found === undefined)
    throw new RangeError(`line ${line} of ${jurisdiction} stands before the first section`);
  return found.section;
}

/**
 * The sections that a citation names, each in full: `Anexo I, A y C.3` is `Anexo I, A` and `Anexo I, C.3`; `arts. 7 y 8.c` is `7` and
 * `8.c`. Throws a RangeError for one that the law does not have.
 */
export function sectionsNamed(jurisdiction: string, { section }: Cite): readonly string[] {
  const [, annex, letters] = /^(Anexo II?), (.+)$/.exec(section) ?? [];
  const articles = /^arts?\. (.+)$/.exec(section)?.[1];
  const list = (letters ?? articles ?? "").split(/, | y /);
  const named =
    annex === undefined ? (articles === undefined ? [section] : list) : list.map((one) => `${annex}, ${one}`);
  for (const one of named) {
    if (!LAWS[jurisdiction]?.some((heading) => heading.section === one))
      throw new RangeError(`${section}: ${jurisdiction} has no section ${one}`);
  }
  return named;
}
