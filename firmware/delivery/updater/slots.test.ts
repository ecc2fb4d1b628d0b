import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { JournalError } from "../../files/errors.ts";
import {
  pointTo,
  pruneSlots,
  readSlots,
  releasesFolder,
  removeFile,
  removeReturned,
  removeTrial,
  replaceFile,
  writeReturned,
  writeTrial,
} from "./slots.ts";

const [A, B, C, D, E] = ["a", "b", "c", "d", "e"].map((letter) => letter.repeat(64)) as [
  string,
  string,
  string,
  string,
  string,
];

/** A folder with these slots. */
function rootWith(...slots: readonly string[]): string {
  const root = temporaryFolder();
  for (const slot of slots) mkdirSync(join(root, "rel", slot), { recursive: true });
  return root;
}
const NOTHING = { current: null, confirmed: null, former: null, trial: null, returned: null };

describe("the slots of a table", () => {
  it("are none in a folder where nothing was laid down", () => {
    expect(readSlots(temporaryFolder())).toEqual({ ...NOTHING, installed: [] });
    expect(releasesFolder("/x")).toBe("/x/rel");
  });

  it("are the folders that bear a digest, sorted, and nothing beside them", () => {
    const root = rootWith(B, A, `.old-${C}`, "notes", `${D}x`, D.toUpperCase());
    expect(readSlots(root).installed).toEqual([A, B]);
  });

  it("are led to by links, each to a slot that is there or to none", () => {
    const root = rootWith(A, B);
    pointTo(root, "current", B);
    pointTo(root, "confirmed", A);
    pointTo(root, "former", C);
    expect(readSlots(root)).toMatchObject({ current: B, confirmed: A, former: null });
    expect(readlinkSync(join(root, "current"))).toBe(`rel/${B}`);
    pointTo(root, "current", A);
    expect(readSlots(root).current).toBe(A);
    expect(readdirSync(root).sort()).toEqual(["confirmed", "current", "former", "rel"]);
  });

  it("are led to by no file, and by no link that leads elsewhere", () => {
    const root = rootWith(A);
    writeFileSync(join(root, "current"), `rel/${A}`);
    symlinkSync(`../rel/${A}`, join(root, "confirmed"));
    symlinkSync(`rel/${A}/bin`, join(root, "former"));
    expect(readSlots(root)).toMatchObject({ current: null, confirmed: null, former: null });
    // A link that an update was cut at is replaced.
    symlinkSync("nowhere", join(root, "confirmed.new"));
    pointTo(root, "confirmed", A);
    expect(readSlots(root).confirmed).toBe(A);
  });
});

describe("a release on trial", () => {
  it("is named with the starts that it has left, until the trial is over", () => {
    const root = rootWith(A);
    writeTrial(root, { rel: A, tries: 2 });
    expect(readFileSync(join(root, "trial"), "utf8")).toBe(`rel ${A}\ntries 2\n`);
    expect(readSlots(root).trial).toEqual({ rel: A, tries: 2 });
    removeTrial(root);
    expect(readSlots(root).trial).toBeNull();
    removeTrial(root);
  });

  it.each([
    ["nothing", ""],
    ["no digest", `rel ${A.slice(1)}\ntries 2\n`],
    ["more than a digest", `rel ${A}a\ntries 2\n`],
    ["something before it", `x rel ${A}\ntries 2\n`],
    ["no starts", `rel ${A}\n`],
    ["starts of two digits", `rel ${A}\ntries 12\n`],
    ["starts with something before them", `rel ${A}\nx tries 1\n`],
  ])("whose file holds %s is damaged, and said to be", (_, text) => {
    const root = rootWith(A);
    writeFileSync(join(root, "trial"), text);
    expect(() => readSlots(root)).toThrow(JournalError);
    expect(() => readSlots(root)).toThrow(
      `${join(root, "trial")} is damaged; the next start of the table goes back to the confirmed release`,
    );
  });

  it("that the launcher went back from is named with why, however much of that can be read", () => {
    const root = rootWith(A);
    writeReturned(root, A, "never-steady");
    expect(readFileSync(join(root, "returned"), "utf8")).toBe(`rel ${A}\nwhy never-steady\n`);
    expect(readSlots(root).returned).toEqual({ rel: A, why: "never-steady" });
    for (const [text, returned] of [
      ["", { rel: "", why: "unknown" }],
      [`rel ${A}\nwhy ${"w".repeat(40)}\n`, { rel: A, why: "w".repeat(40) }],
      [`rel ${A}\nwhy ${"w".repeat(41)}\n`, { rel: A, why: "unknown" }],
      [`rel ${A}\nwhy Perhaps\n`, { rel: A, why: "unknown" }],
      [`rel ${A}a\nx why starts\n`, { rel: "", why: "unknown" }],
      [`x rel ${A}\nwhy starts\n`, { rel: "", why: "starts" }],
    ] as const) {
      writeFileSync(join(root, "returned"), text);
      expect([text, readSlots(root).returned]).toEqual([text, returned]);
    }
    removeReturned(root);
    expect(readSlots(root).returned).toBeNull();
  });
});

it("a small file of the folder is replaced whole, readable by the table, also where there is no folder yet", () => {
  const root = join(temporaryFolder(), "updater");
  replaceFile(root, "plan", "one");
  replaceFile(root, "plan", "two");
  expect([readFileSync(join(root, "plan"), "utf8"), readdirSync(root)]).toEqual(["two", ["plan"]]);
  expect(statSync(join(root, "plan")).mode & 0o777).toBe(0o644);
  removeFile(root, "plan");
  removeFile(root, "plan");
  expect(readdirSync(root)).toEqual([]);
});

it("a slot goes when no link, trial or person needs it, and with it what a cut had left of another", () => {
  const root = rootWith(A, B, C, D, E, `.old-${"f".repeat(64)}`);
  pointTo(root, "current", A);
  pointTo(root, "confirmed", A);
  pointTo(root, "former", B);
  writeTrial(root, { rel: C, tries: 1 });
  expect(pruneSlots(root, [D])).toEqual([E]);
  expect(readdirSync(join(root, "rel")).sort()).toEqual([A, B, C, D]);
  removeTrial(root);
  expect(pruneSlots(root)).toEqual([C, D]);
  expect(existsSync(join(root, "rel", B))).toBe(true);
  expect(pruneSlots(root)).toEqual([]);
});
