import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { createServer, type Server } from "node:https";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { logOf } from "../../firmware/table/config/config.ts";
import { readRelayConfig } from "../../firmware/office/relay/config.ts";
import { runRelay, type RunningRelay } from "../../firmware/office/relay/run.ts";
import { boxOf } from "../../firmware/office/relay/letter-box.ts";
import { LETTERS_OF_PERSON_MAX } from "../../firmware/office/relay/limits.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { askFar, casino, type Casino, type Held } from "../support/casino.ts";
import { commandHere } from "../support/command.ts";
import { lineBy, orderBy } from "../support/orders.ts";
import { testTable, toResult, type TestTable } from "../support/running-table.ts";
import { startProcess } from "../support/table-process.ts";
import { until } from "../support/screen-line.ts";
import { untilKnown } from "../support/known-table.ts";
import { ALL } from "../support/volume.ts";

/** A casino's relay, and machines that pretend to be it. */

type Detail = Readonly<Record<string, unknown>>;
const orders = ({ records }: TestTable): readonly Detail[] =>
  records.flatMap(({ body }) => (body.kind === "order" ? [body.detail] : []));

/** A server in the relay's place, that says what it wants; how often it was asked anything. */
async function impostor(port: number, ca: string, held: Held, answer: RequestListener) {
  let asked = 0;
  const server: Server = createServer(
    { cert: held.cert, key: held.key, ca, requestCert: true },
    (request, response) => {
      asked++;
      answer(request, response);
    },
  );
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(stop);
  return { port: (server.address() as { port: number }).port, stop, asked: () => asked };
}

/** Writes the configuration of a relay with a tree; its path. */
function relayConfig(here: Casino, held: Held, port = 0): string {
  const tree = join(here.folder, "tree");
  mkdirSync(join(tree, "image"), { recursive: true });
  writeFileSync(join(tree, "image", "1.root.json"), "{}");
  writeFileSync(join(tree, ".secret"), "no");
  const path = join(here.folder, "relay.yaml");
  const config = {
    listen: { host: "127.0.0.1", port },
    folder: join(here.folder, "boxes"),
    tree,
    certificate: held.certificatePath,
    key: held.keyPath,
    authority: here.authority.certificatePath,
    revoked: here.authority.listPath,
  };
  writeFileSync(path, JSON.stringify(config));
  return path;
}

async function relayOf(here: Casino, held: Held, port: number): Promise<RunningRelay> {
  const config = readRelayConfig(relayConfig(here, held, port));
  const relay = await runRelay(config, systemClock(), () => undefined);
  onTestFinished(() => relay.stop());
  return relay;
}

