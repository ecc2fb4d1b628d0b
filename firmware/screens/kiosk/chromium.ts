import type { ScreenName } from "./places.ts";

/** Debian's Chromium itself: the script `/usr/bin/chromium` reads what others may add. */
export const CHROMIUM = "/usr/lib/chromium/chromium";

/** By this name the compositor knows the window of a page. */
export const appIdOf = (name: ScreenName): string => `tirada-${name}`;

/** What a page on a screen of this machine must not do or say. */
const OFF = [
  "SpareRendererForSitePerProcess",
  "Translate",
  "TranslateUI",
  "MediaRouter",
  "OptimizationHints",
  "AutofillServerCommunication",
  "InterestFeedContentSuggestions",
  "CertificateTransparencyComponentUpdater",
  "DialMediaRouteProvider",
  "GlobalMediaControls",
];

/**
 * The arguments of the browser of one page. Its sandbox is on. The program that starts it speaks to it over the pipe of descriptors 3 and
 * 4; no port is opened. `folder`: for its profile, new for each start. `isSoftware`: this machine has no graphics that draw.
 */
export function browserArguments(options: {
  readonly name: ScreenName;
  readonly folder: string;
  readonly isSoftware: boolean;
}): readonly string[] {
  const { name, folder, isSoftware } = options;
  return [
    "--kiosk",
    "--remote-debugging-pipe",
    `--user-data-dir=${folder}`,
    `--class=${appIdOf(name)}`,
    "--ozone-platform=wayland",
    ...(isSoftware ? ["--disable-gpu"] : []),
    // Nothing is asked of a person.
    "--no-first-run",
    "--no-default-browser-check",
    "--noerrdialogs",
    "--hide-crash-restore-bubble",
    "--disable-infobars",
    "--disable-prompt-on-repost",
    "--password-store=basic",
    "--deny-permission-prompts",
    // Nothing is asked of a network, and nothing goes on behind the page.
    "--no-proxy-server",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-domain-reliability",
    "--disable-breakpad",
    "--disable-extensions",
    "--disable-default-apps",
    "--disable-quic",
    "--no-pings",
    `--disable-features=${OFF.join(",")}`,
    // Fingers press keys, and neither move the page nor make it larger.
    "--disable-pinch",
    "--overscroll-history-navigation=0",
    "--disable-notifications",
    "--disable-speech-api",
    "--mute-audio",
    "--lang=es",
    // A page that nobody looks at for a moment goes on.
    "--disable-renderer-backgrounding",
    "--disable-backgrounding-occluded-windows",
    "--disk-cache-size=1",
    // What it would say of a missing session is no trouble of a screen.
    "--log-level=3",
    // Before its page has drawn it is dark, and not white in a room without daylight.
    "--force-dark-mode",
    "about:blank",
  ];
}

/**
 * The environment of a browser: nothing of a session, of a desktop or of other programs. `runtime`: folder with the compositor's socket;
 * `folder`: for whatever it writes.
 */
export const browserEnvironment = (
  runtime: string,
  wayland: string,
  folder: string,
): Record<string, string> => ({
  HOME: folder,
  LANG: "C.UTF-8",
  PATH: "/usr/bin:/bin",
  XDG_RUNTIME_DIR: runtime,
  XDG_CONFIG_HOME: folder,
  XDG_CACHE_HOME: folder,
  TMPDIR: folder,
  WAYLAND_DISPLAY: wayland,
  // There is no bus: nobody is asked for passwords, notifications or power.
  DBUS_SESSION_BUS_ADDRESS: "disabled:",
  DBUS_SYSTEM_BUS_ADDRESS: "disabled:",
});
