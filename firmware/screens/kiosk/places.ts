import type { ScreensConfig } from "./config.ts";

/** The pages that are shown on this machine, each on an output of its own. */
export const SCREENS = ["display", "control"] as const;
export type ScreenName = (typeof SCREENS)[number];

/** The output of each page; null: it is not shown. */
export type Places = Readonly<Record<ScreenName, string | null>>;

/**
 * Which output shows which page. `outputs`: names of those on which a monitor is. An output that the configuration names shows its page
 * and nothing else; the display has the first of the others by name, and the control page the next. One output alone shows the display.
 */
export function placesOf(outputs: readonly string[], { display, control }: ScreensConfig): Places {
  const free = outputs.toSorted(byName);
  const take = (named: string | undefined, kept: string | undefined): string | null => {
    const found = named !== undefined && free.includes(named) ? named : free.find((one) => one !== kept);
    if (found === undefined) return null;
    free.splice(free.indexOf(found), 1);
    return found;
  };
  const forDisplay = take(display.output, control.output);
  // A control page that was given an output is on no other one.
  const isAway = control.output !== undefined && !free.includes(control.output);
  return { display: forDisplay, control: isAway ? null : take(control.output, undefined) };
}

/** `HDMI-A-2` before `HDMI-A-10`. */
function byName(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}
