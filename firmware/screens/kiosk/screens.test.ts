import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { after, monoUs, US_PER_S, type MonoUs } from "../../../src/time/instant.ts";
import { browserArguments, browserEnvironment } from "./chromium.ts";
import { drawsInSoftware } from "./compositor.ts";
import { MONITORS_MAX, readScreensConfig, USUAL_SCREENS, type ScreensConfig } from "./config.ts";
import { isPage } from "./page.ts";
import { pagesOf, placesOf } from "./places.ts";
import { outputsIn, placeCommands, swayConfig } from "./sway.ts";
import { AGAIN_MOST, AGAIN_WITHIN_US, HUNG_US, pageState, Restarts, START_US } from "./watch.ts";

const config = (text: string): ScreensConfig => {
  const path = join(temporaryFolder(), "screens.yaml");
  writeFileSync(path, text);
  return readScreensConfig(path);
};

describe("the configuration", () => {
  it("is as usual without a file, in an empty one, and where it says nothing", () => {
    const usual = {
      port: 8470,
      display: { rotate: 0 },
      control: { rotate: 0, keyboard: false },
      statistics: { rotate: 0 },
      monitors: {},
    };
    expect(readScreensConfig("/nowhere/screens.yaml")).toEqual(usual);
    expect(config("")).toEqual(usual);
    expect(config("display: {}\n")).toEqual(usual);
  });

  it.each([
    ["display: { ouput: DP-1 }", /screens\.yaml.*1.*unknown key "ouput".*output/],
    ["display: { rotate: 45 }", /display\.rotate/],
    ["display: { output: 'DP-1; exec sh' }", /must be the name of an output/],
    ["display: { output: DP-1 }\ncontrol: { output: DP-1 }", /another output than that of the display/],
    ["port: 0", /port/],
    ["statistics: { span: week }", /statistics\.span/],
    [
      "display: { output: DP-1 }\nstatistics: { output: DP-1 }",
      /another output than those of display and control/,
    ],
    ["display: [", /screens\.yaml/],
    ["monitors: { DP-2: { show: Board } }", /yaml:1:.*monitors\.DP-2\.show.*name of a composition/],
    ["monitors: { 'DP-2; exec': { show: board } }", /name of an output/],
    ["monitors: { DP-2: { rotate: 90 } }", /"show"/],
    ["monitors: { DP-2: { show: board, span: 20 } }", /monitors\.DP-2\.span.*statistics/],
    ["monitors: { DP-2: { show: seat } }", /monitors\.DP-2\.show.*seat/],
    ["monitors: { DP-2: { show: control } }", /control\.output/],
    ["control: { output: DP-2 }\nmonitors: { DP-2: { show: board } }", /monitors\.DP-2.*that of control/],
    [
      `monitors: {${Array.from({ length: MONITORS_MAX + 1 }, (_, at) => `DP-${at}: { show: board }`).join(", ")}}`,
      /monitors.*at most 8/,
    ],
  ])("refuses %j", (text, why) => {
    expect(() => config(text)).toThrow(why);
  });
});

