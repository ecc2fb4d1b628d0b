import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { signPage } from "../../src/record/acceptance-report.ts";
import { signerFromPem } from "../../src/record/keys.ts";
import { acceptancePage } from "../../firmware/care/acceptance/report-page.ts";
import { reportOf } from "../../firmware/care/acceptance/report.ts";
import { acceptSimulated } from "../../hw-sim/acceptance/accept-simulated.ts";
import { commandHere } from "../support/command.ts";
import { folderOfFile } from "../support/folder.ts";
import { expectProblem } from "../support/problem.ts";
import "../../firmware/table/setup/every-family.ts";

/** `tirada accept` as a person of the workshop meets it, and its report as anybody verifies it. */

const ANA = "workshop.example/ana";
const folder = folderOfFile();
let config = "";
let people = "";
let key = "";

const inFolder = (name: string): string => join(folder, name);

beforeAll(async () => {
  [config, people, key] = [inFolder("table.yaml"), inFolder("people.txt"), inFolder("ana.pem")];
  const made = await commandHere(["accept", "--new-key", key, "--person", ANA]);
  expect(made).toMatchObject({ status: 0, stderr: "" });
  writeFileSync(people, `# the workshop\n${made.stdout}`);
  writeFileSync(
    config,
    `format: 4
table: { name: Taller, log: workshop.example/bench/test, rulebook: cl/ruleta-francesa, languages: [es] }
wheel: { device: cammegh-ss2, path: ${inFolder("nothing")}, wait: true }
display: { host: 127.0.0.1, port: 8470 }
people: []
storage: { folder: ${inFolder("store")} }
test: true
`,
  );
});

const accept = (...more: readonly string[]) =>
  commandHere([
    "accept",
    "--device",
    "cammegh-ss2",
    "--config",
    config,
    "--key",
    key,
    "--people",
    people,
    ...more,
  ]);

describe("tirada accept", () => {
  it("begins nothing for a person whom the workshop does not know", async () => {
    const other = inFolder("bea.pem");
    await commandHere(["accept", "--new-key", other, "--person", "workshop.example/bea"]);
    const ended = await accept(
      "--person",
      "workshop.example/bea",
      "--key",
      other,
      "--out",
      inFolder("bea.html"),
    );
    expectProblem(ended, 2, `--person workshop.example/bea: ${people} has no such person with this key`);
    // Her name on the key of somebody else is nobody either.
    expectProblem(
      await accept("--person", "workshop.example/bea", "--out", inFolder("b.html")),
      2,
      "has no such person",
    );
  });

  it("begins nothing where the report is there already, or of a device that the configuration has not", async () => {
    const out = inFolder("there.html");
    writeFileSync(out, "");
    expectProblem(await accept("--person", ANA, "--out", out), 2, "a report is signed once; name a new file");
    const ended = await commandHere([
      "accept",
      "--device",
      "panel",
      "--config",
      config,
      "--person",
      ANA,
      "--key",
      key,
      "--people",
      people,
      "--out",
      inFolder("p.html"),
    ]);
    expectProblem(ended, 2, "--device panel: this configuration has cammegh-ss2");
  });
});

describe("tirada verify of a report", () => {
  it("says who signed and what passed, and finds a changed byte", async () => {
    const one = {
      device: "cage",
      table: "dice",
      rulebook: "cl/chuck-a-luck",
      fault: null,
      passes: true,
      reports: null,
    };
    const signer = signerFromPem(ANA, readFileSync(key, "utf8").replace(/^tirada workshop key\n/, ""));
    const head = {
      run: "0123456789abcdef",
      at: "2026-11-29T10:00:00.000Z",
      ended: "2026-11-29T10:04:00.000Z",
      device: "cage",
      firmware: "1.0.0",
      rulebook: null,
      simulated: "in simulated time",
    };
    const report = reportOf(
      { ...head, serial: { said: "51000042", told: "51000042" }, person: ANA, vkey: signer.verifier.vkey },
      await acceptSimulated(one, "verify"),
    );
    const page = signPage(acceptancePage(report, "es"), signer);
    const path = inFolder("cage.html");
    writeFileSync(path, page);
    const verified = await commandHere(["verify", path, "--keys", people]);
    expect(verified).toMatchObject({ status: 0, stderr: "" });
    expect(verified.stdout).toContain(`VALID  acceptance of cage 51000042, signed by ${ANA}`);
    expect(verified.stdout).toContain("PASSED");
    expect(verified.stdout).toContain("simulated: in simulated time; no device was accepted");
    writeFileSync(path, page.replace("1.0.0", "1.0.1"));
    const changed = await commandHere(["verify", path, "--keys", people]);
    expect(changed.status).toBe(6);
    expect(changed.stdout).toContain("NOT VALID");
    writeFileSync(path, page.slice(0, -9));
    expectProblem(await commandHere(["verify", path]), 6, "something stands behind its signature");
  });

  it("counts a PDF by the signature beside it", async () => {
    const pdf = inFolder("x.pdf");
    writeFileSync(pdf, "%PDF-1.7 none of ours");
    writeFileSync(`${pdf}.sig`, "no signature");
    const ended = await commandHere(["verify", pdf, "--keys", people]);
    expect(ended.status).toBe(6);
    expect(ended.stdout).toContain("NOT VALID  acceptance, signed by nobody");
  });
});
