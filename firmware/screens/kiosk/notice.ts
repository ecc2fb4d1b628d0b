import { LANGUAGES } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";

const TEXTS = textsOf("screens");

/** The address of a page that says that the table is starting: it stands in the address itself, and asks nobody for anything. */
export function startingAddress(): string {
  const lines = LANGUAGES.map(
    (language, at) =>
      `<p lang="${language}"${at === 0 ? ' class="first"' : ""}>${TEXTS.starting[language]}</p>`,
  );
  const page = `<!doctype html><html lang="es"><meta charset="utf-8"><title>tirada</title><style>${STYLE}</style><main>${lines.join("")}</main></html>`;
  return `data:text/html;charset=utf-8,${encodeURIComponent(page)}`;
}

const STYLE = `html,body{height:100%;margin:0;background:#0a0c0e;color:#b4bac0;cursor:none;font:3vmin "DejaVu Sans",sans-serif}
main{height:100%;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:2vmin;text-align:center}
p{margin:0}.first{color:#f6f1e6;font-size:6vmin}`;
