import { pdfFile, pdfString } from "./pdf-file.ts";

/** A4, wide; lines of a fixed width, so that columns stand below each other. Lengths are points. */
const PAGE = { wide: 842, high: 595, edge: 36 } as const;
const LETTERS = 8;
const LINE = 10.5;
/** A letter of Courier is six tenths of its height wide. */
const PER_LINE = Math.floor((PAGE.wide - 2 * PAGE.edge) / (LETTERS * 0.6));
/** Two lines at the foot are the page's own. */
const PER_PAGE = Math.floor((PAGE.high - 2 * PAGE.edge) / LINE) - 2;

/** A line that begins so is set bold. */
export const BOLD = "\u{1}";
const CONTINUED = "    ";

/**
 * Lines of text as a PDF, the same lines always as the same bytes: PDF 1.4 with Courier, which every reader has, in the letters of Windows-1252.
 * `foot`: what stands below each page.
 */
export function textPdf(lines: readonly string[], foot: string): Uint8Array {
  const whole = lines.flatMap(brokenLines);
  const pages = Array.from({ length: Math.max(1, Math.ceil(whole.length / PER_PAGE)) }, (_, n) =>
    whole.slice(n * PER_PAGE, (n + 1) * PER_PAGE),
  );
  return pdfFile(
    pages.map((page, n) => contentOf(page, `${foot}   ${n + 1} / ${pages.length}`)),
    PAGE,
    ["Courier", "Courier-Bold"],
  );
}

/** Lines as wide as the page has room; what goes on stands further in. */
function brokenLines(line: string): readonly string[] {
  const [mark, text] = line.startsWith(BOLD) ? [BOLD, line.slice(1)] : ["", line];
  const broken: string[] = [];
  let rest = text;
  while (rest.length > PER_LINE) {
    const at = Math.max(rest.lastIndexOf(" ", PER_LINE), PER_LINE / 2);
    broken.push(mark + rest.slice(0, at).trimEnd());
    rest = CONTINUED + rest.slice(at).trimStart();
  }
  return [...broken, mark + rest];
}

function contentOf(lines: readonly string[], foot: string): string {
  const shown = lines.map((line) => {
    const isBold = line.startsWith(BOLD);
    return `/F${isBold ? 2 : 1} ${LETTERS} Tf (${pdfString(isBold ? line.slice(1) : line)}) Tj T*`;
  });
  return [
    "BT",
    `${LINE} TL`,
    `${PAGE.edge} ${PAGE.high - PAGE.edge - LETTERS} Td`,
    ...shown,
    "ET",
    `BT /F1 ${LETTERS} Tf ${PAGE.edge} ${PAGE.edge} Td (${pdfString(foot.slice(0, PER_LINE))}) Tj ET`,
  ].join("\n");
}
