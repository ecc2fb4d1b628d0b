/** How large the cards of a cloth are drawn, in how many columns, and where the words beside them stand. */
import { CARD_RATIO } from "../playing-card.ts";

/** Cards of the house are drawn so much larger than those of the seats. */
const HOUSE_LARGER = 1.2;
/** Cards lie at most so far apart, and cover each other at most so much that rank and suit stay to be read. */
const WIDEST = 1.07;
const TIGHTEST = 0.44;
/** Width of name, count and result in one line, in sizes of the words; with second languages below the name, it needs more. */
const ONE_LINE = 12.5;
const ONE_LINE_WITH_OTHERS = 24;
/** Words keep so much of their box's width free: nothing touches its frame. */
const FREE = 0.06;
/** Room for the words beside a row of cards, in units. */
const BESIDE = 27;

/** `beside`: name and result stand left and right of the cards, not above and below; `oneLine`: both stand above them. */
export type Group = {
  boxes: HTMLElement[];
  counts: number[];
  larger: number;
  hasFoot: boolean;
  hasOthers: boolean;
  columns: number;
  beside: boolean;
  oneLine: boolean;
};
export type Cloth = { u: number; width: number; height: number; gap: number };

/** Size of the words at a hand whose cards are so high, in pixels. */
const wordSize = (high: number, u: number, hands: number) =>
  Math.min(Math.max(0.17 * high, 2.1 * u), (hands <= 3 ? 5.4 : 3.6) * u);

function boxHeight(group: Group, high: number, { u, gap }: Cloth) {
  if (group.beside) return high * group.larger + 2.4 * u + gap;
  const words = wordSize(high * group.larger, u, group.boxes.length);
  const head = group.hasOthers ? Math.max(1.75 * words, 1.2 * words + 2.1 * u) : 1.75 * words;
  const foot = group.hasFoot && !group.oneLine ? 1.85 * words : 0;
  return high * group.larger + head + foot + 2.4 * u + gap;
}

/** Whether name, count and result have room in one line. */
const hasOneLine = (group: Group, high: number, cloth: Cloth) =>
  boxWidth(group, cloth) >=
  (group.hasOthers ? ONE_LINE_WITH_OTHERS : ONE_LINE) *
    wordSize(high * group.larger, cloth.u, group.boxes.length);

const boxWidth = (group: Group, { width, gap, u }: Cloth) =>
  (width - gap * (group.columns - 1)) / group.columns -
  2.4 * u -
  (group.beside ? (group.hasFoot ? 2 : 1) * BESIDE * u : 0);

/**
 * How far apart the cards lie, in widths of a card.
 * @param wide of the box
 * @param card width
 */
const stepOf = (cards: number, wide: number, card: number) =>
  cards < 2 ? WIDEST : Math.min(WIDEST, (wide / card - 1) / (cards - 1));

/** The same in the hand of a group that has the most cards. */
const tightestStep = (group: Group, high: number, cloth: Cloth) =>
  stepOf(Math.max(...group.counts), boxWidth(group, cloth), high * group.larger * CARD_RATIO);

/** Largest height of the cards with which all groups fit, and how good that looks. */
function largestCards(groups: Group[], cloth: Cloth) {
  let [low, high] = [0, cloth.height];
  for (let iteration = 0; iteration < 20; iteration++) {
    const half = (low + high) / 2;
    const tall = groups.reduce(
      (sum, group) => sum + Math.ceil(group.boxes.length / group.columns) * boxHeight(group, half, cloth),
      -cloth.gap,
    );
    const fits = groups.every(
      (group) =>
        tightestStep(group, half, cloth) >= TIGHTEST &&
        boxWidth(group, cloth) >= half * group.larger * CARD_RATIO &&
        (!group.oneLine || hasOneLine(group, half, cloth)),
    );
    if (fits && tall <= cloth.height) low = half;
    else high = half;
  }
  const tight = Math.min(...groups.map((group) => tightestStep(group, low, cloth)));
  // Cards that cover each other read worse, and a row that is not full looks torn.
  const torn = groups.some(({ boxes, columns }) => boxes.length % columns !== 0);
  return { high: low, worth: low * (0.35 + 0.65 * Math.min(1, tight)) * (torn ? 0.88 : 1) };
}

