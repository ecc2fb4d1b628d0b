/**
 * A page with several screens of the table, `/screen/<name of a composition>`. Each area shows the screen's own page, which has its own
 * connection: what one area cannot show is seen in that area.
 */
import type { Composition } from "../../table/config/compositions.ts";
import { byId } from "./page.ts";

/** An area whose page did not load, or the composition itself, is asked for again after so long. */
const AGAIN_MS = 2000;

const name = location.pathname.split("/").at(-1) ?? "";

/** Null: nobody answered, or there is none of that name. */
async function readComposition(): Promise<Composition | null> {
  try {
    const answer = await fetch(`/composition/${name}`);
    return answer.ok ? ((await answer.json()) as Composition) : null;
  } catch {
    return null;
  }
}

/** What stands behind this page's own address (in a preview: which view) goes on to the areas. */
const addressOf = (path: string): string =>
  location.search === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${location.search.slice(1)}`;

function frameOf({ name: area, column, row, path }: Composition["areas"][number]): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.title = area;
  frame.src = addressOf(path);
  frame.style.gridColumn = column.join(" / ");
  frame.style.gridRow = row.join(" / ");
  return frame;
}

/** Whether the browser shows its own page of an error in an area: that is of no origin that this page may look into. */
function isLost(frame: HTMLIFrameElement): boolean {
  return frame.contentDocument === null;
}

async function showAreas(): Promise<void> {
  const composition = await readComposition();
  if (composition === null) {
    setTimeout(() => void showAreas(), AGAIN_MS);
    return;
  }
  const { columns, rows, areas } = composition;
  const place = byId("areas");
  place.style.gridTemplate = `repeat(${rows}, minmax(0, 1fr)) / repeat(${columns}, minmax(0, 1fr))`;
  const frames = areas.map((area) => ({ path: area.path, frame: frameOf(area) }));
  place.replaceChildren(...frames.map(({ frame }) => frame));
  setInterval(() => {
    for (const { path, frame } of frames) if (isLost(frame)) frame.src = addressOf(path);
  }, AGAIN_MS);
}

byId("name").textContent = name;
void showAreas();