describe("outputs", () => {
  const two = ["HDMI-A-2", "HDMI-A-1"];

  it.each([
    ["", [], null, null],
    ["", ["DP-3"], "DP-3", null],
    ["", two, "HDMI-A-1", "HDMI-A-2"],
    ["", ["HDMI-A-10", "HDMI-A-9", "HDMI-A-11"], "HDMI-A-9", "HDMI-A-10"],
    ["display: { output: HDMI-A-2 }", two, "HDMI-A-2", "HDMI-A-1"],
    ["control: { output: HDMI-A-1 }", two, "HDMI-A-2", "HDMI-A-1"],
    // What was given an output keeps it, and shows nothing elsewhere.
    ["control: { output: HDMI-A-1 }", ["HDMI-A-1"], null, "HDMI-A-1"],
    ["control: { output: HDMI-A-1 }", ["DP-1", "DP-2"], "DP-1", null],
    // A display that the configuration names wrongly is better anywhere than nowhere.
    ["display: { output: DP-9 }", ["DP-1"], "DP-1", null],
    ["display: { output: HDMI-A-2 }", ["HDMI-A-1"], "HDMI-A-1", null],
  ])("with %j, of %j the display has %s and the control page %s", (text, outputs, display, control) => {
    const places = placesOf(outputs, config(text));
    expect([places["display"] ?? null, places["control"] ?? null]).toEqual([display, control]);
  });

  it.each([
    ["", two, null],
    ["", ["DP-1", "DP-2", "DP-3"], "DP-3"],
    ["statistics: { output: DP-1 }", ["DP-1", "DP-2"], "DP-1"],
    ["statistics: { output: DP-9 }", ["DP-1", "DP-2", "DP-3"], null],
    ["statistics: { output: DP-1 }\ncontrol: { output: DP-2 }", ["DP-1", "DP-2", "DP-3"], "DP-1"],
  ])("with %j, of %j statistics have %s", (text, outputs, statistics) => {
    expect(placesOf(outputs, config(text))["statistics"] ?? null).toBe(statistics);
  });

  it("show what the configuration says of further monitors, and nothing else", () => {
    const more = config(
      "monitors: { HDMI-A-1: { show: totem, rotate: 90 }, DP-4: { show: statistics, span: 20 }, DP-5: { show: display } }",
    );
    expect(placesOf(["HDMI-A-1", "HDMI-A-2", "DP-5", "DP-7"], more)).toEqual({
      display: "DP-7",
      control: "HDMI-A-2",
      "monitor-HDMI-A-1": "HDMI-A-1",
      "monitor-DP-5": "DP-5",
    });
    expect(placesOf(["HDMI-A-1"], more)).toEqual({ "monitor-HDMI-A-1": "HDMI-A-1" });
    const pages = Object.fromEntries(pagesOf(more).map(({ name, path, rotate }) => [name, [path, rotate]]));
    expect(pages).toMatchObject({
      "monitor-HDMI-A-1": ["/screen/totem", 90],
      "monitor-DP-4": ["/screen/statistics?span=20", 0],
      "monitor-DP-5": ["/", 0],
    });
    expect(swayConfig(more)).toContain('assign [app_id="^tirada-monitor-DP-4$"] workspace monitor-DP-4');
  });

  it("are read from the compositor's answer, whatever else it says", () => {
    expect(outputsIn([{ name: "DP-1", active: true }, { name: 7 }, null, "DP-2"])).toEqual(["DP-1"]);
    expect(outputsIn({ error: "no" })).toEqual([]);
  });
});

describe("the compositor's words", () => {
  it("have no key, no program, no bar and no window of another one", () => {
    const text = swayConfig(USUAL_SCREENS);
    expect(text).not.toMatch(/^\s*(?:bindsym|bindcode|bindswitch|bindgesture|exec|exec_always|bar|include)\b/m);
    expect(text).toContain("input type:keyboard events disabled");
    expect(text).toContain("xkb_options srvrkeys:none");
    expect(text).toContain('assign [app_id="^tirada-display$"] workspace display');
    expect(text).toContain('assign [app_id="^tirada-control$"] workspace control');
    expect(swayConfig(config("control: { keyboard: true }"))).toContain("input type:keyboard events enabled");
  });

  it("turn an output, and give fingers and mouse to the page with keys alone", () => {
    const turned = config("display: { rotate: 90 }");
    const both = placeCommands({ display: "DP-1", control: "DP-2" }, turned);
    expect(both.slice(0, 2)).toEqual([
      "output DP-1 enable transform 90 position 0 0",
      "output DP-2 enable transform 0 position 16384 0",
    ]);
    expect(both).toContain("input type:touch map_to_output DP-2");
    expect(both).toContain("input type:pointer events enabled");
    // Its own output is looked at before a place is made there.
    expect(both.indexOf("focus output DP-2")).toBe(both.indexOf("workspace control") - 1);
    const alone = placeCommands({ display: "DP-1" }, turned);
    expect(alone).toContain("input type:pointer events disabled");
    expect(alone).toContain("input type:touch events disabled");
    expect(alone.join()).not.toMatch(/control|map_to_output/);
  });
});

