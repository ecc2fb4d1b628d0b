import { spawn, spawnSync } from "node:child_process";
import { cpSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Ajv } from "ajv";
import formats from "ajv-formats";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { RELEASE } from "../../firmware/release.ts";
import { SBOM_FILE, targetFile, unpackedBytes } from "../../firmware/delivery/releases/manifest.ts";
import { JOINED_INTO } from "../../firmware/delivery/build/sbom.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { builtRelease, buildHere, HERE, ROOT, type BuiltRelease } from "../support/built-release.ts";
import { capturedWheel } from "../support/captured-wheel.ts";
import { commandHere } from "../support/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { watch, writeConfig, type Ended } from "../support/table-process.ts";
import { NODE_OPTIONS } from "../../firmware/node-options.ts";

/** A release, built from this source and installed, seen from outside. */

/** The bars: compressed with Node, without it; installed. */
const COMPRESSED_MAX = 60_000_000;
const WITHOUT_NODE_MAX = 20_000_000;
const INSTALLED_MAX = 220_000_000;
/** Each command reads two hundred megabytes, on machines that may do other things. */
const LOADED_MS = 300_000;

let release: BuiltRelease;
beforeAll(async () => {
  release = await builtRelease();
}, 900_000);

const run = (args: readonly string[]): Ended => {
  const { status, signal, stdout, stderr } = spawnSync(
    release.node,
    [...NODE_OPTIONS, release.program, ...args],
    {
      encoding: "utf8",
    },
  );
  return { status, signal, stdout, stderr };
};

describe("a built release", () => {
  test("comes out the same twice, and is as small as it must be", async () => {
    const again = temporaryFolder();
    expect((await buildHere(again)).digest).toBe(release.known.digest);
    expect(readdirSync(again).sort()).toEqual(readdirSync(release.out).sort());
    for (const name of readdirSync(again))
      expect([name, readFileSync(join(again, name)).equals(readFileSync(join(release.out, name)))]).toEqual([
        name,
        true,
      ]);
    const { manifest } = release.known;
    const { runtime, app, packs, boards } = manifest.targets;
    const withoutNode = app.bytes + packs.bytes + boards.bytes;
    expect(withoutNode).toBeLessThan(WITHOUT_NODE_MAX);
    expect(withoutNode + runtime.bytes).toBeLessThan(COMPRESSED_MAX);
    expect(unpackedBytes(manifest)).toBeLessThan(INSTALLED_MAX);
  });

  test("has nothing of tests, training, laboratory and other machines in it, and no types", () => {
    const paths = release.known.manifest.files.map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(500);
    const foreign =
      /\.ts$|\.(?:test|fixture)\.|^(?:test|training|hw-sim|docs|scripts|release)\/|fixtures|\.map$|\.md$|@types\/|(?:darwin|win32|musl|android).*\.node$/;
    const other = HERE === "linux-x64" ? /(?:arm64|armv).*\.(?:node|so)/ : /linux-x64.*\.(?:node|so)/;
    expect(
      paths.filter((path) => (foreign.test(path) && !/LICEN|NOTICE/i.test(path)) || other.test(path)),
    ).toEqual([]);
    const natives = paths.filter((path) => path.endsWith(".node") || /\.so[.\d]*$/.test(path));
    expect(natives.map((path) => path.replace(/.*\//, "")).sort()).toHaveLength(5);
    const ofTarget = (name: string) =>
      release.known.manifest.files.filter(({ target }) => target === name).map(({ path }) => path);
    expect(ofTarget("runtime")).toEqual(["runtime/LICENSE", "runtime/bin/node"]);
    expect(ofTarget("packs").every((path) => /^src\/rules\/data\/.*\.yaml$/.test(path))).toBe(true);
    expect(ofTarget("boards").filter((path) => path.endsWith(".hex"))).toHaveLength(4);
  });

  test("has programs and threads at the places of their sources, with what they share beside them, and no module twice", () => {
    const code = release.known.manifest.files
      .map(({ path }) => path)
      .filter(
        (path) => /^(?:firmware|joined)\/.*\.js$/.test(path) && !path.startsWith("firmware/screens/pages/"),
      )
      .map((path) => ({ path, text: readFileSync(join(release.slot, path), "utf8") }));
    const paths = code.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        "firmware/cli/main.js",
        "firmware/cli/delivery/updater.js",
        "firmware/screens/server/worker.js",
      ]),
    );
    const services = globSync("firmware/delivery/packaging/**/*.service", { cwd: ROOT })
      .map((name) => readFileSync(join(ROOT, name), "utf8"))
      .flatMap((text) => [...text.matchAll(/\/var\/lib\/tirada-updater\/\w+\/(\S+\.m?js)/g)]);
    expect(services.length).toBeGreaterThan(3);
    const all = release.known.manifest.files.map(({ path }) => path);
    expect(services.map(([, path = ""]) => path).filter((path) => !all.includes(path))).toEqual([]);
    const started = code.flatMap(({ path, text }) =>
      [...text.matchAll(/new URL\("(\.[^"]+\.js)", new URL\("([^"]+)", import\.meta\.url\)\.href\)/g)].map(
        ([, name = "", from = ""]) => join(dirname(join(dirname(path), from)), name),
      ),
    );
    expect(started.length).toBeGreaterThan(10);
    expect(started.filter((path) => !paths.includes(path))).toEqual([]);
    for (const name of ["runTable", "createDisplayServer", "recordLine"])
      expect([name, code.filter(({ text }) => text.includes(`function ${name}(`))]).toEqual([
        name,
        [expect.anything()],
      ]);
  });
});

