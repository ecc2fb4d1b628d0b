import { grid, html, Html, type Part } from "../../../src/booklet/html.ts";

/** What a link of a manual becomes: where it leads in the dossier, or null where it is said in words alone. */
export type Resolve = (href: string) => string | null;

/** A manual as it was written: headings, paragraphs, lists, tables, code, pictures, links. */
export interface Markdown {
  readonly title: string;
  readonly html: Html;
}

/** Renders a manual of the project. Of Markdown it knows what the manuals use. */
export function renderMarkdown(text: string, resolve: Resolve): Markdown {
  const lines = text.replaceAll(/<!--[\s\S]*?-->\n?/g, "").split("\n");
  const title =
    lines
      .find((line) => line.startsWith("# "))
      ?.slice(2)
      .trim() ?? "";
  return { title: plainOf(title), html: html`${blocksOf(lines, new Slugs(), resolve)}` };
}

/** The rows of the table whose head begins with this cell; none: there is no such table. */
export function tableOf(text: string, first: string): readonly (readonly string[])[] {
  const lines = text.split("\n");
  const at = lines.findIndex((line) => isRow(line) && cellsOf(line)[0] === first);
  if (at < 0) return [];
  const end = lines.findIndex((line, index) => index > at && !isRow(line));
  return lines.slice(at + 2, end < 0 ? undefined : end).map(cellsOf);
}

/** The words of a text without its marks. */
export const plainOf = (text: string): string =>
  text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*]/g, "")
    .trim();

/** Ids of headings, as GitHub makes them: a second one of a name gets a number. */
class Slugs {
  readonly #seen = new Map<string, number>();

  of(heading: string): string {
    const slug = plainOf(heading)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-");
    const before = this.#seen.get(slug) ?? 0;
    this.#seen.set(slug, before + 1);
    return before === 0 ? slug : `${slug}-${before}`;
  }
}