describe("the browser", () => {
  const args = browserArguments({ name: "display", folder: "/run/x/profile", isSoftware: true });

  it("keeps its sandbox, opens no port, keeps its profile in memory, and shows nothing of its own", () => {
    expect(args.join(" ")).not.toMatch(/sandbox|remote-debugging-port|remote-allow|headless|incognito/);
    for (const one of [
      "--kiosk",
      "--remote-debugging-pipe",
      "--user-data-dir=/run/x/profile",
      "--class=tirada-display",
      "--ozone-platform=wayland",
      "--disable-gpu",
      "--hide-crash-restore-bubble",
      "--password-store=basic",
      "--disable-pinch",
      "--force-dark-mode",
      "--overscroll-history-navigation=0",
    ])
      expect(args).toContain(one);
    expect(args.find((one) => one.startsWith("--disable-features="))).toMatch(/\bTranslate\b/);
    expect(browserArguments({ name: "control", folder: "/f", isSoftware: false })).not.toContain(
      "--disable-gpu",
    );
    expect(new Set(args).size).toBe(args.length);
  });

  it("has nothing of the service's environment, and writes below one folder", () => {
    const own = browserEnvironment("/run/x", "wayland-1", "/run/x/profile");
    expect(Object.keys(own).filter((name) => /NOTIFY|SWAY|NODE/.test(name))).toEqual([]);
    for (const name of ["HOME", "TMPDIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"])
      expect(own[name]).toBe("/run/x/profile");
  });

  it("is told by its policies to go nowhere but to this machine", () => {
    const path = new URL("../../delivery/packaging/kiosk/policies.json", import.meta.url);
    const policies = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
    expect(policies["URLBlocklist"]).toEqual(expect.arrayContaining(["*", "chrome://*", "file://*"]));
    expect(policies["URLAllowlist"]).toEqual(["http://127.0.0.1", "data:*", "about:blank"]);
    expect(policies).toMatchObject({
      TranslateEnabled: false,
      PasswordManagerEnabled: false,
      DownloadRestrictions: 3,
      ExtensionInstallBlocklist: ["*"],
      IncognitoModeAvailability: 1,
    });
    // Without these its own program could not ask whether the page draws.
    expect(policies["DeveloperToolsAvailability"]).toBeUndefined();
    expect(policies["RemoteDebuggingAllowed"]).toBeUndefined();
  });

  it.each([
    ["http://127.0.0.1:8470/", true],
    ["http://127.0.0.1:8470/?x=1#y", true],
    ["http://127.0.0.1:8470/control", false],
    ["http://127.0.0.1:8471/", false],
    ["chrome-error://chromewebdata/", false],
    ["about:blank", false],
    ["undefined", false],
  ])("at %s is where the display belongs: %s", (at, belongs) => {
    expect(isPage(at, "http://127.0.0.1:8470/")).toBe(belongs);
  });

  it("draws in software where the kernel has no graphics that draw", () => {
    const folder = temporaryFolder();
    expect(drawsInSoftware(join(folder, "none"))).toBe(true);
    writeFileSync(join(folder, "card0"), "");
    expect(drawsInSoftware(folder)).toBe(true);
    writeFileSync(join(folder, "renderD128"), "");
    expect(drawsInSoftware(folder)).toBe(false);
  });
});

describe("a page", () => {
  const start = monoUs(50 * US_PER_S);
  const at = (spanUs: number): MonoUs => after(start, spanUs);
  const signs = (drewAt: MonoUs | null, hasEnded = false) => ({ startedAt: start, drewAt, hasEnded });

  it.each([
    ["has a minute to draw first", signs(null), at(START_US), "starting"],
    ["hangs when it does not", signs(null), at(START_US + 1), "hung"],
    ["that draws is well", signs(start), at(HUNG_US / 2), "well"],
    ["is quiet for a moment", signs(start), at(HUNG_US / 2 + 1), "quiet"],
    ["is quiet until it hangs", signs(start), at(HUNG_US), "quiet"],
    ["hangs", signs(start), at(HUNG_US + 1), "hung"],
    ["that crashed has ended, however lately it drew", signs(start, true), start, "ended"],
  ] as const)("%s", (_name, given, now, state) => {
    expect(pageState(given, now)).toBe(state);
  });

  it("that is started anew too often within a time is more than a browser's trouble", () => {
    const restarts = new Restarts();
    const often = Array.from({ length: AGAIN_MOST + 1 }, (_, nth) => restarts.add(at(nth * US_PER_S)));
    expect(often).toEqual([...Array.from({ length: AGAIN_MOST }, () => false), true]);
    const rare = new Restarts();
    for (let nth = 0; nth < 20; nth++) expect(rare.add(at((nth * AGAIN_WITHIN_US) / AGAIN_MOST))).toBe(false);
  });
});
