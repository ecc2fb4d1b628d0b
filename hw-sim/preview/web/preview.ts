/**
 * The preview: every page of a table in every state, language and size that is chosen above, each in a frame of the real page. A frame
 * loads when it comes into sight, and is emptied when it has left: hundreds of pages at once are more than a browser bears.
 */
import { h, type JSX } from "preact";
import { byId, drawInto } from "../../../firmware/screens/pages/page.ts";
import type { PreviewContents } from "../contents.ts";

/** Monitors, turned monitors, tablets and phones as they stand at tables. */
const SIZES = [
  { name: "1920 × 1080", width: 1920, height: 1080 },
  { name: "1080 × 1920", width: 1080, height: 1920 },
  { name: "1280 × 800", width: 1280, height: 800 },
  { name: "1024 × 768", width: 1024, height: 768 },
  { name: "1920 × 360", width: 1920, height: 360 },
  { name: "390 × 844", width: 390, height: 844 },
] as const;
type Size = (typeof SIZES)[number];
/** How wide a frame is drawn, and how high at the most, px. */
const DRAWN = { width: 480, height: 480 };

const chosen = {
  screens: new Set(["display"]),
  languages: new Set<string>(),
  sizes: new Set<string>([SIZES[0].name]),
  isMarked: true,
};
let contents: PreviewContents | null = null;

const inSight = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries)
      if (target instanceof HTMLIFrameElement)
        target.src = isIntersecting ? (target.dataset["address"] ?? "about:blank") : "about:blank";
  },
  { rootMargin: "50% 0px" },
);

function choice(legend: string, all: readonly string[], of: Set<string>): JSX.Element {
  const box = (name: string): JSX.Element =>
    h(
      "label",
      null,
      h("input", {
        type: "checkbox",
        name: `${legend} ${name}`,
        checked: of.has(name),
        onChange: () => {
          if (!of.delete(name)) of.add(name);
          drawPage();
        },
      }),
      name,
    );
  return h("fieldset", null, h("legend", null, legend), ...all.map(box));
}

function drawPage(): void {
  if (contents === null) return;
  const { table, rulebook, screens, languages, states } = contents;
  drawInto(
    byId("head"),
    h("h1", null, `Preview · ${table} · ${rulebook}`),
    choice(
      "pages",
      screens.map(({ name }) => name),
      chosen.screens,
    ),
    choice("languages", languages, chosen.languages),
    choice(
      "sizes",
      SIZES.map(({ name }) => name),
      chosen.sizes,
    ),
    h(
      "label",
      null,
      h("input", {
        type: "checkbox",
        name: "mark",
        checked: chosen.isMarked,
        onChange: () => {
          chosen.isMarked = !chosen.isMarked;
          drawPage();
        },
      }),
      "marked as a test",
    ),
  );
  const frames = screens
    .filter(({ name }) => chosen.screens.has(name))
    .flatMap((screen) =>
      SIZES.filter(({ name }) => chosen.sizes.has(name)).flatMap((size) =>
        languages
          .filter((language) => chosen.languages.has(language))
          .flatMap((language) => states.map((state) => frameOf(screen, size, language, state))),
      ),
    );
  inSight.disconnect();
  drawInto(byId("frames"), ...frames);
  for (const frame of document.querySelectorAll("iframe")) inSight.observe(frame);
}

function frameOf(
  { name, path }: PreviewContents["screens"][number],
  { name: size, width, height }: Size,
  language: string,
  state: string,
): JSX.Element {
  const asked = `state=${state}&lang=${language}${chosen.isMarked ? "" : "&mark=no"}`;
  const code = name === "phone" ? (contents?.codes[state] ?? "") : "";
  const address = `${path}${path.includes("?") ? "&" : "?"}${asked}${code}`;
  const scale = Math.min(DRAWN.width / width, DRAWN.height / height);
  return h(
    "figure",
    null,
    h(
      "figcaption",
      null,
      h("a", { href: address, target: "_blank" }, `${name} · ${state} · ${language} · ${size}`),
    ),
    h(
      "div",
      { class: "frame", style: { width: `${width * scale}px`, height: `${height * scale}px` } },
      h("iframe", {
        title: `${name}, ${state}, ${language}, ${size}`,
        "data-address": address,
        style: { width: `${width}px`, height: `${height}px`, transform: `scale(${scale})` },
      }),
    ),
  );
}

const socket = new WebSocket(
  `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/preview/socket`,
);
socket.addEventListener("message", ({ data }: MessageEvent<string>) => {
  contents = JSON.parse(data) as PreviewContents;
  const [first] = contents.languages;
  if (first !== undefined) chosen.languages.add(first);
  drawPage();
});
