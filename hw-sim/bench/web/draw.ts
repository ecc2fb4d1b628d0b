/** What all drawings of the bench share: paper in real pixels, colours, colours of pockets. */

/** As in base.css; a canvas cannot ask for them cheaply sixty times a second. */
export const COLOURS = {
  ground: "#0a0c0e",
  panel: "#13171b",
  grid: "#232a31",
  line: "#4a545e",
  ivory: "#f6f1e6",
  muted: "#b4bac0",
  brass: "#d9b36a",
  red: "#b9142c",
  black: "#16181b",
  green: "#0b7540",
  ball: "#ffd27a",
  reader: "#7fe0a8",
  rotor: "#8fb7ff",
  rim: "#ff9f6b",
  cover: "#c9a7ff",
  sensed: "#4fe3ff",
  warn: "#ffb938",
  alarm: "#ff7a6b",
  ok: "#58c98b",
};

const RED = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36].map(String));
/** A disc's cells by their name: as many colours as names, in the order in which they come. */
const DISC = ["#2f5fa8", "#a86a1f", "#6d3fa0", "#1f7f72", "#a5335f", "#6f7a1f", "#8a4a2a", "#3d6f8f"];

/** @returns a colour for each place of the ring */
export function ringColours(kind: string, ring: readonly string[]): string[] {
  const names = [...new Set(ring)];
  return ring.map((name) => {
    if (kind === "disc") return DISC[names.indexOf(name) % DISC.length] ?? COLOURS.line;
    if (kind === "bowl") return name === "5" ? "#a88a1c" : "2479".includes(name) ? COLOURS.red : COLOURS.black;
    return /^0+$/.test(name) ? COLOURS.green : RED.has(name) ? COLOURS.red : COLOURS.black;
  });
}

/** What draws on a canvas. */
function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const found = canvas.getContext("2d");
  if (found === null) throw new Error("this browser does not draw");
  return found;
}

/** A canvas in the screen's own pixels. Its size is only looked up when it changes. */
export function createPaper(canvas: HTMLCanvasElement) {
  const g = contextOf(canvas);
  const family = getComputedStyle(document.documentElement).getPropertyValue("--sans");
  const paper = {
    width: 0,
    height: 0,
    scale: 1,
    font: (px: number, weight = 500) => `${weight} ${px}px ${family}`,
    clear: () => {
      g.setTransform(paper.scale, 0, 0, paper.scale, 0, 0);
      g.clearRect(0, 0, paper.width, paper.height);
      g.lineWidth = 1.5;
      return g;
    },
  };
  new ResizeObserver(([entry]) => {
    if (entry === undefined) return;
    paper.width = entry.contentRect.width;
    paper.height = entry.contentRect.height;
    paper.scale = devicePixelRatio;
    canvas.width = Math.round(paper.width * paper.scale);
    canvas.height = Math.round(paper.height * paper.scale);
  }).observe(canvas);
  return paper;
}

const FULL = Math.PI * 2;

/** Canvas angle of a place in turns clockwise from the top. */
export const radians = (turns: number) => turns * FULL - Math.PI / 2;

/** Place on the canvas, from the axle. */
export const pointAt = (turns: number, radius: number): [number, number] => [
  Math.cos(radians(turns)) * radius,
  Math.sin(radians(turns)) * radius,
];

export function drawCircle(
  g: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  fill: string | CanvasGradient | null,
  stroke?: string,
) {
  g.beginPath();
  g.arc(x, y, Math.max(0, radius), 0, FULL);
  if (fill !== null) {
    g.fillStyle = fill;
    g.fill();
  }
  if (stroke !== undefined) {
    g.strokeStyle = stroke;
    g.stroke();
  }
}

/** Text with its middle at `x`, `y`. */
export function writeCentred(
  g: CanvasRenderingContext2D,
  text: string,
  [x, y]: readonly [number, number],
  font: string,
  colour: string,
) {
  g.font = font;
  g.fillStyle = colour;
  g.textAlign = "center";
  g.textBaseline = "middle";
  g.fillText(text, x, y);
}

/**
 * A ring as its sensors see it: the walls between its places from one radius to another, a circle at the first radius, and the
 * names at `labels`. Over the true picture only the first name is drawn, which is enough to show where the two differ.
 */
export function drawSensedRing(
  g: CanvasRenderingContext2D,
  names: readonly string[],
  angleOf: (place: number) => number,
  { from, to, labels, font }: { from: number; to: number; labels: number; font: string },
  isAlone: boolean,
) {
  g.strokeStyle = COLOURS.sensed;
  g.lineWidth = 1;
  g.beginPath();
  for (let place = 0; place < names.length; place++) {
    g.moveTo(...pointAt(angleOf(place + 0.5), from));
    g.lineTo(...pointAt(angleOf(place + 0.5), to));
  }
  g.stroke();
  drawCircle(g, 0, 0, from, null, COLOURS.sensed);
  for (const [place, name] of names.slice(0, isAlone ? names.length : 1).entries())
    writeCentred(g, name, pointAt(angleOf(place), labels), font, COLOURS.sensed);
}

/** The ring of names drawn once, first place upwards, to be turned as a picture. */
export function drawRingPicture(
  ring: readonly string[],
  colours: readonly string[],
  how: {
    size: number;
    scale: number;
    outer: number;
    inner: number;
    font: (px: number, weight?: number) => string;
  },
) {
  const { size, scale, outer, inner, font } = how;
  const picture = document.createElement("canvas");
  picture.width = picture.height = Math.ceil(size * scale);
  const g = contextOf(picture);
  g.scale(scale, scale);
  g.translate(size / 2, size / 2);
  const step = FULL / ring.length;
  ring.forEach((name, i) => {
    const middle = radians(i / ring.length);
    g.beginPath();
    g.arc(0, 0, outer, middle - step / 2, middle + step / 2);
    g.arc(0, 0, inner, middle + step / 2, middle - step / 2, true);
    g.closePath();
    g.fillStyle = colours[i] ?? COLOURS.line;
    g.fill();
    g.strokeStyle = "#c8a45c";
    g.lineWidth = 0.8;
    g.stroke();
    g.save();
    g.rotate(middle + Math.PI / 2);
    g.translate(0, -outer + (outer - inner) * 0.3);
    const room = step * outer * 0.82;
    const px = Math.max(6, Math.min((outer - inner) * 0.42, room, 18));
    g.font = font(px, 700);
    if (g.measureText(name).width > room * 1.4) g.rotate(-Math.PI / 2);
    writeCentred(g, name, [0, 0], font(px, 700), COLOURS.ivory);
    g.restore();
  });
  return picture;
}
