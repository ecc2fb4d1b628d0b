import { pathOfScreen, type ShownScreen } from "../../table/config/compositions.ts";
import type { ScreensConfig } from "./config.ts";

/** The pages that are shown without being asked for, each on an output of its own, in this order. */
const USUAL = ["display", "control", "statistics"] as const;
/** One of the pages on this machine's monitors: `display`, `control`, `statistics`, `monitor-DP-2`. */
export type ScreenName = string;

/** A page on a monitor of this machine. */
export interface ScreenPage {
  readonly name: ScreenName;
  /** What of the table it shows, an address on its server. */
  readonly path: string;
  /** The output that it was given; undefined: the next that is free. */
  readonly output: string | undefined;
  readonly rotate: 0 | 90 | 180 | 270;
  /** Fingers press keys on it. */
  readonly isPressed: boolean;
}

/** Every page that the configuration has, the usual ones first. */
export function pagesOf(config: ScreensConfig): readonly ScreenPage[] {
  const { span } = config.statistics;
  const paths: Readonly<Record<(typeof USUAL)[number], string>> = {
    display: pathOfScreen({ screen: "display" }),
    control: "/control",
    statistics: pathOfScreen({ screen: "statistics", ...(span === undefined ? {} : { span }) }),
  };
  return [
    ...USUAL.map((name) => ({
      name,
      path: paths[name],
      output: config[name].output,
      rotate: config[name].rotate,
      isPressed: name === "control",
    })),
    ...Object.entries(config.monitors).map(([output, { show, rotate, ...asked }]) => ({
      name: `monitor-${output}`,
      // A composition is served as a screen of its name.
      path: pathOfScreen({ ...asked, screen: show as ShownScreen }),
      output,
      rotate,
      isPressed: false,
    })),
  ];
}

/** The output of each page that is shown. */
export type Places = Readonly<Partial<Record<ScreenName, string>>>;

/**
 * Which output shows which page. `outputs`: names of those on which a monitor is. An output that the configuration names shows its page
 * and nothing else; the display has the first of the others by name, the control page the next, and statistics the one after. One output
 * alone shows the display.
 */
export function placesOf(outputs: readonly string[], config: ScreensConfig): Places {
  const pages = pagesOf(config);
  const kept = pages.flatMap(({ output }) => output ?? []);
  const free = outputs.toSorted(byName);
  const places: Partial<Record<ScreenName, string>> = {};
  for (const { name, output } of pages) {
    const isThere = output !== undefined && free.includes(output);
    // A display that is named wrongly is better anywhere than nowhere; what else was given an output is on no other one.
    if (output !== undefined && !isThere && name !== "display") continue;
    const found = isThere ? output : free.find((one) => !kept.includes(one));
    if (found === undefined) continue;
    free.splice(free.indexOf(found), 1);
    places[name] = found;
  }
  return places;
}

/** `HDMI-A-2` before `HDMI-A-10`. */
function byName(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}
