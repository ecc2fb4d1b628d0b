import type { ScreenName } from "./places.ts";

/** Ways out of a page, and what fingers do beside pressing: none of it happens. */
const GUARD = `(() => {
  const never = (event) => event.preventDefault();
  for (const type of ["contextmenu", "dragstart", "drop", "selectstart"]) addEventListener(type, never, true);
  addEventListener("wheel", (event) => event.ctrlKey && never(event), { capture: true, passive: false });
  addEventListener("keydown", (event) => (event.ctrlKey || event.altKey || event.metaKey || /^F\\d/.test(event.key)) && never(event), true);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
})()`;

const STYLES: Readonly<Record<ScreenName, string>> = {
  // The display has nothing to point at.
  display: "* { cursor: none !important; user-select: none; }",
  control: "* { user-select: none; } input { user-select: text; }",
};

/** The script that runs before those of the page, on this machine's own screens alone. */
export const guardScript = (name: ScreenName): string => GUARD.replace("STYLE", JSON.stringify(STYLES[name]));

/** Answers where the page is, once it has drawn: a page that hangs, or whose drawing hangs, gives no answer. */
export const DRAWS = "new Promise((done) => requestAnimationFrame(() => done(location.href)))";