const FENCE = /^\s*```/;
const HEADING = /^(#{1,6}) (.+)$/;
const ITEM = /^(\s*)(?:[-*]|(\d+)\.) +(.*)$/;
const isRow = (line: string): boolean => line.trimStart().startsWith("|");
const isBlank = (line: string): boolean => line.trim() === "";
/** Spaces before the first letter. */
const depthOf = (line: string): number => line.length - line.trimStart().length;

/** Lines from `at` on for which `goes` holds. */
function takeWhile(lines: readonly string[], at: number, goes: (line: string) => boolean): readonly string[] {
  const end = lines.findIndex((line, index) => index >= at && !goes(line));
  return lines.slice(at, end < 0 ? undefined : end);
}

function blocksOf(lines: readonly string[], slugs: Slugs, resolve: Resolve): readonly Html[] {
  const blocks: Html[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? "";
    if (isBlank(line)) at += 1;
    else if (FENCE.test(line)) {
      const code = takeWhile(lines, at + 1, (one) => !FENCE.test(one));
      blocks.push(html`<pre>${withoutDepth(code, depthOf(line)).join("\n")}</pre>`);
      at += code.length + 2;
    } else if (HEADING.test(line)) {
      blocks.push(heading(line, slugs, resolve));
      at += 1;
    } else if (isRow(line)) {
      const rows = takeWhile(lines, at, isRow);
      blocks.push(table(rows, resolve));
      at += rows.length;
    } else if (ITEM.test(line)) {
      const depth = depthOf(line);
      const items = listLines(lines, at, depth);
      blocks.push(list(items, depth, slugs, resolve));
      at += items.length;
    } else {
      const text = takeWhile(lines, at, isText);
      blocks.push(html`<p>${inline(text.map((one) => one.trim()).join(" "), resolve)}</p>`);
      at += text.length;
    }
  }
  return blocks;
}

const isText = (line: string): boolean =>
  !isBlank(line) && !FENCE.test(line) && !HEADING.test(line) && !isRow(line) && !ITEM.test(line);

const withoutDepth = (lines: readonly string[], depth: number): readonly string[] =>
  lines.map((line) => line.slice(Math.min(depth, depthOf(line))));

function heading(line: string, slugs: Slugs, resolve: Resolve): Html {
  const [, marks = "#", text = ""] = HEADING.exec(line) ?? [];
  const [level, id] = [marks.length, slugs.of(text)];
  return html`${new Html(`<h${level} id="${id}">`)}${inline(text, resolve)}${new Html(`</h${level}>`)}`;
}

/** The lines of a list: its items, and what is indented below them. */
function listLines(lines: readonly string[], from: number, depth: number): readonly string[] {
  let at = from;
  let isInCode = false;
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (FENCE.test(line) && depthOf(line) > depth) isInCode = !isInCode;
    if (isInCode || depthOf(line) > depth) continue;
    const isItem = ITEM.test(line) && depthOf(line) === depth;
    const next = lines.slice(at).find((one) => !isBlank(one)) ?? "";
    const goesOn = isBlank(line) && (depthOf(next) > depth || (ITEM.test(next) && depthOf(next) === depth));
    if (!isItem && !goesOn) break;
  }
  return lines.slice(from, at);
}

function list(lines: readonly string[], depth: number, slugs: Slugs, resolve: Resolve): Html {
  const starts = lines.flatMap((line, at) => (ITEM.test(line) && depthOf(line) === depth ? [at] : []));
  const numbers = starts.map((at) => ITEM.exec(lines[at] ?? "")?.[2]);
  const items = starts.map((at, index) => {
    const [, , , first = ""] = ITEM.exec(lines[at] ?? "") ?? [];
    const rest = lines.slice(at + 1, starts[index + 1]);
    const inner = Math.min(...rest.filter((line) => !isBlank(line)).map(depthOf), 16);
    const blocks = blocksOf([first, ...withoutDepth(rest, inner)], slugs, resolve);
    return html`<li>${blocks}</li>`;
  });
  const start = numbers[0] ?? "1";
  return numbers[0] === undefined
    ? html`<ul>
        ${items}
      </ul>`
    : html`<ol start="${start}">
        ${items}
      </ol>`;
}

/** The cells of a row; a line that is escaped is no border. */
const cellsOf = (line: string): readonly string[] =>
  line
    .trim()
    .replace(/^\|/, "")
    .replace(/\|$/, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));

function table(lines: readonly string[], resolve: Resolve): Html {
  const [head = [], , ...rows] = lines.map(cellsOf);
  const cells = (row: readonly string[]): readonly Part[] => row.map((cell) => inline(cell, resolve));
  return grid(cells(head), rows.map(cells));
}

/** Code, picture, link, bold, emphasis: the first of them that comes next in a text. */
const MARK =
  /(?<code>`+)(?<typed>.+?)\k<code>|!\[(?<alt>[^\]]*)\]\((?<picture>[^)\s]+)\)|\[(?<name>(?:[^\][]|\[[^\]]*\])*)\]\((?<href>[^)\s]+)\)|\*\*(?<bold>.+?)\*\*|(?<![\p{L}\p{N}*])\*(?<soft>[^*\s](?:[^*]*[^*\s])?)\*(?![\p{L}\p{N}*])/u;

/** A run of text with its marks. */
export function inline(text: string, resolve: Resolve): Html {
  const found = MARK.exec(text);
  if (found === null) return html`${text.replaceAll(/\\([*_`|[\]])/g, "$1")}`;
  const before = text.slice(0, found.index).replaceAll(/\\([*_`|[\]])/g, "$1");
  const after = inline(text.slice(found.index + found[0].length), resolve);
  return html`${before}${marked(found.groups ?? {}, resolve)}${after}`;
}

function marked(of: Readonly<Record<string, string | undefined>>, resolve: Resolve): Html {
  if (of["typed"] !== undefined) return html`<code>${of["typed"].trim()}</code>`;
  if (of["bold"] !== undefined) return html`<b>${inline(of["bold"], resolve)}</b>`;
  if (of["soft"] !== undefined) return html`<em>${inline(of["soft"], resolve)}</em>`;
  if (of["picture"] !== undefined) {
    const source = resolve(of["picture"]);
    return source === null
      ? html`[${of["alt"] ?? ""}]`
      : html`<img src="${source}" alt="${of["alt"] ?? ""}" />`;
  }
  const { name = "", href = "" } = of;
  const to = resolve(href);
  if (to !== null) return html`<a href="${to}">${inline(name, resolve)}</a>`;
  return plainOf(name) === href
    ? inline(name, resolve)
    : html`${inline(name, resolve)} <span class="path">(${href})</span>`;
}
