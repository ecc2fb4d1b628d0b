import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../firmware/unit/configuration/read-config.ts";
import { runTable } from "../../firmware/unit/run.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { ActsLine } from "../support/acts-line.ts";
import { commandHere } from "../support/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { cheapPinHash } from "../support/pin.ts";

/** A bundle for somebody far away, asked for at the table by whoever is there. */

const EVA = { name: "Eva Mas", role: "tecnico", pin: "24681" } as const;
const BUNDLER = new URL("../../firmware/care/doctor/bundle-child.ts", import.meta.url).href;

/** A table without a wheel, and what its records say of acts. */
async function tableWithout() {
  const folder = temporaryFolder();
  const file = join(folder, "table.json");
  const storage = join(folder, "storage");
  const written = {
    test: true,
    table: { name: "Mesa", log: "tirada.test/bundle", rulebook: "cl/ruleta-francesa" },
    wheel: { device: "cammegh-ss2", path: "/dev/serial/by-id/usb-none", wait: true },
    display: { port: 0 },
    people: [{ name: EVA.name, role: EVA.role, pin: cheapPinHash(EVA.pin) }],
    storage: { folder: storage },
  };
  writeFileSync(file, JSON.stringify(written));
  const acts: Readonly<Record<string, unknown>>[] = [];
  const table = await runTable({
    config: await readConfig(file),
    clock: systemClock(),
    bundler: BUNDLER,
    onRecord: ({ body }) => void (body.kind === "act" && acts.push(body.detail)),
    onNotice: () => undefined,
  });
  onTestFinished(() => table.stop("test"));
  return { url: table.url, acts, storage };
}

test("a bundle is made for whoever has the key, lies where the page fetches it, and is a record", async () => {
  const { url, acts, storage } = await tableWithout();
  const line = await ActsLine.open(url, EVA);
  onTestFinished(() => line.close());
  const key = join(temporaryFolder(), "far.key");
  const recipient = (await commandHere(["doctor", "--new-key", key])).stdout.trim();

  for (const wrong of ["", "age1somebody", `${recipient}x`]) {
    await line.begin("bundle", { recipient: wrong });
    expect(line.refusal).toContain("age1");
  }
  expect(acts.at(-1)).toMatchObject({ act: "bundle", what: "refused" });

  // As it was copied out of a letter.
  const asked = async () => {
    await line.begin("bundle", { recipient: ` ${recipient.toUpperCase()} ` });
    return line.ended();
  };
  // Ten seconds from its start on a unit knows how full its disk is, and says so to whoever asks before.
  let end = await asked();
  for (let waited = 0; waited < 15 && end.why?.en.includes("not measured yet") === true; waited++) {
    await systemClock().sleep(US_PER_S);
    end = await asked();
  }
  expect(end).toEqual({ is: "done", why: null });
  expect(line.said.at(-1)).toContain(recipient);
  const made = join(storage, "handed-out");
  const [file = ""] = readdirSync(made);
  const bytes = readFileSync(join(made, file));
  expect(acts.at(-1)).toMatchObject({
    act: "bundle",
    what: "ended",
    is: "done",
    person: EVA.name,
    file,
    bytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    recipient,
  });
  const out = join(temporaryFolder(), "opened");
  const opened = await commandHere(["doctor", "--open", join(made, file), "--key", key, "--out", out]);
  expect(opened.status).toBe(0);
  expect(readdirSync(join(out, "tirada-bundle"))).toContain("doctor.json");
});
