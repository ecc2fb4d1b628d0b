import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SHARED_MODULES } from "../../firmware/screens/server/page-modules.ts";
import {
  familyDefects,
  importsOf,
  pageDefects,
  readRooms,
  roomOf,
  wallDefects,
  writeFaces,
  type Import,
  type Room,
} from "./walls.ts";

/**
 * The arrows of the house: src ← drivers ← firmware ← laboratory. The laboratory is the part of hw-sim that plays whole tables
 * (people, simulator, bench, demonstrations, their commands); nobody imports it but the program's own start. What builds, signs and
 * describes releases is on no table, and imports nothing of it either. The models of devices in hw-sim, their lines and boards may use src and the port types of drivers, never a
 * decoder. Each third-party I/O library is imported in exactly one file.
 * Rooms are entered by their faces (`walls.ts`). (Tests speak from outside and may import anything.)
 *
 * `TIRADA_FACES=write npx vitest run test/conformance/imports.test.ts` writes the lists of faces anew; the difference shows which room
 * opened.
 */

const ROOT = new URL("../../", import.meta.url).pathname;
const DEVICES_OF_TESTS = "test/support/devices";
const FILES = globSync(
  ["src/**/*.ts", "drivers/**/*.ts", "firmware/**/*.ts", "hw-sim/**/*.ts", `${DEVICES_OF_TESTS}/*.ts`],
  { cwd: ROOT },
).filter((file) => !/\.(test|test-help|fixture)\.ts$/.test(file));

const ALL = FILES.flatMap((file) => importsOf(ROOT, file));
/** The programs begin at a room's face, too. */
const PROGRAMS = globSync("bin/*.mjs", { cwd: ROOT }).flatMap((file) => importsOf(ROOT, file));
/** Modules of pages: they run in a browser. */
const PAGES = /^(?:firmware\/screens\/pages|firmware\/office\/floor\/page\/web|hw-sim\/bench\/web)\//;
/** What plays whole tables; everything else in hw-sim is a model of a device. */
const LABORATORY =
  /^hw-sim\/(?:people|scenarios|sim|acceptance|bench|demo|preview|floor|cli)\/|^hw-sim\/laboratory\.ts$/;
/** What builds, signs and describes releases. */
const MAKERS =
  /^firmware\/(?:delivery\/(?:build|package|image)|office\/(?:authority|dossier|faults|signing))\//;
const room = (path: string): string => {
  if (path.startsWith(`${DEVICES_OF_TESTS}/`)) return DEVICES_OF_TESTS;
  if (LABORATORY.test(path)) return "laboratory";
  return MAKERS.test(path) ? "makers" : (path.split("/")[0] ?? "");
};
const isOurs = (one: Import): boolean =>
  ["src", "drivers", "firmware", "makers", "hw-sim", "laboratory", "test", DEVICES_OF_TESTS].includes(
    room(one.from),
  );

/** Files of drivers that hw-sim may see: what a port is, and nothing of what its bytes mean. */
const PORT_TYPES = ["drivers/port.ts"];

/** Files that need each other, in the order in which they do; one circle of each knot. */
function circlesIn(edges: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>();
  const circles: string[] = [];
  const walk = (file: string, way: readonly string[]): void => {
    const at = way.indexOf(file);
    if (at >= 0) {
      circles.push([...way.slice(at), file].join(" → "));
      return;
    }
    if (done.has(file)) return;
    for (const next of edges.get(file) ?? []) walk(next, [...way, file]);
    done.add(file);
  };
  for (const file of edges.keys()) walk(file, []);
  return circles;
}

const READ = Map.groupBy(
  ALL.filter((one) => !one.typeOnly && !one.isLater && isOurs(one)),
  ({ file }) => file,
);
/** All files that are read with this one. */
function readWith(file: string): ReadonlySet<string> {
  const seen = new Set([file]);
  for (const one of seen) for (const { from } of READ.get(one) ?? []) seen.add(from);
  return seen;
}