test("an impostor can delay and nothing else; the relay brings orders and answers", async () => {
  const [here, other] = await Promise.all([casino(), casino("casino-2")]);
  const machine = { hosts: ["127.0.0.1"] };
  const foreign = await other.issue("relay", { as: "relay", ...machine });
  const unit = await here.issue("another/table", { as: "unit", ...machine });
  const own = await here.issue("relay", { as: "relay", ...machine });
  const [ana, jon] = [
    await here.issue("Ana", { as: "tecnico" }),
    await here.issue("Jon", { as: "jefe-de-mesa" }),
  ];
  const stranger = await other.issue("Ana", { as: "tecnico" });

  const first = await impostor(0, here.ca, foreign, (_request, response) => response.end("{}"));
  const table = await testTable({
    remote: async (log) => {
      const section = here.remote(await here.issue(log, { as: "unit", ...machine }), {
        relay: { url: `https://127.0.0.1:${first.port}/`, everySeconds: 1 },
      });
      const { server, ...rest } = section;
      expect(server).toBeDefined();
      return rest;
    },
  });
  const log = logOf(table.config);
  const said = (words: RegExp): boolean =>
    table.notices.some((line) => line.startsWith("remote: the relay") && words.test(line));
  await until("a foreign relay to be seen through", () => said(/SELF_SIGNED|UNABLE_TO|CERT/));
  expect(first.asked()).toBe(0);
  await first.stop();

  const second = await impostor(first.port, here.ca, unit, (_request, response) => response.end("{}"));
  await until("a machine that is no relay", () => said(/no relay of this casino/));
  expect(second.asked()).toBe(0);
  await second.stop();

  // A relay that was stolen, with its key: it can say what it wants.
  const good = orderBy([ana], lineBy(ana, log));
  const lies = [
    good.replace('"self-test"', '"rollback"'),
    orderBy([ana], lineBy(ana, "tirada.test/other-table")),
    orderBy([stranger], lineBy(stranger, log)),
    "no order at all",
  ];
  let handed = { letters: lies, revoked: readFileSync(other.authority.listPath, "utf8") };
  const third = await impostor(first.port, here.ca, own, (request, response) => {
    if (request.method === "POST") response.end("kept");
    else response.end(JSON.stringify(handed));
  });
  await until("every lie to be refused", () => orders(table).length >= lies.length);
  expect(orders(table).map(({ what, why }) => [what, why])).toEqual([
    ["refused", "changed"],
    ["refused", "other-table"],
    ["refused", "certificate-foreign"],
    ["refused", "malformed"],
  ]);
  // A list of the authority itself counts, whoever brings it; one that is older does not come back.
  const eve = await here.issue("Eve", { as: "tecnico" });
  const before = readFileSync(here.authority.listPath, "utf8");
  await here.revoke(eve);
  const revoked = (): number => orders(table).filter(({ why }) => why === "certificate-revoked").length;
  handed = {
    letters: [orderBy([eve], lineBy(eve, log))],
    revoked: readFileSync(here.authority.listPath, "utf8"),
  };
  await until("the newer list", () => revoked() === 1);
  handed = { letters: [orderBy([eve], lineBy(eve, log))], revoked: before };
  await until("the older list to be refused", () => revoked() === 2);
  await third.stop();
  const endless = await impostor(first.port, here.ca, own, (_request, response) => {
    const piece = Buffer.alloc(1_048_576);
    const more = (): void => {
      response.write(piece);
      response.once("drain", more);
    };
    more();
  });
  await until("an answer without an end", () => said(/an answer of over/));
  await endless.stop();
  await toResult(table);

  // The relay itself, with the same key, in the same place.
  const relay = await relayOf(here, own, first.port);
  const file = join(here.folder, "hold.order");
  const signer = (held: Held) => ["--key", held.keyPath, "--certificate", held.certificatePath];
  const vkey = (JSON.parse((await commandHere(["verify", table.journal, "--json"])).stdout) as { vkey: string })
    .vkey;
  const to = [
    "--relay",
    relay.url,
    "--authority",
    here.authority.certificatePath,
    "--vkey",
    vkey,
    "--wait",
    "30",
  ];
  const send = async (action: string, by: Held) => {
    await commandHere(["order", "make", action, "--table", log, "--out", `${file}-${action}`, ...signer(by)]);
    return commandHere(["order", "send", `${file}-${action}`, ...to, ...signer(by)]);
  };
  const leave = (text: string, by: Held = ana) => askFar(`${relay.url}letters/${boxOf(log)}`, here, by, text);
  await untilKnown(join(here.folder, "boxes"), log);
  // What no table would take waits for none: a false signature, a role that may not, a table that never came.
  const refused = async (text: string, by?: Held) => (await leave(text, by)).body.trim();
  expect(await refused(good.replace('"self-test"', '"rollback"'))).toBe("refused: changed");
  expect(await refused(orderBy([stranger], lineBy(stranger, log)))).toBe("refused: certificate-foreign");
  expect(await refused(orderBy([jon], lineBy(jon, log)), jon)).toBe("refused: wrong-role");
  expect(await refused(orderBy([eve], lineBy(eve, log)))).toBe("refused: certificate-revoked");
  const nowhere = `${relay.url}letters/${boxOf("casino-1/table-99")}`;
  expect((await askFar(nowhere, here, ana, orderBy([ana], lineBy(ana, "casino-1/table-99")))).body.trim()).toBe(
    "refused: unknown-table",
  );
  expect(readdirSync(join(here.folder, "boxes")).filter((name) => name !== boxOf(log))).toEqual([]);
  const done = await send("diagnose", ana);
  expect([done.status, done.stderr]).toEqual([0, ""]);
  expect(done.stdout).toMatch(/waits at .*\ndone at .*signed by tirada\.test\/table\/test/);
  // What the table would refuse whatever it knows, the relay refuses.
  expect(await send("rollback", jon)).toMatchObject({
    status: 6,
    stderr: expect.stringContaining("refused: wrong-role") as string,
  });
  // What was taken away is nobody's to repeat: the stolen relay's copy is refused.
  const copied = readFileSync(`${file}-diagnose`, "utf8");
  expect((await askFar(`${relay.url}letters/${boxOf(log)}`, here, ana, copied)).status).toBe(200);
  await until(
    "the copy to be refused or known",
    () => orders(table).filter(({ what }) => what === "accepted").length === 1,
  );
});

