import { describe, expect, it } from "vitest";
import { problemText } from "../../../src/rules/yaml.ts";
import type { WallMs } from "../../../src/time/instant.ts";
import { parseConfig } from "./config.ts";
import { contrastOf, contrastText, houseColours, LOOKS, lowContrasts, OUR_PALETTES } from "./house-colours.ts";
import type { HouseConfig } from "./house-config.ts";
import { daysOf, openingAt, overlapOf } from "./house-hours.ts";

const HEAD = `format: 4
table:
  name: Mesa 7
  log: tirada.example/casino-1/table-07
  rulebook: cl/ruleta-francesa
wheel:
  device: cammegh-ss2
  path: /dev/serial/by-id/usb-FTDI_0-port0
storage:
  folder: var/table-07
display:
  house:
`;
const COLOURS = `background: "#0b1520", text: "#f4efe2", accent: "#d9b36a"`;

const read = (...lines: readonly string[]) =>
  parseConfig(`${HEAD}${lines.map((line) => `    ${line}\n`).join("")}`, "table.yaml");

function house(...lines: readonly string[]): HouseConfig {
  const reading = read(...lines);
  if (!reading.ok) throw new Error(reading.problems.map(problemText).join("\n"));
  if (reading.config.display.house === undefined) throw new Error("no house");
  return reading.config.display.house;
}

function problems(...lines: readonly string[]): string[] {
  const reading = read(...lines);
  return reading.ok ? [] : reading.problems.map(problemText);
}

describe("the section of a house", () => {
  it("may say everything, and need say nothing but one thing", () => {
    expect(house("name: 賭場 🎰")).toEqual({ name: "賭場 🎰", font: "sans", look: "dark", colours: {} });
    expect(
      house(
        "name: Casino del Puerto",
        "logo: puerto/logo.png",
        "font: serif",
        "look: light",
        `colours: { dark: { ${COLOURS}, felt: "#0d4a34", muted: "#b4bac0", panel: "#13202c" } }`,
        "closed: { picture: puerto/closed.jpg, video: puerto/sea.mp4 }",
        "idle: { minutes: 5, picture: puerto/hall.webp }",
        "limits:",
        "  currency: EUR",
        "  table: { minimum: 2.5, maximum: 5000 }",
        "  suertes: { pleno: { minimum: 2.5, maximum: 100 }, rojo: { maximum: 2000 } }",
        "rules: [foreign-object-in-cylinder]",
        "hours: [{ days: mon-thu, from: 18:00, to: 04:00 }, { days: 'fri, sat', from: 18:00, to: 06:00 }]",
      ).limits?.suertes,
    ).toEqual({ pleno: { minimum: 2.5, maximum: 100 }, rojo: { maximum: 2000 } });
  });

  it("takes names of any script, and refuses one that is too long or hides something", () => {
    for (const name of ["كازينو الميناء", "海港賭場", "Καζίνο", "🎰🎲", "x".repeat(60)])
      expect(house(`name: ${name}`).name).toBe(name);
    expect(problems(`name: ${"Casino ".repeat(29)}`)).toEqual([
      "table.yaml:13:11: display.house.name: is too long: it has at most 60 characters",
    ]);
    expect(problems(`name: "Casino\\u202Etadap"`)[0]).toMatch(
      /^table\.yaml:13:11: display\.house\.name: is no name/,
    );
  });

  it.each([
    ["../secret.png", "house-path"],
    ["/etc/shadow", "house-path"],
    ["puerto/../../key.png", "house-path"],
    ["puerto//logo.png", "house-path"],
    ["./logo.png", "house-path"],
    ["puerto\\logo.png", "house-path"],
  ])("names no file outside of the configuration's folder: %s", (path) => {
    for (const line of [
      `logo: '${path}'`,
      `closed: { picture: '${path}' }`,
      `idle: { minutes: 5, video: '${path}' }`,
    ])
      expect(problems(line)).toEqual([
        expect.stringMatching(
          /^table\.yaml:13:\d+: display\.house\.\S+: must name a file in the folder of this configuration/,
        ),
      ]);
  });

  it("knows every key, and no program", () => {
    for (const line of [
      "command: /bin/sh",
      "closed: { command: play }",
      "colours: { dark: { red: '#ff0000' } }",
    ])
      expect(problems(line).some((one) => /^table\.yaml:13:\d+: .*(?:unknown key|missing key)/.test(one))).toBe(
        true,
      );
  });
});

