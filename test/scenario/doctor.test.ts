import { existsSync, readFileSync, writeFileSync, type PathLike } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { realDisk, setDisk } from "../../firmware/files/disk.ts";
import type { DoctorReport } from "../../firmware/care/doctor/report.ts";
import { commandHere } from "../support/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { startProcess, writeConfig } from "../support/table-process.ts";

/** `tirada doctor` beside a unit, of a stopped one, and without one; its bundles, here and where they are opened. */

const codesOf = ({ findings }: DoctorReport): readonly string[] => findings.map(({ code }) => code);
const reportIn = (stdout: string): DoctorReport =>
  JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as DoctorReport;

it("says what is wrong with a unit that runs, and with one that is stopped; a bundle opens for one person alone", async () => {
  const folder = temporaryFolder();
  const config = writeConfig({ folder, wheel: "/dev/serial/by-id/usb-none", wait: true });
  const doctor = ["doctor", "--config", config];
  const [key, otherKey] = [join(folder, "my.key"), join(folder, "other.key")];
  const { stdout: made } = await commandHere(["doctor", "--new-key", key]);
  await commandHere(["doctor", "--new-key", otherKey]);
  const recipient = made.trim();
  expect(readFileSync(key, "utf8")).toContain(`# public key: ${recipient}\n`);

  const table = startProcess(["start", "--config", config, "--log", "json"]);
  onTestFinished(() => void table.child.kill("SIGKILL"));
  await table.lineWith('"display   ');
  // What the port is takes the unit a moment to say.
  await table.lineWith("port-gone");
  const running = await commandHere([...doctor, "--json"]);
  expect(running.status).toBe(2);
  const report = reportIn(running.stdout);
  expect(report).toMatchObject({ format: "tirada-doctor/1", verdict: "stops", table: { mode: "test" } });
  expect(codesOf(report)).toEqual(
    expect.arrayContaining(["fault:port-gone", "unit-runs", "journal-well", "screens-well"]),
  );
  const screen = await commandHere([...doctor, "--lang", "en"]);
  expect(screen.stdout).toMatch(/^TEST: Mesa de prueba · tirada\.test\/table\/test · tirada \S+ · /);
  expect(screen.stdout).toContain("\nThe table cannot certify");
  expect(screen.stdout).toContain("✗ No cable to the wheel [wheel port-gone, ");
  expect(screen.stdout).toContain("    → Check the USB cable and the adapter\n");

  const bundle = join(folder, "running.bundle");
  // The status says whether the bundle was written: what the table's state is, its report says.
  expect(await commandHere([...doctor, "--bundle", bundle, "--to", recipient])).toMatchObject({
    status: 0,
    stderr: "",
  });
  const { vkey } = JSON.parse(
    (await commandHere(["doctor", "--open", bundle, "--key", key, "--json"])).stdout,
  ) as { vkey: string };
  const out = join(folder, "out");
  const open = ["doctor", "--open", bundle, "--key"];
  expect(await commandHere([...open, key, "--vkey", vkey, "--out", out])).toMatchObject({
    status: 0,
    stderr: "",
  });
  expect(readFileSync(join(out, "tirada-bundle/log.txt"), "utf8")).toContain("display   http://127.0.0.1:");
  expect(readFileSync(join(out, "tirada-bundle/metrics.txt"), "utf8")).toContain(
    'tirada_fault{device="wheel",code="port-gone"} 1',
  );
  expect(await commandHere([...open, otherKey])).toMatchObject({ status: 6 });
  expect(await commandHere([...open, key, "--vkey", `${vkey}x`])).toMatchObject({ status: 6 });
  expect(await commandHere([...open, key, "--out", out])).toMatchObject({ status: 2 });
  expect(await commandHere([...doctor, "--bundle", bundle, "--to", recipient])).toMatchObject({ status: 2 });
  expect(
    await commandHere([...doctor, "--bundle", join(folder, "storage", "x"), "--to", recipient]),
  ).toMatchObject({ status: 2 });
  expect(existsSync(join(folder, "storage", "x"))).toBe(false);
  table.child.kill("SIGTERM");
  const ended = await table.ended;
  expect(ended.stdout).toBe("");
  for (const line of ended.stderr.trim().split("\n"))
    expect(JSON.parse(line)).toMatchObject({ name: "tirada" });

  const stopped = await commandHere([...doctor, "--json"]);
  expect(stopped.status).toBe(2);
  expect(codesOf(reportIn(stopped.stdout))).toEqual(expect.arrayContaining(["unit-stopped", "device-absent"]));
  const offline = join(folder, "stopped.bundle");
  expect(await commandHere([...doctor, "--bundle", offline, "--to", recipient])).toMatchObject({ status: 0 });
  const opened = await commandHere(["doctor", "--open", offline, "--key", key, "--vkey", vkey]);
  expect(opened.status).toBe(0);
  expect(opened.stdout).toContain("recordings/wheel-000001.jsonl");
});

it.each(["table.yaml", "storage"])(
  "says to who may not read the %s that they may not, and no verdict",
  async (name) => {
    const folder = temporaryFolder();
    const config = join(folder, "table.yaml");
    writeFileSync(config, "table: {}\n");
    setDisk({
      ...realDisk,
      accessSync: (path: PathLike) => {
        if (String(path).endsWith(name))
          throw Object.assign(new Error("EACCES: permission denied, access"), { code: "EACCES", path });
      },
    });
    onTestFinished(() => setDisk());
    const ended = await commandHere([
      "doctor",
      ...(name === "storage" ? ["--storage", join(folder, name)] : ["--config", config]),
    ]);
    expect(ended).toMatchObject({ status: 2, stdout: "" });
    expect(ended.stderr).toMatch(/^tirada: no right to use .*: give the command as root/);
  },
);

it("of a configuration that cannot be used says what is wrong with it; without any it says what it needs", async () => {
  const config = join(temporaryFolder(), "table.yaml");
  writeFileSync(config, "table: {}\n");
  const wrong = await commandHere(["doctor", "--config", config, "--lang", "es"]);
  expect(wrong.status).toBe(2);
  expect(wrong.stdout).toContain(`✗ La configuración no se puede usar: ${config}:`);
  expect((await commandHere(["doctor"])).stderr).toContain(
    "name the table: --config FILE, or --storage FOLDER",
  );
  for (const words of [
    ["--bundle", "x"],
    ["--to", "age1"],
    ["--open", "x"],
  ])
    expect((await commandHere(["doctor", ...words])).status).toBe(2);
});
