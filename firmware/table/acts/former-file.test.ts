import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { bringFormerBack, keepFormer } from "./former-file.ts";

const taken = (): undefined => undefined;

it("what was before is kept beside what takes its place, and the two change places as often as somebody wants", () => {
  const path = join(temporaryFolder(), "calibration.json");
  const now = (): string => readFileSync(path, "utf8");
  // A first one takes the place of nothing.
  expect(keepFormer(path)).toBe(false);
  expect(existsSync(`${path}.former`)).toBe(false);
  expect(bringFormerBack(path, taken)).toBeNull();
  writeFileSync(path, "one");
  expect(keepFormer(path)).toBe(true);
  // Cut here, both are the same, and to bring it back changes nothing.
  expect([bringFormerBack(path, taken), now()]).toEqual(["one", "one"]);
  keepFormer(path);
  writeFileSync(path, "two");
  expect([bringFormerBack(path, taken), now()]).toEqual(["one", "one"]);
  expect([bringFormerBack(path, taken), now()]).toEqual(["two", "two"]);
  const refuse = (text: string): void => {
    throw new Error(`no: ${text}`);
  };
  expect(() => bringFormerBack(path, refuse)).toThrow("no: one");
  expect(now()).toBe("two");
});