function groupOf(felt: HTMLElement, name: string, larger: number): Group | null {
  const row = felt.querySelector(`.felt-row.${name}`);
  if (row === null) return null;
  const boxes = [...row.children].filter((box) => box instanceof HTMLElement);
  const counts = boxes.map((box) => Number(box.dataset["cards"]));
  return {
    boxes,
    counts,
    larger,
    hasFoot: row.querySelector(".hand-foot") !== null,
    hasOthers: row.querySelector(".hand-name .others") !== null,
    columns: 1,
    beside: false,
    oneLine: false,
  };
}

/** Every way to set a group in columns. */
function columnLayoutsOf(group: Group): Group[] {
  // The two rows of treinta y cuarenta are rows.
  if (group.boxes.some((box) => box.dataset["hand"]?.startsWith("row-")))
    return [group, { ...group, beside: true }];
  const columns = group.boxes.map((_, at) => ({ ...group, columns: at + 1 }));
  return group.hasFoot ? [...columns, ...columns.map((one) => ({ ...one, oneLine: true }))] : columns;
}

/** Sizes the cards of a cloth that is in the page. */
export function layFelt(felt: HTMLElement) {
  const style = getComputedStyle(felt);
  const u = Number.parseFloat(style.fontSize);
  const across = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
  const down = Number.parseFloat(style.paddingTop) + Number.parseFloat(style.paddingBottom);
  const cloth = { u, width: felt.clientWidth - across, height: felt.clientHeight - down, gap: 1.2 * u };
  const house = groupOf(felt, "house", 1);
  const seats = groupOf(felt, "seats", 1);
  if (house !== null && seats !== null) house.larger = HOUSE_LARGER;
  const all = [house, seats].filter((group) => group !== null);
  if (all.length === 0 || cloth.height <= 0) return;
  const tries = all
    .map(columnLayoutsOf)
    .reduce((sets: Group[][], group) => sets.flatMap((set) => group.map((one) => [...set, one])), [[]])
    .map((groups) => ({ groups, ...largestCards(groups, cloth) }));
  const best = tries.reduce((one, other) => (other.worth > one.worth + 0.01 ? other : one));
  for (const group of best.groups) layGroup(group, best.high, cloth);
  shrinkWords(felt);
}

function layGroup(group: Group, high: number, cloth: Cloth) {
  const tall = high * group.larger;
  const wide = boxWidth(group, cloth);
  for (const box of group.boxes) {
    const cards = box.querySelectorAll(".playing-card").length;
    box.parentElement?.style.setProperty("--columns", String(group.columns));
    box.classList.toggle("beside", group.beside);
    box.classList.toggle("one-line", group.oneLine);
    box.style.setProperty("--h", `${tall.toFixed(2)}px`);
    box.style.setProperty("--words", `${wordSize(tall, cloth.u, group.boxes.length).toFixed(2)}px`);
    box.style.setProperty("--step", stepOf(cards, wide, tall * CARD_RATIO).toFixed(4));
  }
}

/** How wide words are, as they are drawn. */
function widthOf({ firstElementChild: first, lastElementChild: last }: HTMLElement) {
  if (first === null || last === null) return 0;
  return last.getBoundingClientRect().right - first.getBoundingClientRect().left;
}

/** Long words become smaller until their line fits its box. */
function shrinkWords(felt: HTMLElement) {
  for (const box of felt.querySelectorAll<HTMLElement>(".hand")) {
    const parts = [...box.querySelectorAll<HTMLElement>(":scope > .hand-head, :scope > .hand-foot")];
    // Where head and foot stand in one line they share the width of the box; else each has its own.
    if (box.classList.contains("one-line")) shrinkLine(box, parts, contentWidth(box));
    else for (const part of parts) shrinkLine(box, [part], part.clientWidth);
  }
}

function shrinkLine(box: HTMLElement, parts: readonly HTMLElement[], width: number) {
  for (const size of [1, 0.92, 0.84, 0.76, 0.68, 0.6, 0.52]) {
    for (const part of parts) part.style.setProperty("--shrink", String(size));
    const gaps = (parts.length - 1) * (Number.parseFloat(getComputedStyle(box).columnGap) || 0);
    const words = parts.reduce((sum, part) => sum + widthOf(part), gaps);
    const isTooTall = box.scrollHeight > box.clientHeight + 1;
    const isTooWide =
      words > width * (1 - FREE) || parts.some((part) => part.scrollWidth > part.clientWidth + 1);
    if (!isTooWide && !isTooTall) break;
  }
}

function contentWidth(box: HTMLElement) {
  const { paddingLeft, paddingRight } = getComputedStyle(box);
  return box.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
}
