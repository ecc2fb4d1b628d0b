/** How large a page is, in points. */
export interface Paper {
  readonly wide: number;
  readonly high: number;
}

/**
 * A file of PDF 1.4, the same pages always as the same bytes. `pages`: what each page draws, in the operators of PDF; `fonts`: of those that
 * every reader has, which the pages call F1, F2 and so on, in the letters of Windows-1252.
 */
export function pdfFile(pages: readonly string[], { wide, high }: Paper, fonts: readonly string[]): Uint8Array {
  const firstFont = 3;
  const first = firstFont + fonts.length;
  const named = fonts.map((_, n) => `/F${n + 1} ${firstFont + n} 0 R`).join(" ");
  return fileOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${pages.map((_, n) => `${first + 2 * n} 0 R`).join(" ")}] /Count ${pages.length} >>`,
    ...fonts.map((name) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`),
    ...pages.flatMap((page, n) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${wide} ${high}] /Contents ${first + 2 * n + 1} 0 R ` +
        `/Resources << /Font << ${named} >> >> >>`,
      streamOf(page),
    ]),
  ]);
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

/** A string of a page's operators: one byte a letter, with what PDF escapes. */
export const pdfString = (text: string): string =>
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
