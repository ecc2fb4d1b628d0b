import { appIdOf } from "./chromium.ts";
import type { ScreensConfig } from "./config.ts";
import { SCREENS, type Places, type ScreenName } from "./places.ts";

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
export function swayConfig({ control }: ScreensConfig): string {
  const assigned = SCREENS.flatMap((name) => [
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
    `input type:keyboard events ${control.keyboard ? "enabled" : "disabled"}`,
    "seat * hide_cursor 3000",
    ...assigned,
  ].join("\n")}\n`;
}

/** Where each page's output lies, pixels: apart, so that none moves when the other is turned, comes or goes. */
const LEFT_OF: Readonly<Record<ScreenName, number>> = { display: 0, control: 16_384, statistics: 32_768 };

/**
 * Commands that put each page on its output, in this order: turned as the configuration says, in sight, and fingers and mouse on the page
 * that has keys. The display alone has nothing to press.
 */
export function placeCommands(places: Places, config: ScreensConfig): readonly string[] {
  const shown = SCREENS.flatMap((name) => {
    const output = places[name];
    return output === null ? [] : [{ name, output }];
  });
  const isPressed = places.control !== null;
  return [
    ...shown.map(
      ({ name, output }) =>
        `output ${output} enable transform ${config[name].rotate} position ${LEFT_OF[name]} 0`,
    ),
    // A place that nobody looks at and that is empty is lost: each is made where it stays.
    ...shown.flatMap(({ name, output }) => [
      `focus output ${output}`,
      `workspace ${name}`,
      `move workspace to output ${output}`,
    ]),
    ...["touch", "pointer", "touchpad", "tablet_tool"].map(
      (type) => `input type:${type} events ${isPressed ? "enabled" : "disabled"}`,
    ),
    ...(places.control === null
      ? []
      : ["touch", "pointer", "tablet_tool"].map(
          (type) => `input type:${type} map_to_output ${places.control}`,
        )),
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
