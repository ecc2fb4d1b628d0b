/** How large the cards of a cloth are drawn, in how many columns, and where the words beside them stand. */
import { CARD_RATIO } from "../playing-card.ts";

/** Cards of the house are drawn so much larger than those of the seats. */
const HOUSE_LARGER = 1.2;
/** Cards lie at most so far apart, and cover each other at most so much that rank and suit stay to be read. */
const WIDEST = 1.07;
const TIGHTEST = 0.44;
/** Height of a line of words, in sizes of them. */
const LINE = 1.3;
/** Between words that stand beside each other, in units; frame and padding of a hand's box. */
const WORDS_GAP = 1.6;
const FRAME = 2.4;
/** Words keep so much of their box's width free: nothing touches its frame. */
const FREE = 0.04;
/** Of a box, its words beside the cards take at most so much on each side. */
const BESIDE_MOST = 0.3;
/** Cards are to be so many units high; what they are more counts less. */
const HIGH_ENOUGH = 18;
const MORE_COUNTS = 0.3;

/**
 * Where the words of a hand stand: name and count above its cards and the rest below, all in one line above them, or left and right.
 */
type Place = "around" | "above" | "beside";

/** How wide the words of a hand are at full size: name with count, the rest side by side, the widest part of the rest. */
interface Words {
  readonly head: number;
  readonly foot: number;
  readonly footPart: number;
  /** So many parts the rest has. */
  readonly footParts: number;
}

/** Hands that stand in a row of the cloth. */
interface Group {
  readonly boxes: readonly HTMLElement[];
  readonly counts: readonly number[];
  readonly larger: number;
  readonly words: readonly Words[];
}
/** A way to lay them. `isStacked`: the parts of the rest stand below each other. */
interface Laid extends Group {
  readonly columns: number;
  readonly place: Place;
  readonly isStacked: boolean;
}
/** `words`: their full size in pixels. */
interface Cloth {
  readonly u: number;
  readonly width: number;
  readonly height: number;
  readonly gap: number;
  readonly words: number;
}

const boxWidth = ({ columns }: Laid, { width, gap, u }: Cloth) =>
  (width - gap * (columns - 1)) / columns - FRAME * u;

/** Width that a hand's words ask for at full size: of the box, or on each side of the cards. */
function wordsWidth({ head, foot, footPart }: Words, { isStacked, place }: Laid, { u }: Cloth) {
  const rest = isStacked ? footPart : foot;
  return place === "above" && rest > 0 ? head + WORDS_GAP * u + rest : Math.max(head, rest);
}

/** What is left of the size of each hand's words: only those shrink that have no room. */
function shrinksOf(laid: Laid, cloth: Cloth): readonly number[] {
  const room = boxWidth(laid, cloth) * (laid.place === "beside" ? BESIDE_MOST : 1 - FREE);
  return laid.words.map((words) => Math.min(1, room / Math.max(1, wordsWidth(words, laid, cloth))));
}

/** Room beside the cards, on each side where words stand on both. */
function besideWidth(laid: Laid, cloth: Cloth) {
  const shrinks = shrinksOf(laid, cloth);
  const widths = laid.words.map((words, at) => wordsWidth(words, laid, cloth) * (shrinks[at] ?? 1));
  return Math.max(...widths) + WORDS_GAP * cloth.u;
}

const cardsWidth = (laid: Laid, cloth: Cloth) =>
  boxWidth(laid, cloth) - (laid.place === "beside" ? (hasFoot(laid) ? 2 : 1) * besideWidth(laid, cloth) : 0);

function boxHeight({ words, isStacked, ...laid }: Laid, high: number, cloth: Cloth) {
  const { place, larger } = laid;
  const line = LINE * cloth.words * Math.max(...shrinksOf({ words, isStacked, ...laid }, cloth));
  const frame = FRAME * cloth.u + cloth.gap;
  const head = words.some((one) => one.head > 0) ? 1 : 0;
  const parts = Math.max(...words.map(({ footParts }) => footParts));
  const rest = isStacked ? parts : Math.min(1, parts);
  if (place === "beside") return Math.max(high * larger, Math.max(2 * head, rest) * line) + frame;
  const count = place === "above" ? Math.max(head, rest) : head + rest;
  return high * larger + count * line + frame;
}

/**
 * How far apart the cards lie, in widths of a card.
 * @param wide of the box
 * @param card width
 */
const stepOf = (cards: number, wide: number, card: number) =>
  cards < 2 ? WIDEST : Math.min(WIDEST, (wide / card - 1) / (cards - 1));

/** The same in the hand of a group that has the most cards. */
const tightestStep = (laid: Laid, high: number, cloth: Cloth) =>
  stepOf(Math.max(...laid.counts), cardsWidth(laid, cloth), high * laid.larger * CARD_RATIO);

