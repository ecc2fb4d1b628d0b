import { mkdirSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { fullDisk, watchedDisk } from "../../../test/support/watched-disk.ts";
import { setDisk } from "../../files/disk.ts";
import { RenewalBox } from "./renewal-box.ts";

const BOX = "a".repeat(64);
afterEach(() => setDisk());

test("a request and its certificate are durable before they have their names", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, BOX));
  const box = new RenewalBox(folder);
  const { disk, steps } = watchedDisk();
  setDisk(disk);
  box.ask(BOX, "a request");
  box.deliver(BOX, "a certificate");
  expect(steps).toEqual(
    ["renewal.request", "renewal.pem"].flatMap((name) => [
      `sync ${name}.new`,
      `rename ${name}.new to ${name}`,
      `sync ${basename(BOX)}`,
    ]),
  );
});

test("a full disk leaves no half of a request", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, BOX));
  const box = new RenewalBox(folder);
  setDisk(fullDisk());
  expect(() => box.ask(BOX, "a request")).toThrow(/ENOSPC/);
  expect(readdirSync(join(folder, BOX))).toEqual([]);
});
