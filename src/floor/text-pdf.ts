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
  const first = 5;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${pages.map((_, n) => `${first + 2 * n} 0 R`).join(" ")}] /Count ${pages.length} >>`,
    ...["Courier", "Courier-Bold"].map(
      (name) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`,
    ),
    ...pages.flatMap((page, n) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.wide} ${PAGE.high}] /Contents ${first + 2 * n + 1} 0 R ` +
        "/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>",
      streamOf(contentOf(page, `${foot}   ${n + 1} / ${pages.length}`)),
    ]),
  ];
  return fileOf(objects);
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
    return `/F${isBold ? 2 : 1} ${LETTERS} Tf (${escaped(isBold ? line.slice(1) : line)}) Tj T*`;
  });
  return [
    "BT",
    `${LINE} TL`,
    `${PAGE.edge} ${PAGE.high - PAGE.edge - LETTERS} Td`,
    ...shown,
    "ET",
    `BT /F1 ${LETTERS} Tf ${PAGE.edge} ${PAGE.edge} Td (${escaped(foot.slice(0, PER_LINE))}) Tj ET`,
  ].join("\n");
}

const streamOf = (content: string): string => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;

/** Letters of Windows-1252 that Unicode has elsewhere, of those that our texts have. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "€": "\u{80}",
  "…": "\u{85}",
  "‘": "\u{91}",
  "’": "\u{92}",
  "“": "\u{93}",
  "”": "\u{94}",
  "–": "\u{96}",
  "—": "\u{97}",
  "→": ">",
  "−": "-",
};

/** One byte a letter, with what a string of PDF escapes. */
const escaped = (text: string): string =>
  text
    .replace(/[^\x20-\x7e\xa0-\xff]/gu, (letter) => ELSEWHERE[letter] ?? "?")
    .replace(/[\\()]/g, (letter) => `\\${letter}`);

/** Objects, where each of them begins, and where that is said. */
function fileOf(objects: readonly string[]): Uint8Array {
  let text = "%PDF-1.4\n%\xe2\xe3\xcf\xd3\n";
  const begins = objects.map((object, n) => {
    const at = text.length;
    text += `${n + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const rows = begins.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  const count = objects.length + 1;
  const end = text.length;
  text += `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${end}\n%%EOF\n`;
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