describe("colours", () => {
  it("that can't be read are refused with both figures", () => {
    const [low, ...more] = problems(
      `colours: { dark: { background: "#0b1520", text: "#4a5560", accent: "#d9b36a" } }`,
    );
    expect(low).toBe(
      "table.yaml:13:53: display.house.colours.dark.text: with background it has a contrast of 2.4 : 1; wanted 4.5 : 1 (WCAG 2.2 AA)",
    );
    expect(more).toEqual([]);
  });

  it("of a light ground under the dark look, on which a warning can't be read, are refused too", () => {
    expect(
      problems(`colours: { dark: { background: "#f4f4f4", text: "#101010", accent: "#703000" } }`)[0],
    ).toMatch(/colours\.dark\.background: with ok #58c98b it has a contrast of 1\.\d : 1; wanted 4\.5 : 1/);
  });

  it("are none without six digits", () => {
    for (const said of ["red", "'#fff'", "'#12345g'", "'rgb(1, 2, 3)'", "'#ffffff;'"])
      expect(
        problems(`colours: { dark: { background: ${said}, text: "#f4efe2", accent: "#d9b36a" } }`),
      ).toHaveLength(1);
  });

  it("of our own can be read in both looks, and those that follow on every ground", () => {
    for (const look of LOOKS) {
      expect(lowContrasts(OUR_PALETTES[look], look)).toEqual([]);
      const colours = houseColours(OUR_PALETTES[look], look);
      expect(contrastOf(colours["felt-ink"], colours.felt)).toBeGreaterThan(4.5);
      expect(contrastOf(colours["felt-text"], colours["felt-inset"])).toBeGreaterThan(4.5);
    }
    // Known pairs (WCAG's own example values): black on white, and the grey that just fails.
    expect([
      contrastText(contrastOf("#000000", "#ffffff")),
      contrastText(contrastOf("#777777", "#ffffff")),
    ]).toEqual(["21.0", "4.4"]);
  });
});

describe("limits", () => {
  const limits = (...lines: readonly string[]) => problems("limits:", ...lines.map((line) => `  ${line}`));

  it.each([
    ["currency: EURO", "limits.currency: must be a currency"],
    [
      "currency: EUR\n      table: { minimum: 10, maximum: 5 }",
      "limits.table.minimum: the minimum 10 is above the maximum 5",
    ],
    ["currency: EUR\n      table: {}", "limits.table: says neither minimum nor maximum"],
    ["currency: EUR\n      table: { minimum: 0 }", "limits.table.minimum: must be more than 0"],
    ["currency: EUR\n      table: { minimum: 0.001 }", "limits.table.minimum: must be an amount"],
    [
      "currency: EUR\n      table: { minimum: 5 }\n      suertes: { pleno: { minimum: 1 } }",
      "limits.suertes.pleno.minimum: 1 is below the minimum of the table, 5",
    ],
    [
      "currency: EUR\n      table: { minimum: 5 }\n      suertes: { pleno: { minimum: -0.001 } }",
      "limits.suertes.pleno.minimum: must be more than 0$",
    ],
    [
      "currency: EUR\n      band: { minimum: 2, maximum: 500 }\n      table: { minimum: 1, maximum: 500 }",
      "limits.table.minimum: 1 is below the authorised band, which begins at 2",
    ],
    [
      "currency: EUR\n      table: { maximum: 500 }\n      suertes: { pleno: { maximum: 1000 } }",
      "limits.suertes.pleno.maximum: 1000 is above the maximum of the table, 500",
    ],
  ])("%s is refused with file, line and key", (lines, why) => {
    expect(limits(lines)).toEqual([
      expect.stringMatching(new RegExp(`^table\\.yaml:\\d+:\\d+: display\\.house\\.${why}`)),
    ]);
  });
});

describe("opening hours", () => {
  const at = (iso: string): WallMs => Date.parse(iso) as WallMs;
  const NIGHTS = [
    { days: "mon-thu", from: "18:00", to: "04:00" },
    { days: "fri, sat", from: "18:00", to: "06:00" },
    { days: "sun", from: "16:00", to: "02:00" },
  ];

  it("name days one by one and from one to another, over the end of the week too", () => {
    expect(daysOf("fri-mon")).toEqual([4, 5, 6, 0]);
    expect(daysOf("sat")).toEqual([5]);
    for (const wrong of ["", "monday", "mon-", "mon-wed, tue", "mon-tue-wed"]) expect(daysOf(wrong)).toBeNull();
  });

  it("that overlap are refused with both entries and the moment", () => {
    expect(overlapOf(NIGHTS)).toBeNull();
    const hours = "hours: [{ days: sat, from: 18:00, to: 06:00 }, { days: sun, from: 05:00, to: 12:00 }]";
    expect(problems(hours)).toEqual([
      expect.stringMatching(
        /^table\.yaml:13:\d+: display\.house\.hours\.1: overlaps hours\.0: on sun at 05:00 the house would be open twice$/,
      ),
    ]);
    // Sunday's night reaches into Monday, over the end of the week.
    expect(
      overlapOf([
        { days: "mon", from: "00:00", to: "03:00" },
        { days: "sun", from: "22:00", to: "02:00" },
      ]),
    ).toEqual({ at: 1, other: 0, day: "mon", hour: "00:00" });
    expect(problems("hours: [{ days: mon, from: 24:00, to: 04:00 }]")).toHaveLength(1);
  });

  it("say when the house opens next, in its own zone", () => {
    // 2026-11-29 is a Sunday. In Santiago it is three hours earlier than in UTC.
    expect(openingAt(NIGHTS, "America/Santiago", at("2026-11-29T18:30:00Z"))).toEqual({
      isOpen: false,
      next: { hour: "16:00", day: "sun", inDays: 0 },
    });
    expect(openingAt(NIGHTS, "Europe/Madrid", at("2026-11-29T18:30:00Z"))).toEqual({
      isOpen: true,
      next: { hour: "18:00", day: "mon", inDays: 1 },
    });
    expect(openingAt(NIGHTS, "Europe/Madrid", at("2026-11-29T02:30:00Z"))?.isOpen).toBe(true);
    const once = [{ days: "wed", from: "20:00", to: "20:00" }];
    expect(openingAt(once, "UTC", at("2026-12-02T20:00:00Z"))).toEqual({
      isOpen: true,
      next: { hour: "20:00", day: "wed", inDays: 7 },
    });
    expect(openingAt([], "UTC", at("2026-12-02T20:00:00Z"))).toBeNull();
  });
});