describe("imports run one way", () => {
  it("finds the project's imports at all", () => {
    expect(ALL.filter(isOurs).length).toBeGreaterThan(100);
  });

  const allowed: Record<string, (one: Import) => boolean> = {
    src: (one) => room(one.from) === "src",
    drivers: (one) => ["src", "drivers"].includes(room(one.from)),
    "hw-sim": (one) => room(one.from) === "src" || room(one.from) === "hw-sim" || PORT_TYPES.includes(one.from),
    [DEVICES_OF_TESTS]: (one) =>
      ["src", "hw-sim", DEVICES_OF_TESTS].includes(room(one.from)) || PORT_TYPES.includes(one.from),
    firmware: (one) => ["src", "drivers", "firmware"].includes(room(one.from)),
    makers: (one) => ["src", "drivers", "firmware", "makers"].includes(room(one.from)),
    laboratory: (one) =>
      ["src", "drivers", "firmware", "makers", "hw-sim", "laboratory"].includes(room(one.from)),
  };

  it.each(Object.entries(allowed))("%s", (name, may) => {
    const broken = ALL.filter((one) => room(one.file) === name && isOurs(one) && !may(one));
    expect(broken.map((one) => `${one.file} imports ${one.from}`)).toEqual([]);
  });

  /** Rooms of each floor, from the ground up: one may import those before it. `.`: files that stand in no room. */
  const ROOMS: Readonly<Record<string, readonly string[]>> = {
    src: [
      "load",
      "text",
      "codes",
      "time",
      "record",
      "vision",
      "cards",
      "dice",
      "balls",
      "people",
      "orders",
      "rules",
      "table",
      "fleet",
      "recording",
      "analysis",
      "statistics",
      "floor",
      "acta",
      "cases",
      "booklet",
    ],
    drivers: [".", "link", "transport", "boot-section", "wheel", "shoe", "dice", "balls", "panel"],
    firmware: [
      ".",
      "files",
      "threads",
      "evidence",
      "journal",
      "net",
      "delivery",
      "table",
      "listen",
      "safe-page",
      "screens",
      "replay",
      "unit",
      "care",
      "afar",
      "feeds",
      "office",
      "cli",
    ],
    "hw-sim": [
      "lines",
      "models",
      "boards",
      "people",
      "scenarios",
      "sim",
      "acceptance",
      "bench",
      "demo",
      "preview",
      "floor",
      "cli",
      ".",
    ],
  };

  it.each(Object.entries(ROOMS))("between the rooms of %s", (floor, rooms) => {
    const placeOf = (path: string): number => {
      const parts = path.split("/");
      return rooms.indexOf(parts.length === 2 ? "." : (parts[1] ?? ""));
    };
    // What builds and signs releases stands in rooms of the firmware, and is on no table: it may use all of them.
    const isOn = (path: string): boolean => path.startsWith(`${floor}/`) && !MAKERS.test(path);
    const inside = ALL.filter(({ file, from }) => isOn(file) && isOn(from));
    const unplaced = inside.filter(({ file }) => placeOf(file) < 0);
    expect([...new Set(unplaced.map(({ file }) => file))], "a room of its own needs a place in ROOMS").toEqual(
      [],
    );
    const up = inside.filter(({ file, from }) => placeOf(from) > placeOf(file));
    expect(up.map(({ file, from }) => `${file} imports ${from}`)).toEqual([]);
  });

  it("the simulator reads the law a second time: its people at cards use nothing that a table judges by", () => {
    const ofCards = ALL.filter((one) => one.file.startsWith("hw-sim/people/cards/") && isOurs(one));
    expect(ofCards.length).toBeGreaterThan(100);
    const mayUse = ({ from, typeOnly }: Import): boolean =>
      /^(?:src|hw-sim\/(?:models|people\/cards))\//.test(from) &&
      (typeOnly || !/^src\/(?:table|cases)\//.test(from));
    expect(ofCards.filter((one) => !mayUse(one)).map(({ file, from }) => `${file} imports ${from}`)).toEqual(
      [],
    );
    const counting = ALL.filter(
      ({ file, typeOnly }) => file === "hw-sim/people/dice/second-count.ts" && !typeOnly,
    );
    expect(counting).toEqual([]);
  });

  it("between the kernel of tables and its families", () => {
    /** The kernel names no family; what is put together of all of them names each. Dice begin some rounds of cards. */
    const order = ["kernel", ".", "wheel", "dice", "shoe", "balls", "every-family"];
    const placeOf = (path: string): number => {
      const [, , folder = "", file] = path.split("/");
      return order.indexOf(file === undefined ? "." : folder);
    };
    const inside = ALL.filter(({ file, from }) => [file, from].every((path) => path.startsWith("src/table/")));
    const up = inside.filter(({ file, from }) => placeOf(file) < 0 || placeOf(from) > placeOf(file));
    expect(up.map(({ file, from }) => `${file} imports ${from}`)).toEqual([]);
  });

  it("through the faces of rooms", () => {
    const imports = [...ALL, ...PROGRAMS].filter((one) => isOurs(one) && !one.file.startsWith("test/"));
    if (process.env["TIRADA_FACES"] === "write") writeFaces(ROOT, imports, readRooms(ROOT));
    const rooms = readRooms(ROOT);
    const open = FILES.filter((file) => roomOf(file, rooms) === null && !file.startsWith("test/"));
    expect(open, "each stands in a room: a folder whose README.md has the list: What others may use").toEqual(
      [],
    );
    expect(wallDefects(imports, rooms)).toEqual([]);
  });

  it("which refuse a way past them, a row that nobody needs, and one that says nothing", () => {
    const room: Room = {
      folder: "firmware/journal",
      face: new Map([
        ["firmware/journal/client.ts", "the journal"],
        ["firmware/journal/old.ts", "what was"],
        ["firmware/journal/new.ts", ""],
      ]),
    };
    const needs = (file: string, from: string): Import => ({ file, from, typeOnly: false, isLater: false });
    const [past, unused, wordless, ...more] = wallDefects(
      [
        needs("firmware/unit/run.ts", "firmware/journal/client.ts"),
        needs("firmware/unit/run.ts", "firmware/journal/new.ts"),
        needs("firmware/unit/run.ts", "firmware/journal/store/sign.ts"),
        needs("firmware/journal/client.ts", "firmware/journal/store/sign.ts"),
      ],
      [room],
    );
    expect(past).toMatch(
      /^firmware\/unit\/run\.ts imports firmware\/journal\/store\/sign\.ts past the face of/,
    );
    expect(past).toMatch(/README\.md lists \(client\.ts, old\.ts, new\.ts\)\. Use one of these/);
    expect(unused).toMatch(/lists firmware\/journal\/old\.ts, which no other room imports.*Take the row away/);
    expect(wordless).toMatch(/lists firmware\/journal\/new\.ts without a word/);
    expect(more).toEqual([]);
  });

  it("no file asks for the name of a family but in that family's own folder", () => {
    const asking = FILES.filter(
      (file) => /^(?:src|drivers|firmware)\//.test(file) && !/\/setup\/(?:wheel|shoe|dice|balls)\//.test(file),
    ).flatMap((file) => familyDefects(file, readFileSync(join(ROOT, file), "utf8")));
    expect(asking).toEqual([]);
    const driver = 'const a = 1;\nif (setup.family === "dice") return a;\nif ("shoe" !== pack.family) b();\n';
    const refused = familyDefects("drivers/link/link.ts", driver);
    expect(refused.map((line) => line.split(" ", 1)[0])).toEqual([
      "drivers/link/link.ts:2",
      "drivers/link/link.ts:3",
    ]);
    expect(refused[0]).toMatch(/asks for the name of a family: only a family's own folder .* may\. Give the/);
  });

  it("in no circle: no file needs a value of one that needs it", () => {
    const edges = new Map(FILES.map((file): [string, string[]] => [file, []]));
    for (const { file, from, typeOnly, isLater } of ALL)
      if (!typeOnly && !isLater && edges.has(from)) edges.get(file)?.push(from);
    expect(circlesIn(edges)).toEqual([]);
  });

  it("pages import values of each other and of the shared modules alone, which bring no more with them", () => {
    const values = ALL.filter((one) => PAGES.test(one.file) && !one.typeOnly);
    expect(values.filter(({ from }) => from === "preact").length).toBeGreaterThan(20);
    expect(pageDefects(ALL, PAGES, SHARED_MODULES)).toEqual([]);
    const file = "firmware/screens/pages/technician.ts";
    const thread = { file, from: "firmware/screens/server/screens-thread.ts", typeOnly: false, isLater: false };
    expect(pageDefects([{ ...thread, typeOnly: true }], PAGES, SHARED_MODULES)).toEqual([]);
    expect(pageDefects([thread], PAGES, SHARED_MODULES).join()).toMatch(
      /^firmware\/screens\/pages\/technician\.ts imports .*a page runs in a browser.*Import its types/,
    );
  });

  it("a thread or program of its own that asks for a family has the rows of families", () => {
    const named = ALL.filter(
      ({ file, from, isLater }) =>
        isLater &&
        new RegExp(`new URL\\("[./\\w-]*${from.split("/").at(-1)}"`).test(
          readFileSync(join(ROOT, file), "utf8"),
        ),
    );
    const entries = [...new Set(named.map(({ from }) => from))];
    expect(entries).toContain("hw-sim/sim/worker.ts");
    const asking = entries.filter((entry) => readWith(entry).has("src/rules/families.ts"));
    expect(asking).toContain("hw-sim/demo/croupier-worker.ts");
    expect(asking.filter((entry) => !readWith(entry).has("firmware/table/setup/families.ts"))).toEqual([]);
  });

  it("src does no input or output of its own", () => {
    const nodes = ALL.filter((one) => room(one.file) === "src" && one.from.startsWith("node:"));
    expect([...new Set(nodes.map((one) => one.from))].filter((name) => name !== "node:crypto")).toEqual([]);
  });

  it("what keeps evidence asks the disk through one port, which tests can make fail", () => {
    const keeping =
      /^firmware\/(?:files|evidence|journal|delivery\/(?:releases|updater?)|table\/(?:recording|dice|wheel)|unit)\//;
    const asking = ALL.filter(
      ({ file, from, typeOnly }) => keeping.test(file) && /^node:(?:fs|sqlite)/.test(from) && !typeOnly,
    );
    expect([...new Set(asking.map(({ file }) => file))].sort()).toEqual(["firmware/files/disk.ts"]);
  });

  it.each([
    "serialport",
    "node-hid",
    "johnny-five",
    "avr8js",
    "@dimforge/rapier3d-deterministic-compat",
    "fastify",
    "node:sqlite",
    "commander",
    "uqr",
    "canonicalize",
    "mqtt",
    "mqtt-packet",
    "yaml",
    "tuf-js",
    "postgres",
  ])("%s is imported in exactly one file, or where a program of its own needs it", (library) => {
    const files = new Set(ALL.filter((one) => one.from === library && !one.typeOnly).map((one) => one.file));
    const own =
      library === "commander"
        ? [...files].filter(
            (file) =>
              !/^(?:firmware|hw-sim)\/cli\/|^firmware\/(?:delivery\/build\/command|office\/(?:(?:signing|authority)\/commands|dossier\/command))/.test(
                file,
              ),
          )
        : [...files];
    // A witness is another program: another web server, another database. Those far away have a server and a thread of their own, the
    // office's authority a command line.
    const theirs: Readonly<Record<string, readonly string[]>> = {
      fastify: ["firmware/office/witness/server.ts", "firmware/afar/orders/mutual-server.ts"],
      "node:sqlite": ["firmware/office/witness/database.ts"],
      mqtt: ["firmware/feeds/result-broker.ts"],
      commander: ["firmware/office/authority/program.ts"],
    };
    const others = own.filter((file) => theirs[library]?.includes(file) !== true);
    expect(others.length, others.join(", ")).toBeLessThanOrEqual(library === "commander" ? 0 : 1);
  });
});
