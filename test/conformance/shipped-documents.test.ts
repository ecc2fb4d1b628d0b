import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, it } from "vitest";
import { documentsOf } from "../../firmware/delivery/package/build-package.ts";

/** The documents that a unit's package brings: each is whole on the machine, and no link leads out of them. */

const ROOT = new URL("../../", import.meta.url).pathname;
const SHIPPED = new Map(documentsOf(ROOT).map(([from, to]) => [to, join(ROOT, from)] as const));
const PAGES = [...SHIPPED].filter(([to]) => to.endsWith(".md"));
const FOLDER = "usr/share/doc/tirada";

/** A file of the package, or a folder that it has. */
const isShipped = (path: string): boolean =>
  SHIPPED.has(path) || [...SHIPPED.keys()].some((one) => one.startsWith(`${path.replace(/\/$/, "")}/`));

it("are every manual, decision, picture and example, and what the readme leads to", () => {
  const wanted = ["README.md", "CHANGELOG.md", "docs/joining.md", "docs/images/bench.png"];
  for (const name of [...wanted, "docs/decisions/0037-releases.md", "examples/witness/witness.yaml"])
    expect(SHIPPED.has(`${FOLDER}/${name}`), name).toBe(true);
});

it.each(PAGES)("%s: each relative link resolves inside the package", (to, from) => {
  const links = [...readFileSync(from, "utf8").matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  const broken = links.filter((target) => {
    const [path = ""] = target.split("#", 1);
    return path !== "" && !/^[a-z]+:/.test(target) && !isShipped(normalize(join(dirname(to), path)));
  });
  expect(broken).toEqual([]);
});

it("are where services, examples and what the program says lead to", () => {
  const files = globSync(["firmware/**/*", "drivers/**/*.ts", "examples/**/*.yaml", "src/**/*.ts"], {
    cwd: ROOT,
    withFileTypes: true,
  }).flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []));
  const told = files
    .filter((file) => /\.(?:ts|yaml|service|path|mount|timer|sh)$/.test(file) && !/\.test\.ts$/.test(file))
    .flatMap((file) => [
      ...readFileSync(file, "utf8").matchAll(
        /(?<![\w./])(?:file:\/usr\/share\/doc\/tirada\/)?(docs\/[\w/-]+\.md|examples\/[\w/-]+\.yaml)/g,
      ),
    ])
    .map(([, path = ""]) => path);
  expect(told.length).toBeGreaterThan(50);
  expect([...new Set(told)].filter((path) => !SHIPPED.has(`${FOLDER}/${path}`))).toEqual([]);
  const documentation = files
    .filter((file) => /\.(?:service|path|mount|timer)$/.test(file))
    .flatMap((file) => [...readFileSync(file, "utf8").matchAll(/^Documentation=file:\/(.*)$/gm)])
    .map(([, path = ""]) => path);
  expect(documentation.length).toBeGreaterThan(3);
  expect(documentation.filter((path) => !SHIPPED.has(path))).toEqual([]);
});

it("the package is built from what this test looks at", () => {
  for (const from of SHIPPED.values()) expect(existsSync(from)).toBe(true);
});
