import { appIdOf } from "./chromium.ts";
import type { ScreensConfig } from "./config.ts";
import { pagesOf, type Places } from "./places.ts";

/** Debian's compositor. */
export const SWAY = "/usr/bin/sway";
/**
 * It draws every window itself: version 1.7 keeps for all outputs together whether one is handed a window's picture as it is, and beside
 * an output that is turned another one stands still.
 */
export const SWAY_OPTIONS = ["-D", "noscanout"];

/**
 * The compositor's configuration: no key, no bar, no other program; each page's window on a place of its own. What depends on the
 * monitors comes later, by `placeCommands`.
 */
export function swayConfig(config: ScreensConfig): string {
  const assigned = pagesOf(config).flatMap(({ name }) => [
    `assign [app_id="^${appIdOf(name)}$"] workspace ${name}`,
    `for_window [app_id="^${appIdOf(name)}$"] border none, fullscreen enable, inhibit_idle open`,
  ]);
  return `${[
    "xwayland disable",
    "swaybg_command -",
    "default_border none",
    "default_floating_border none",
    "focus_follows_mouse no",
    "mouse_warping none",
    "focus_on_window_activation none",
    "workspace_auto_back_and_forth no",
    // Neither keys that lead to another console nor, unless a keyboard is wanted, keys at all.
    "input type:keyboard xkb_options srvrkeys:none",
    `input type:keyboard events ${config.control.keyboard ? "enabled" : "disabled"}`,
    "seat * hide_cursor 3000",
    ...assigned,
  ].join("\n")}\n`;
}

/** So far from each other the pages' outputs lie, pixels: none moves when another is turned, comes or goes. */
const APART = 16_384;

/**
 * Commands that put each page on its output, in this order: turned as the configuration says, in sight, and fingers and mouse on the page
 * that has keys. The display alone has nothing to press.
 */
export function placeCommands(places: Places, config: ScreensConfig): readonly string[] {
  const shown = pagesOf(config).flatMap(({ name, rotate, isPressed: hasKeys }, at) => {
    const output = places[name];
    return output === undefined ? [] : [{ name, output, rotate, hasKeys, left: at * APART }];
  });
  const pressed = shown.find(({ hasKeys }) => hasKeys)?.output;
  return [
    ...shown.map(
      ({ output, rotate, left }) => `output ${output} enable transform ${rotate} position ${left} 0`,
    ),
    // A place that nobody looks at and that is empty is lost: each is made where it stays.
    ...shown.flatMap(({ name, output }) => [
      `focus output ${output}`,
      `workspace ${name}`,
      `move workspace to output ${output}`,
    ]),
    ...["touch", "pointer", "touchpad", "tablet_tool"].map(
      (type) => `input type:${type} events ${pressed === undefined ? "disabled" : "enabled"}`,
    ),
    ...(pressed === undefined
      ? []
      : ["touch", "pointer", "tablet_tool"].map((type) => `input type:${type} map_to_output ${pressed}`)),
    // What has been moved away is in sight again; the page with keys has the keyboard.
    ...shown.map(({ name }) => `workspace ${name}`),
  ];
}

/** Names of the outputs with a monitor, of the compositor's answer to `get_outputs`. */
export function outputsIn(answer: unknown): readonly string[] {
  if (!Array.isArray(answer)) return [];
  return answer.flatMap((one: unknown) =>
    typeof one === "object" && one !== null && "name" in one && typeof one.name === "string" ? [one.name] : [],
  );
}
