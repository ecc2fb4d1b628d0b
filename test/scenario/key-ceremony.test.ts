import { globSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { checkForUpdate, type Checked } from "../../firmware/delivery/update/client.ts";
import { floorFile } from "../../firmware/delivery/update/floor.ts";
import { writeSmallRelease } from "../../firmware/delivery/releases/small-release.fixture.ts";
import { folderTree } from "../../firmware/delivery/update/folder-tree.ts";
import { wallMs } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { cheapScrypt } from "../support/cheap-scrypt.ts";
import { commandHere } from "../support/command.ts";
import { documentCommands } from "../support/document-commands.ts";
import { temporaryFolder } from "../support/folder.ts";

/** The commands of docs/key-ceremony.md, as they stand there, and a unit that follows them. */

const sections = documentCommands("key-ceremony.md");

/** The version whose files the document names. */
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8")) as {
  readonly version: string;
};

it("is done as it stands, and a unit follows every step", { timeout: 900_000 }, async () => {
  const folder = temporaryFolder();
  // Some fifty keys are made and opened.
  const { asked, giveBack } = cheapScrypt();
  onTestFinished(giveBack);
  writeFileSync(join(folder, "pass"), "correct horse battery staple\n");
  const idOf = (name: string): string =>
    (JSON.parse(readFileSync(join(folder, "keys", `${name}.pub.json`), "utf8")) as { id: string }).id.slice(
      0,
      8,
    );
  const shell: Readonly<Record<string, () => string>> = {
    $BEN: () => idOf("ben"),
    $COMPLIANCE: () => idOf("compliance"),
    $SNAPSHOT: () => idOf("image-snapshot"),
    $TIMESTAMP: () => idOf("image-timestamp"),
  };
  /** Paths of the document are below the folder: a test does not change where its process stands. */
  const wordOf = (word: string): string => {
    const filled = word.replace(/\$[A-Z]+/, (name) => shell[name]?.() ?? name);
    if (/^(?:tree|keys|pass|handed-over|\w+-(?:root|targets)\.json)(?:\/|$)/.test(filled))
      return join(folder, filled);
    return filled.replace(/^(\w+=)(keys\/)/, `$1${folder}/$2`);
  };
  const handedOver = join(folder, "handed-over");
  /** As a shell does. */
  const expanded = (word: string): readonly string[] =>
    word.includes("*") ? globSync(wordOf(word)).sort() : [wordOf(word)];
  const run = async (title: string): Promise<string[]> => {
    const said: string[] = [];
    for (const line of sections.get(title) ?? []) {
      const [program, ...words] = line.split(/\s+/);
      expect(program).toBe("tirada");
      // A release takes minutes to build: one of a few files stands in its place.
      if (line.startsWith("tirada release build ")) {
        expect(line).toMatch(/^tirada release build --for linux-x64 --out handed-over$/);
        writeSmallRelease(handedOver);
        continue;
      }
      const ended = await commandHere(words.flatMap(expanded));
      expect([line, ended.status, ended.stderr]).toEqual([line, 0, ""]);
      said.push(ended.stdout);
    }
    expect(said.length).toBeGreaterThan(0);
    return said;
  };
  const rootOf = (repository: string): Buffer =>
    readFileSync(join(folder, "tree", repository, "metadata", "1.root.json"));
  const now = systemClock().wall();
  const check = (): Promise<Checked> =>
    checkForUpdate(
      {
        folder: join(folder, "unit", "trusted"),
        factoryRoots: { image: rootOf("image"), director: rootOf("director") },
        table: "table-07",
        floor: floorFile(join(folder, "unit")),
      },
      {
        tree: folderTree(join(folder, "tree"), true),
        now: wallMs(now + 60_000),
        known: { built: now, witnessed: null, result: null },
        confirmedRelease: null,
      },
    );

  await run("First root");
  await run("A release");
  const built = readdirSync(handedOver).sort();
  expect(built).toHaveLength(5);
  expect((await check()).offer?.targets.map(({ file }) => file)).toEqual(built);
  writeFileSync(join(handedOver, `tirada_${version}_pc.raucb`), "a bundle");
  expect((await check()).base()).toBe(null);
  await run("A base system");
  const withBase = await check();
  expect(withBase.base()).toMatchObject({ number: 1, kind: "pc", version, length: 8 });
  expect(withBase.offer?.release).toBe(1);
  const [, , shown] = await run("Every week");
  expect(shown).toMatch(/^root version 1, expires .*, 2 of 2 signatures/);
  expect((await check()).versions.image.timestamp).toBe(3);
  await run("Rotation, or a person who leaves");
  expect((await check()).versions.image.root).toBe(2);
  await run("Loss of one key");
  expect((await check()).versions.image).toMatchObject({ root: 3, targets: 3 });
  await run("Theft of the online keys");
  const { offer, versions } = await check();
  expect([offer?.release, versions.image.root]).toEqual([1, 4]);
  expect([...sections.keys()]).toHaveLength(7);
  expect([...asked]).toEqual([131_072]);
});
