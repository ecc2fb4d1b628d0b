import { LANGUAGES, type Language } from "../../src/text/language.ts";
import { textsOf } from "../../src/text/text-of.ts";
import { EXIT } from "../problem.ts";
import type { LastWords } from "../net/last-words.ts";
import type { Dress } from "./dress.ts";

/** How the table's service ended, as the service manager tells the service that it starts on failure (systemd.exec(5), MONITOR_…). */
export interface ServiceEnd {
  /** `exit-code`, `signal`, `watchdog`, `start-limit-hit` …; null: not told. */
  readonly result: string | null;
  /** An exit status, or the name of a signal; null: not told. */
  readonly status: string | null;
}

/** Why the table is out of order. */
export interface OutOfOrder {
  readonly end: ServiceEnd;
  /** What the table said last; null: nothing. */
  readonly words: LastWords | null;
  /** The table's service, for the commands that the page names. */
  readonly service: string;
  /** Its configuration. */
  readonly config: string;
  /** How the house shows itself; null: plainly. */
  readonly dress: Dress | null;
}

const TEXTS = textsOf("safe-page");
/** The browser asks again after so many seconds, and finds the table when it is back. */
const AGAIN_S = 5;
type Remedy = keyof typeof TEXTS.remedies;
const REMEDIES: Readonly<Partial<Record<number, Remedy>>> = {
  [EXIT.usage]: "usage",
  [EXIT.device]: "device",
  [EXIT.storage]: "storage",
  [EXIT.display]: "display",
  7: "release",
};

/** The exit status, where the table ended by itself. */
export function exitStatusOf({ end, words }: Pick<OutOfOrder, "end" | "words">): number | null {
  if (words !== null) return words.status;
  return /^\d{1,3}$/.test(end.status ?? "") ? Number(end.status) : null;
}

/** The signal that ended it; null: none did. */
const signalOf = ({ end }: OutOfOrder): string | null =>
  end.status !== null && /^[A-Z]{2,10}$/.test(end.status) ? end.status : null;

function remedyOf(why: OutOfOrder): Remedy {
  return REMEDIES[exitStatusOf(why) ?? EXIT.internal] ?? "other";
}

function reasonIn(language: Language, why: OutOfOrder): string {
  const { words, end } = why;
  if (words !== null)
    return TEXTS.ended[language].replace("{status}", String(words.status)).replace("{at}", words.at);
  const signal = signalOf(why);
  if (end.result === "watchdog") return TEXTS.hung[language];
  return signal === null ? TEXTS.unknown[language] : TEXTS.killed[language].replace("{status}", signal);
}

/**
 * What players read in the place of the table's display: nothing of what happened, and no more of the house than its name and colours. No
 * script, nothing from elsewhere.
 */
export function playersPage(dress: Dress | null): string {
  const words = LANGUAGES.map(
    (language) =>
      `<section lang="${language}"><h1>${escaped(TEXTS.title[language])}</h1><p>${escaped(TEXTS.players[language])}</p></section>`,
  );
  const name = dress?.name == null ? "" : `<p class="house"><bdi>${escaped(dress.name)}</bdi></p>\n`;
  return page(`<main>${name}${words.join("\n")}</main>`, playersStyle(dress ?? PLAIN));
}

/** What people of the house read on their tablet, with what to do: no script, nothing from elsewhere. */
export function safePage(why: OutOfOrder): string {
  const { words, service, config } = why;
  const parts = LANGUAGES.map(
    (language) => `<section lang="${language}">
<h1>${escaped(TEXTS.title[language])}</h1>
<p>${escaped(TEXTS.lead[language])}</p>
<p><b>${escaped(TEXTS.why[language])}:</b> ${escaped(reasonIn(language, why))}</p>
<p><b>${escaped(TEXTS["what-to-do"][language])}:</b> ${escaped(TEXTS.remedies[remedyOf(why)][language])}</p>
<p class="small">${escaped(TEXTS.again[language])}</p>
</section>`,
  );
  const commands = [
    `systemctl status ${service}`,
    `journalctl -u ${service} -n 50`,
    `tirada doctor --config ${config}`,
  ];
  return page(
    `<main>${parts.join("\n")}</main>
<footer>${words === null ? "" : `<pre>${escaped(words.why)}</pre>`}<pre>${commands.map(escaped).join("\n")}</pre></footer>`,
    STYLE,
  );
}

const page = (body: string, style: string): string => `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta http-equiv="refresh" content="${AGAIN_S}">
<meta name="viewport" content="width=device-width"><title>${escaped(TEXTS.title.es)}</title>
<style>${style}</style></head><body>
${body}
</body></html>
`;

/** What a monitor reads at `/health`. */
export function safeHealth(why: OutOfOrder): object {
  const { end, words } = why;
  return {
    ok: false,
    safePage: true,
    why: words?.why ?? TEXTS.unknown.en,
    status: exitStatusOf(why),
    result: end.result,
    remedy: remedyOf(why),
  };
}

/** Of a house that says nothing of itself. */
const PLAIN: Dress = { name: null, ground: "#14110d", text: "#f2ead9", accent: "#f2ead9", warn: "#ffb454" };
/** Read at five metres: the first language in 134 px at 1920 by 1080, the others below it. */
const playersStyle = ({
  ground,
  text,
  accent,
  warn,
}: Dress): string => `body{margin:0;min-height:100vh;display:flex;flex-direction:column;justify-content:center;gap:3vh;background:${ground};color:${text};text-align:center;font-family:"DejaVu Sans",sans-serif}
main{display:contents}h1,p{margin:0;line-height:1.2;overflow-wrap:anywhere}h1{color:${warn};font-size:2.6vw}p{font-size:2vw}.house{color:${accent};font-size:3vw}
section:first-of-type{margin-bottom:4vh}section:first-of-type h1{font-size:7vw}section:first-of-type p{font-size:4.4vw}
@media(orientation:portrait){h1{font-size:4vw}p{font-size:3.4vw}}`;
const STYLE = `body{margin:0;background:#14110d;color:#f2ead9;font:1.25rem/1.45 "DejaVu Sans",sans-serif}
main{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(22rem,100%),1fr));gap:1px;background:#4a4030}
section{background:#14110d;padding:1.2rem 1.6rem}h1{margin:0;font-size:1.7rem;color:#ffb454}
p{margin:.6rem 0}.small{font-size:1rem;color:#b9ad97}
footer{padding:1rem 1.6rem}pre{white-space:pre-wrap;font-size:1rem;margin:.4rem 0;color:#d7ccb6}`;

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
