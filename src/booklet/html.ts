/** HTML that is safe to be put into a page. Everything else is escaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
export type Part = Html | string | number | null | readonly Part[];

/** Template of a page: its parts are escaped, unless they are HTML made by this template. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const put = (part: Part): string => {
    if (part === null) return "";
    if (part instanceof Html) return part.text;
    if (typeof part === "object") return part.map(put).join("");
    return String(part).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  };
  return new Html(strings.reduce((page, text, at) => `${page}${put(parts[at - 1] ?? null)}${text}`));
}
