import type { ScreensConfig } from "./config.ts";

/** The pages that are shown on this machine, each on an output of its own. */
export const SCREENS = ["display", "control", "statistics"] as const;
export type ScreenName = (typeof SCREENS)[number];

/** The output of each page; null: it is not shown. */
export type Places = Readonly<Record<ScreenName, string | null>>;

/**
 * Which output shows which page. `outputs`: names of those on which a monitor is. An output that the configuration names shows its page
 * and nothing else; the display has the first of the others by name, the control page the next, and statistics the one after. One output
 * alone shows the display.
 */
export function placesOf(outputs: readonly string[], config: ScreensConfig): Places {
  const { display, control, statistics } = config;
  const kept = SCREENS.flatMap((name) => config[name].output ?? []);
  const free = outputs.toSorted(byName);
  const take = (named: string | undefined, isElsewhereToo: boolean): string | null => {
    const isThere = named !== undefined && free.includes(named);
    if (named !== undefined && !isThere && !isElsewhereToo) return null;
    const found = isThere ? named : free.find((one) => !kept.includes(one));
    if (found === undefined) return null;
    free.splice(free.indexOf(found), 1);
    return found;
  };
  // A display that is named wrongly is better anywhere than nowhere; what else was given an output is on no other one.
  const forDisplay = take(display.output, true);
  return {
    display: forDisplay,
    control: take(control.output, false),
    statistics: take(statistics.output, false),
  };
}

/** `HDMI-A-2` before `HDMI-A-10`. */
function byName(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}