test("every part of it can be loaded by itself", () => {
  const script = `import { globSync } from "node:fs";
    const parts = globSync("joined/*.js");
    for (const part of parts) await import(process.cwd() + "/" + part);
    console.log(parts.length > 100);
    process.exit();`;
  const { stdout, stderr } = spawnSync(release.node, ["--input-type=module", "--eval", script], {
    cwd: release.slot,
    encoding: "utf8",
  });
  expect([stdout, stderr]).toEqual(["true\n", ""]);
});

interface Component {
  readonly type: string;
  readonly name: string;
  readonly purl?: string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly components?: readonly Component[];
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

describe("its bill of materials", () => {
  const sbom = () =>
    JSON.parse(readFileSync(join(release.slot, SBOM_FILE), "utf8")) as {
      readonly components: readonly Component[];
    };

  test("is CycloneDX by the official schema", () => {
    const library = createRequire(import.meta.url).resolve("@cyclonedx/cyclonedx-library/package.json");
    const schemas = join(library, "../res/schema");
    const schema = (name: string) =>
      JSON.parse(readFileSync(join(schemas, `${name}.SNAPSHOT.schema.json`), "utf8")) as object;
    const ajv = new Ajv({ strict: false, formats: { "iri-reference": true, "idn-email": true } });
    formats.default(ajv);
    ajv.addSchema(schema("spdx"), "http://cyclonedx.org/schema/spdx.SNAPSHOT.schema.json");
    ajv.addSchema(schema("jsf-0.82"), "http://cyclonedx.org/schema/jsf-0.82.SNAPSHOT.schema.json");
    const valid = ajv.compile(schema("bom-1.6"));
    expect([valid(sbom()), valid.errors]).toEqual([true, null]);
    expect(valid({ ...sbom(), specVersion: 7 })).toBe(false);
  });

  test("names every file of the release but itself, each once and with its hash, and Node", () => {
    const found = namedFiles(sbom().components);
    const due = release.known.manifest.files
      .filter(({ path }) => path !== SBOM_FILE)
      .map(({ path, sha256 }) => `${path} ${sha256}`);
    expect(found.toSorted()).toEqual(due.toSorted());
    const node = sbom().components.find(({ name }) => name === `node-${HERE}`);
    expect(node?.purl).toBe(`pkg:npm/node-${HERE}@${release.known.manifest.node}`);
    expect(namedFiles([node ?? { type: "", name: "" }]).join()).toContain("runtime/bin/node ");
    const packages = sbom().components.filter(({ purl }) => purl !== undefined);
    expect(packages.length).toBeGreaterThan(100);
    // Of a package that has no code of its own here, it says which files its modules were joined into.
    const paths = new Set(release.known.manifest.files.map(({ path }) => path));
    for (const one of packages) {
      const into = (one.properties ?? []).filter(({ name }) => name === JOINED_INTO).map(({ value }) => value);
      expect([one.name, into.filter((path) => !paths.has(path))]).toEqual([one.name, []]);
      const isCode = namedFiles([one]).some((file) => /\.(?:js|cjs|mjs|node) |\/node /.test(file));
      expect([one.name, isCode || into.length > 0 || one.name.includes("libvips")]).toEqual([one.name, true]);
    }
  });
});

/** Every file that components name, with its hash. */
const namedFiles = (components: readonly Component[]): readonly string[] =>
  components.flatMap((one) =>
    one.type === "file" ? [`${one.name} ${one.hashes?.[0]?.content ?? "-"}`] : namedFiles(one.components ?? []),
  );

describe("the commands", () => {
  test(
    "show and check a release that is handed over, and the one that runs",
    { timeout: LOADED_MS },
    async () => {
      const { out, known, slot } = release;
      const shown = await commandHere(["release", "show", out]);
      expect(shown.stdout).toContain(`  digest   ${known.digest}\n`);
      expect(shown.stdout).toMatch(/format {3}record: reads 1, 2; writes 2/);
      const json = await commandHere(["release", "show", "--json", slot]);
      expect(JSON.parse(json.stdout)).toMatchObject({ digest: known.digest, version: RELEASE, platform: HERE });
      expect(await commandHere(["release", "check", out])).toMatchObject({
        status: 0,
        stdout: expect.stringMatching(/^in order: tirada /) as string,
      });
      const other = HERE === "linux-x64" ? "linux-arm64" : "linux-x64";
      expect(await commandHere(["release", "check", "--for", other, out])).toMatchObject({
        status: 7,
        stderr: expect.stringMatching(/^tirada: release .* is for .*, and this is .*\n$/) as string,
      });
      expect(run(["release", "check"])).toMatchObject({ status: 0 });
      expect(run(["--version"]).stdout).toBe(`${RELEASE} (${known.digest.slice(0, 16)})\n`);
      expect((await commandHere(["--version"])).stdout).toBe(`${RELEASE} (from its source)\n`);
      expect((await commandHere(["release", "check"])).stderr).toMatch(
        /runs from its source and is no release/,
      );
    },
  );

  test.each([
    ["a target that is gone", (folder: string, app: string) => rmSync(join(folder, app)), /ENOENT/],
    [
      "a changed target",
      (folder: string, app: string) =>
        writeFileSync(join(folder, app), Buffer.from(readFileSync(join(folder, app))).fill(0, 5_000, 5_100)),
      /is not what its manifest names/,
    ],
    ["a folder without a release", (folder: string) => rmSync(folder, { recursive: true }), /ENOENT/],
  ] as const)("refuse %s with status 7", async (_name, change, why) => {
    const folder = join(temporaryFolder(), "out");
    cpSync(release.out, folder, { recursive: true });
    change(folder, targetFile("app", release.known.manifest.targets.app.sha256));
    const ended = await commandHere(["release", "check", folder]);
    expect(ended).toMatchObject({ status: 7, stdout: "", stderr: expect.stringMatching(why) as string });
    expect(ended.stderr.split("\n")).toHaveLength(2);
  });

  test("leave nothing in the release that they run from", { timeout: LOADED_MS }, () => {
    run(["rules", "list"]);
    expect(readdirSync(join(release.slot, "node_modules"))).not.toContain(".cache");
    expect(run(["release", "check"]).status).toBe(0);
  });
});

describe("the installed release", () => {
  test(
    "plays a spin of a captured wheel, certifies it under its digest, and serves its pages",
    { timeout: LOADED_MS },
    async () => {
      const folder = temporaryFolder();
      const wheel = await capturedWheel(folder, systemClock(), 100);
      onTestFinished(() => wheel.close());
      const config = writeConfig({ folder, wheel: wheel.path });
      const table = watch(spawn(release.node, [...NODE_OPTIONS, release.program, "start", "--config", config]));
      onTestFinished(() => void table.child.kill("SIGKILL"));
      const url = await table.url;
      wheel.play();
      await table.lineWith("certified");
      wheel.pause();
      const script = await fetch(`${url}web/display.js`);
      expect([script.status, (await script.text()).includes("// /lib/preact.js")]).toEqual([200, true]);
      expect(await (await fetch(`${url}health`)).json()).toMatchObject({ ok: true });
      table.child.kill("SIGTERM");
      expect((await table.ended).status).toBe(0);
      const exported = join(folder, "table.export");
      expect(run(["export", exported, "--config", config]).status).toBe(0);
      const found = readFileSync(exported, "utf8");
      expect(found).toContain(
        `\\"rel\\":{\\"manifest\\":\\"${release.known.digest}\\",\\"version\\":\\"${RELEASE}\\"}`,
      );
      expect((await commandHere(["verify", exported])).status).toBe(0);
    },
  );
});
