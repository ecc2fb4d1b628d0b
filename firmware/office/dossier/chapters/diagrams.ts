import { globSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { html, type Html } from "../../../../src/booklet/html.ts";
import type { Manuals } from "../manuals.ts";
import { plainOf, tableOf } from "../markdown.ts";
import { paragraphs, type Chapter, type DossierLanguage, type Say } from "../page.ts";
import type { Sources } from "../sources.ts";
import { manualPart } from "./told.ts";

const ARCHITECTURE = "docs/architecture.md";

/** Block diagrams, drawn from the table of threads and from the imports of the sources. */
export function diagramsChapter(
  sources: Sources,
  language: DossierLanguage,
  say: Say,
  manuals: Manuals,
): Chapter {
  const text = sources.read(ARCHITECTURE);
  return {
    id: "diagrams",
    title: say("diagrams.title"),
    parts: [
      paragraphs(say("diagrams.text")),
      drawn("diagrams.threads", say("diagrams.threads"), threadsDrawing(tableOf(text, "thread"), say)),
      drawn("diagrams.rooms", say("diagrams.rooms"), roomsDrawing(roomsOf(text), sources.checkout.root)),
      manualPart(ARCHITECTURE, "diagrams", language, say, manuals),
    ],
  };
}

const drawn = (id: string, title: string, drawing: Html) => ({
  id,
  title,
  command: null,
  head: [],
  rows: [],
  drawing,
});

const BOX = { width: 330, left: 390, line: 15, gap: 14 } as const;
const MIDDLE = { x: 150, width: 180 } as const;
const LETTERS = 50;

/** A thread's box: its name, and below it what it owns, cut into lines. */
interface Box {
  readonly name: string;
  readonly lines: readonly string[];
  readonly top: number;
  readonly height: number;
}

/** The main thread with the devices before it, and every other thread beside it. */
function threadsDrawing([main = [], ...others]: readonly (readonly string[])[], say: Say): Html {
  let top = 10;
  const boxes = others.map((row): Box => {
    const box = boxOf(row, LETTERS, top);
    top += box.height + BOX.gap;
    return box;
  });
  const middle = boxOf(main, 28, 0);
  const centre = top / 2;
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    viewBox="0 0 730 ${top}"
    role="img"
    font-family="DejaVu Sans, Verdana, sans-serif"
    font-size="11"
  >
    <rect x="0" y="0" width="730" height="${top}" fill="#fff" />
    ${[say("diagrams.devices"), say("diagrams.screens")].map((name, at) => {
      const y = centre + (at - 0.5) * 90;
      return html`<path d="M 120 ${y} L ${MIDDLE.x} ${centre}" fill="none" stroke="#555" />
        <rect x="2" y="${y - 18}" width="118" height="36" fill="#f1f1f1" stroke="#111" />
        <text x="10" y="${y + 4}">${name}</text>`;
    })}
    ${boxRect({ ...middle, top: centre - middle.height / 2 }, MIDDLE.x, MIDDLE.width)}
    ${boxes.map((box) => {
      const y = box.top + box.height / 2;
      const from = MIDDLE.x + MIDDLE.width;
      return html`<path
          d="M ${from} ${centre} C ${from + 30} ${centre} ${from + 20} ${y} ${BOX.left} ${y}"
          fill="none"
          stroke="#555"
        />
        ${boxRect(box, BOX.left, BOX.width)}`;
    })}
  </svg>`;
}

/** The box of a row of the table of threads. */
function boxOf([thread = "", owns = ""]: readonly string[], letters: number, top: number): Box {
  const lines = wrapped(plainOf(owns).replaceAll(/ \(decision \d+\)/g, ""), letters);
  return { name: plainOf(thread).split(" (")[0] ?? "", lines, top, height: BOX.line * (lines.length + 1) + 10 };
}

const boxRect = ({ name, lines, top, height }: Box, x: number, width: number): Html =>
  html`<rect x="${x}" y="${top}" width="${width}" height="${height}" fill="#fff" stroke="#111" />
    <text x="${x + 8}" y="${top + BOX.line}" font-weight="bold">${name}</text>
    ${lines.map((line, at) => html`<text x="${x + 8}" y="${top + BOX.line * (at + 2)}">${line}</text>`)}`;

/** A text in lines of at most so many letters. */
function wrapped(text: string, most: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length + 1 > most) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** The rooms of the house from the ground up: the floors below `firmware`, and its rooms as the page on the house lists them. */
const roomsOf = (text: string): readonly string[] => [
  "src",
  "drivers",
  ...tableOf(text, "room").map(([room = ""]) => `firmware/${plainOf(room)}`),
];

const CELL = { side: 34, left: 150, top: 110 } as const;

/** How many files of a row's room use one of the column's: everything stands below the diagonal, for rooms use only those before. */
function roomsDrawing(rooms: readonly string[], root: string): Html {
  const uses = importsBetween(rooms, root);
  const [width, height] = [CELL.left + rooms.length * CELL.side + 70, CELL.top + rooms.length * CELL.side + 10];
  const middle = CELL.side / 2;
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    viewBox="0 0 ${width} ${height}"
    role="img"
    font-family="DejaVu Sans, Verdana, sans-serif"
    font-size="11"
  >
    <rect x="0" y="0" width="${width}" height="${height}" fill="#fff" />
    ${rooms.map((row, y) => {
      const at = CELL.top + y * CELL.side;
      const x = CELL.left + y * CELL.side + middle;
      return html`<text x="4" y="${at + middle + 4}">${row}</text>
        <text transform="translate(${x + 4} ${CELL.top - 6}) rotate(-60)">${row}</text>
        ${rooms.map((column, place) => {
          const count = uses.get(`${row} ${column}`) ?? 0;
          const left = CELL.left + place * CELL.side;
          const fill = row === column ? "#bbb" : count > 0 ? "#dbe7ff" : "#fff";
          return html`<rect
              x="${left}"
              y="${at}"
              width="${CELL.side}"
              height="${CELL.side}"
              fill="${fill}"
              stroke="#999"
            />${
              row !== column && count > 0
                ? html`<text x="${left + middle}" y="${at + middle + 4}" text-anchor="middle">${count}</text>`
                : null
            }`;
        })}`;
    })}
  </svg>`;
}

/** Tests, and what makes and signs releases: no unit has them. */
const LEFT_OUT =
  /\.(?:test|test-help|fixture)\.ts$|^firmware\/(?:delivery\/(?:build|package|image)|office\/(?:authority|dossier|faults|signing))\//;

/** Files of one room that import a value or a type of another, by the names of both. */
function importsBetween(rooms: readonly string[], root: string): ReadonlyMap<string, number> {
  const roomOf = (file: string): string | undefined => rooms.find((room) => file.startsWith(`${room}/`));
  const counts = new Map<string, number>();
  const files = globSync(["src/**/*.ts", "drivers/**/*.ts", "firmware/**/*.ts"], { cwd: root });
  for (const file of files.filter((one) => !LEFT_OUT.test(one))) {
    const from = roomOf(file);
    const asked = readFileSync(join(root, file), "utf8").matchAll(/(?:from|import\()\s*"(\.{1,2}\/[^"]+)"/g);
    const used = new Set([...asked].map(([, name = ""]) => roomOf(posix.join(dirname(file), name))));
    for (const to of used) {
      if (from === undefined || to === undefined || to === from) continue;
      counts.set(`${from} ${to}`, (counts.get(`${from} ${to}`) ?? 0) + 1);
    }
  }
  return counts;
}
