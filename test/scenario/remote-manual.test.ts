import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { commandHere } from "../support/command.ts";
import { documentCommands } from "../support/document-commands.ts";
import { temporaryFolder } from "../support/folder.ts";

/** The commands of docs/remote.md, as they stand there. */

const sections = documentCommands("remote.md");

it("is done as it stands", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "pass"), "correct horse battery staple\n");
  writeFileSync(join(folder, "browser-pass"), "a passphrase for the browser\n");
  const serialOf = (name: string): string => {
    const { certificates } = JSON.parse(readFileSync(join(folder, "authority", "issued.json"), "utf8")) as {
      certificates: { name: string; serial: string }[];
    };
    return certificates.find((one) => one.name === name)!.serial.slice(0, 8);
  };
  /** Paths of the document are below the folder: a test does not change where its process stands. */
  const wordOf = (word: string): string => {
    const filled = word.replace("$ANA", () => serialOf("Ana Soto")).replaceAll('"', "");
    return /^(?:authority|pass|[\w-]+\.(?:pem|csr))$/.test(filled) ? join(folder, filled) : filled;
  };
  for (const [title, lines] of sections)
    for (const line of lines) {
      const [program, ...words] = (line.match(/"[^"]*"|\S+/g) ?? []).map(String);
      if (program === "openssl") {
        const { status, stderr } = spawnSync("openssl", words, { cwd: folder, encoding: "utf8" });
        expect([title, line, status, stderr.includes("rror")]).toEqual([title, line, 0, false]);
        continue;
      }
      expect(program).toBe("tirada");
      const ended = await commandHere(words.map(wordOf));
      expect([title, line, ended.status, ended.stderr]).toEqual([title, line, 0, ""]);
    }
  expect([...sections.values()].filter((lines) => lines.length > 0)).toHaveLength(5);
});