if (ALL)
  test("a relay keeps to its limits, and gives each what is its own", async () => {
    const here = await casino();
    const machine = { hosts: ["127.0.0.1"] };
    const path = relayConfig(here, await here.issue("relay", { as: "relay", ...machine }));
    const running = startProcess(["relay", "--config", path]);
    onTestFinished(() => void running.child.kill("SIGKILL"));
    const relay = { url: (await running.line("relay")).trim() };
    const [ana, unit, neighbour] = [
      await here.issue("Ana", { as: "tecnico" }),
      await here.issue("casino-1/table-07", { as: "unit" }),
      await here.issue("casino-1/table-08", { as: "unit" }),
    ];
    const box = boxOf(unit.name);
    const leave = (text: string, by: Held = ana) => askFar(`${relay.url}letters/${box}`, here, by, text);
    const order = () => orderBy([ana], lineBy(ana, unit.name));
    const letters = async (by: Held): Promise<readonly string[]> =>
      (JSON.parse((await askFar(`${relay.url}letters`, here, by)).body) as { letters: string[] }).letters;

    expect(await leave("no order")).toEqual({ status: 403, body: "refused: malformed\n" });
    expect((await leave("x".repeat(70_000))).status).toBe(413);
    expect((await leave(orderBy([ana], lineBy(ana, neighbour.name)))).status).toBe(403);
    expect((await leave(order(), unit)).status).toBe(403);
    expect(await leave(order())).toEqual({ status: 403, body: "refused: unknown-table\n" });
    expect(await letters(unit)).toEqual([]);
    const answers = await Promise.all(Array.from({ length: LETTERS_OF_PERSON_MAX }, () => leave(order())));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await leave(order())).toEqual({ status: 403, body: "refused: too-many\n" });

    expect(await letters(unit)).toHaveLength(8);
    expect(await letters(neighbour)).toEqual([]);
    expect((await askFar(`${relay.url}letters`, here, ana)).status).toBe(403);
    // A neighbour's answer takes nothing out of the box, and is in no other.
    const [, digest = ""] = /waits: (\S+)/.exec(answers[0]!.body)!;
    expect((await askFar(`${relay.url}answers/${digest}`, here, neighbour, "forged")).status).toBe(200);
    expect((await askFar(`${relay.url}answers/${box}/${digest}`, here, ana)).status).toBe(404);
    expect((await askFar(`${relay.url}answers/${digest}`, here, unit, "an answer")).status).toBe(200);
    expect((await askFar(`${relay.url}answers/${box}/${digest}`, here, ana)).body).toBe("an answer");
    expect((await leave(order())).status).toBe(200);

    // Whoever watches it asks under any certificate that counts.
    const health = await askFar(`${relay.url}health`, here, unit);
    expect(JSON.parse(health.body)).toMatchObject({ ok: true, tree: true });
    const tree = async (path: string) => (await askFar(`${relay.url}tree/${path}`, here, unit)).status;
    expect([
      await tree("image/1.root.json"),
      await tree(".secret"),
      await tree("..%2fauthority%2fauthority.pem"),
    ]).toEqual([200, 404, 404]);
    await expect(askFar(`${relay.url}tree/image/1.root.json`, here, null)).rejects.toThrow();

    running.child.kill("SIGTERM");
    expect(await running.ended).toMatchObject({ status: 0, stderr: "" });
    writeFileSync(path, readFileSync(path, "utf8").replace('"tree"', '"trees"'));
    const wrong = await commandHere(["relay", "--config", path]);
    expect([wrong.status, wrong.stderr.includes("relay.yaml:1")]).toEqual([2, true]);
  });
