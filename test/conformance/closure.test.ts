import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { NODE_OPTIONS } from "../../firmware/node-options.ts";
import { commandHere } from "../support/command.ts";
import { more, sampleInAll } from "../support/volume.ts";

/** What an installed unit reads, and what a command reads that prints little: counted in processes of their own. */

const ROOT = new URL("../../", import.meta.url).pathname;

/** The files of ours that Node loads for this expression, sorted. */
function loaded(expression: string): readonly string[] {
  const counting = `
    import { registerHooks } from "node:module";
    const seen = [];
    registerHooks({ load: (url, context, next) => { seen.push(url); return next(url, context); } });
    process.on("exit", () => process.stderr.write("\\n" + JSON.stringify(seen) + "\\n"));
    ${expression}`;
  const { stderr } = spawnSync(process.execPath, [...NODE_OPTIONS, "--input-type=module", "-e", counting], {
    cwd: ROOT,
    encoding: "utf8",
    env: { ...process.env, NODE_NO_WARNINGS: "1" },
  });
  // A worker that has no thread above it complains, after its files are loaded.
  const urls = JSON.parse(stderr.split("\n").find((line) => line.startsWith('["')) ?? "[]") as string[];
  const ours = urls
    .map((url) => url.replace(`file://${ROOT}`, ""))
    .filter((file) => !/^file:|^node:|node_modules/.test(file));
  return ours.sort();
}

const command = (...words: readonly string[]): readonly string[] =>
  loaded(
    `const { main } = await import("./firmware/cli/main.ts");
     const { laboratory } = await import("./hw-sim/laboratory.ts");
     await main(${JSON.stringify(words)}, laboratory);`,
  );

it("the unit reads nothing of the laboratory, in no thread", () => {
  const parts = [
    "unit/run",
    "screens/server/worker",
    "journal/thread/journal-thread",
    "table/dice/eye-thread",
    "table/dice/reader-thread",
    "unit/witness/ask-thread",
    "afar/floor/thread",
    "cli/office/witness",
    "cli/start",
    "table/setup/every-family",
  ];
  // All that any of them reads; a thread's first file may refuse to run here, after its files are loaded.
  const files = loaded(
    `for (const name of ${JSON.stringify(parts)}) await import(\`./firmware/\${name}.ts\`).catch(() => undefined);`,
  );
  for (const name of parts) expect(files).toContain(`firmware/${name}.ts`);
  expect(files.length).toBeGreaterThan(400);
  expect(files.filter((file) => !/^(?:src|drivers|firmware)\//.test(file))).toEqual([]);
  // The updater is a program of its own, with its client.
  expect(files.filter((file) => /^firmware\/delivery\/updater?\//.test(file))).toEqual([]);
});

it.each(
  sampleInAll(
    [
      ["cl-ruleta-francesa", 313, ["cammegh-ss2"]],
      ["cl-ruleta-francesa-sensor-board", 332, ["sensor-board"]],
      ["cl-punto-y-banca", 391, ["tirada-shoe"]],
      ["es-cb-craps", 318, ["dice/eye"]],
      ["es-cb-bingo", 303, ["balls/reader-line"]],
      ["es-cb-banca-francesa", 323, ["dice/eye", "dice/cup", "dice/line"]],
      // A table of two families.
      ["es-cb-pai-gow-poker-eye", 403, ["tirada-shoe", "dice/eye", "dice/cup", "dice/line"]],
    ] as const,
    1,
    "units that read their own family",
  ),
)("the unit of %s reads its own family and devices, at most %i files", (name, most, own) => {
  const files = loaded(
    `const { readConfig } = await import("./firmware/unit/configuration/read-config.ts");
     const { setupOf } = await import("./firmware/table/setup/config-setup.ts");
     await import("./firmware/cli/start.ts");
     setupOf(await readConfig("examples/${name}.yaml"));`,
  );
  expect(files.length).toBeGreaterThan(200);
  expect(files.length).toBeLessThanOrEqual(most);
  const sessions = files.filter((file) => /^drivers\/\w+\/[\w-]+\/(?:line-|mqtt-)?session\.ts$/.test(file));
  expect(sessions.filter((file) => !own.some((device) => file.includes(`${device}/`)))).toEqual([]);
});

it("what looks into a table's spins reads no cards and no dice", () => {
  const files = loaded(
    `const { loadFamilyOfDevices } = await import("./firmware/table/setup/load-families.ts");
     await import("./firmware/replay/look-inside.ts");
     await loadFamilyOfDevices("sensor-board");`,
  );
  expect(files).toContain("drivers/wheel/sensor-board/session.ts");
  expect(
    files.filter((file) => /^drivers\/(?:shoe|dice)\/[\w-]+\/(?:line-|mqtt-)?session\.ts$/.test(file)),
  ).toEqual([]);
  expect(files.filter((file) => /^src\/table\/(?:shoe|dice)\/(?:flow|rounds|observe)\.ts$/.test(file))).toEqual(
    [],
  );
  expect(files.length).toBeLessThan(260);
});

it.each(
  sampleInAll(
    [
      [["--help"], 40],
      [["rules", "--help"], 40],
      [["pin", "--help"], 40],
      // Reads every rulebook, which takes seconds.
      ...more([], [[["rules", "list"], 100]] as const),
    ] as const,
    1,
    "commands that read little",
  ),
)("tirada %j reads at most %i files", (words, most) => {
  const files = command(...words);
  expect(files).toContain("firmware/cli/commands.ts");
  expect(files.length).toBeLessThanOrEqual(most);
});

it.each(
  sampleInAll(
    [
      [["start"], "tirada: name the table: --config FILE, or --device PATH for a wheel"],
      [["start", "--table", "roulette"], "tirada: unknown option '--table'"],
      [["sim", "wheel"], "tirada: unknown command 'sim'"],
    ] as const,
    1,
    "commands without the laboratory",
  ),
)("without the laboratory tirada %j says so in one line", async (words, said) => {
  const { status, stderr } = await commandHere(words, null);
  expect([status, stderr.trim()]).toEqual([2, said]);
});
