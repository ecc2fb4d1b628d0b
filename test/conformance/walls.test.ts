import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.ts";
import { readRooms, writeFaces, type Import } from "./walls.ts";

/** A tree with these files. */
function treeOf(files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder();
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}
const page = (...rows: readonly string[]): string =>
  ["# A room", "", "## What others may use", "", ...rows, ""].join("\n");
const used = (from: string): Import => ({
  file: "firmware/user/user.ts",
  from,
  typeOnly: false,
  isLater: false,
});
/** The rows of `src/new` after `files` came to be used from outside. */
function rowsOf(root: string, ...files: readonly string[]): readonly string[] {
  writeFaces(root, files.map(used), readRooms(root));
  const text = readFileSync(join(root, "src/new/README.md"), "utf8");
  return text.split("\n").filter((line) => line.startsWith("- "));
}

it("a new file gets no words of another that stands and has its name", () => {
  const root = treeOf({
    "src/old/README.md": page("- `device.ts`: a roulette"),
    "src/old/device.ts": "",
    "src/new/README.md": page("- `codec.ts`: lines"),
    "src/new/device.ts": "",
  });
  expect(rowsOf(root, "src/old/device.ts", "src/new/device.ts")).toEqual(["- `device.ts`"]);
});

it("a file that moved takes its words along", () => {
  const root = treeOf({
    "src/old/README.md": page("- `wheel.ts`: a roulette", "- `other.ts`: another"),
    "src/new/README.md": page("- `codec.ts`: lines"),
    "src/new/wheel.ts": "",
  });
  expect(rowsOf(root, "src/new/wheel.ts")).toEqual(["- `wheel.ts`: a roulette"]);
});

it("of two that are gone, or two that have come, none is taken for the other", () => {
  const gone = treeOf({
    "src/old/README.md": page("- `device.ts`: a roulette"),
    "src/older/README.md": page("- `device.ts`: a disc"),
    "src/new/README.md": page("- `codec.ts`: lines"),
    "src/new/device.ts": "",
  });
  expect(rowsOf(gone, "src/new/device.ts")).toEqual(["- `device.ts`"]);
  const come = treeOf({
    "src/old/README.md": page("- `device.ts`: a roulette"),
    "src/new/README.md": page("- `codec.ts`: lines"),
    "src/new/one/device.ts": "",
    "src/new/other/device.ts": "",
  });
  expect(rowsOf(come, "src/new/one/device.ts", "src/new/other/device.ts")).toEqual([
    "- `one/device.ts`",
    "- `other/device.ts`",
  ]);
});