/** Largest height of the cards with which all groups fit, and how good that is to read. */
function largestCards(groups: readonly Laid[], cloth: Cloth) {
  let [low, high] = [0, cloth.height];
  for (let iteration = 0; iteration < 16; iteration++) {
    const half = (low + high) / 2;
    const tall = groups.reduce(
      (sum, laid) => sum + Math.ceil(laid.boxes.length / laid.columns) * boxHeight(laid, half, cloth),
      -cloth.gap,
    );
    const fits = groups.every(
      (laid) =>
        tightestStep(laid, half, cloth) >= TIGHTEST &&
        cardsWidth(laid, cloth) >= half * laid.larger * CARD_RATIO,
    );
    if (fits && tall <= cloth.height) low = half;
    else high = half;
  }
  const tight = Math.min(...groups.map((laid) => tightestStep(laid, low, cloth)));
  // Cards that cover each other read worse, and a row that is not full looks torn.
  const torn = groups.some(({ boxes, columns }) => boxes.length % columns !== 0);
  const enough = HIGH_ENOUGH * cloth.u;
  const height = low > enough ? enough + MORE_COUNTS * (low - enough) : low;
  const cards = height * (0.35 + 0.65 * Math.min(1, tight)) * (torn ? 0.88 : 1);
  const shrinks = groups.flatMap((laid) => shrinksOf(laid, cloth));
  const words = shrinks.reduce((sum, one) => sum + one, 0) / shrinks.length;
  return { high: low, worth: cards * words * Math.min(...shrinks) };
}

const hasFoot = ({ words }: Group) => words.some(({ footParts }) => footParts > 0);

/** Width of an element as wide as its words are at full size. */
const widthOf = (element: Element | null) => element?.getBoundingClientRect().width ?? 0;

function groupOf(felt: HTMLElement, name: string, larger: number, u: number): Group | null {
  const row = felt.querySelector(`.felt-row.${name}`);
  if (row === null) return null;
  const boxes = [...row.children].filter((box) => box instanceof HTMLElement);
  const widths = (box: Element, where: string) => [...box.querySelectorAll(where)].map(widthOf);
  const line = (parts: readonly number[]) => {
    const drawn = parts.filter((part) => part > 0);
    return drawn.reduce((sum, part) => sum + part, 0) + Math.max(0, drawn.length - 1) * WORDS_GAP * u;
  };
  const words = boxes.map((box): Words => {
    const foot = widths(box, ".hand-foot > *");
    return {
      head: line(widths(box, ".hand-head > *")),
      foot: line(foot),
      footPart: Math.max(0, ...foot),
      footParts: foot.filter((part) => part > 0).length,
    };
  });
  return {
    boxes,
    counts: boxes.map((box) => Number(box.dataset["cards"])),
    larger,
    words,
  };
}

/** Every way to lay a group. */
function waysToLay(group: Group): readonly Laid[] {
  // The two rows of treinta y cuarenta are rows.
  const isRows = group.boxes.some((box) => box.dataset["hand"]?.startsWith("row-"));
  const columns = isRows ? [1] : group.boxes.map((_, at) => at + 1);
  const stacked = group.words.some(({ footParts }) => footParts > 1) ? [false, true] : [false];
  return columns.flatMap((count) =>
    stacked.flatMap((isStacked) =>
      (["around", "above", "beside"] as const)
        .filter((place) => (place === "above" ? hasFoot(group) : place === "around" || count === 1))
        .map((place) => ({ ...group, columns: count, place, isStacked })),
    ),
  );
}

/** Sizes the cards of a cloth that is in the page. */
export function layFelt(felt: HTMLElement) {
  const style = getComputedStyle(felt);
  const u = Number.parseFloat(style.fontSize);
  const across = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
  const down = Number.parseFloat(style.paddingTop) + Number.parseFloat(style.paddingBottom);
  const words = Number.parseFloat(style.getPropertyValue("--words-u")) * u;
  const cloth = {
    u,
    width: felt.clientWidth - across,
    height: felt.clientHeight - down,
    gap: 1.2 * u,
    words,
  };
  felt.style.setProperty("--words", `${words.toFixed(2)}px`);
  felt.classList.add("measured");
  const seats = groupOf(felt, "seats", 1, u);
  const house = groupOf(felt, "house-hands", seats === null ? 1 : HOUSE_LARGER, u);
  felt.classList.remove("measured");
  const all = [house, seats].filter((group) => group !== null);
  if (all.length === 0 || cloth.height <= 0) return;
  const tries = all
    .map(waysToLay)
    .reduce((sets: readonly Laid[][], ways) => sets.flatMap((set) => ways.map((one) => [...set, one])), [[]])
    .map((groups) => ({ groups, ...largestCards(groups, cloth) }));
  const best = tries.reduce((one, other) => (other.worth > one.worth + 0.001 ? other : one));
  for (const laid of best.groups) layGroup(laid, best.high, cloth);
}

function layGroup(laid: Laid, high: number, cloth: Cloth) {
  const tall = high * laid.larger;
  const wide = cardsWidth(laid, cloth);
  const shrinks = shrinksOf(laid, cloth);
  for (const [at, box] of laid.boxes.entries()) {
    const cards = box.querySelectorAll(".playing-card").length;
    box.parentElement?.style.setProperty("--columns", String(laid.columns));
    for (const place of ["around", "above", "beside"]) box.classList.toggle(place, laid.place === place);
    box.classList.toggle("stacked", laid.isStacked);
    box.style.setProperty("--h", `${tall.toFixed(2)}px`);
    box.style.setProperty("--step", stepOf(cards, wide, tall * CARD_RATIO).toFixed(4));
    box.style.setProperty("--beside", `${besideWidth(laid, cloth).toFixed(2)}px`);
    // Said at the words, for tests and technicians: what is left of their size.
    for (const part of box.querySelectorAll<HTMLElement>(":scope > .hand-head, :scope > .hand-foot"))
      part.style.setProperty("--shrink", (shrinks[at] ?? 1).toFixed(4));
  }
}
