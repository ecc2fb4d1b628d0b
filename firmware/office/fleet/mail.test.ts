import { createServer } from "node:https";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { folderOfFile } from "../../../test/support/folder.ts";
import { casino, type Casino, type Held } from "../../../test/support/casino.ts";
import { ANSWER_MAX_BYTES } from "../../../src/orders/answer.ts";
import { sha256Hex } from "../../../src/record/bytes.ts";
import { CONNECTIONS, inParallel, relayMail, type RelayMail } from "./mail.ts";

const TABLE = "tirada.example/casino-1/table-07";
const BOX = sha256Hex(TABLE);
const DIGEST = "ab".repeat(32);
const folder = folderOfFile();
let here: Casino;
let ana: Held;
let relay: Held;
let unit: Held;
// Certificates for this minute: TLS asks the machine's own clock.
beforeAll(async () => {
  here = await casino("casino-1", folder);
  const hosts = ["127.0.0.1"];
  ana = await here.issue("Ana Soto", { as: "tecnico" });
  relay = await here.issue("relay", { as: "relay", hosts });
  unit = await here.issue(TABLE, { as: "unit", hosts });
});

interface Said {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly by: string;
}

/** Somebody at the relay's address who answers so, and what he was asked. */
async function mailAt(by: Held, status: number, text: string): Promise<{ mail: RelayMail; said: Said[] }> {
  const said: Said[] = [];
  const server = createServer(
    { cert: by.cert, key: by.key, ca: here.ca, requestCert: true, minVersion: "TLSv1.3" },
    (request, response) => {
      let body = "";
      request.setEncoding("utf8").on("data", (piece: string) => (body += piece));
      request.on("end", () => {
        const { CN: name } = (
          request.socket as unknown as { getPeerCertificate(): { subject: { CN: string } } }
        ).getPeerCertificate().subject;
        said.push({ method: request.method ?? "", path: request.url ?? "", body, by: name });
        response.writeHead(status).end(text);
      });
    },
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const mail = relayMail(`https://127.0.0.1:${port}/`, { cert: ana.cert, key: ana.key, ca: here.ca });
  onTestFinished(() => {
    mail.close();
    server.closeAllConnections();
    server.close();
  });
  return { mail, said };
}

it("an order is brought to the table's box, and an answer fetched from it, as the person of the certificate", async () => {
  const { mail, said } = await mailAt(relay, 200, "text of it");
  expect(await mail.put(TABLE, "an order")).toBeNull();
  expect(await mail.answer(TABLE, DIGEST)).toEqual({ text: "text of it" });
  expect(said).toEqual([
    { method: "POST", path: `/letters/${BOX}`, body: "an order", by: "Ana Soto" },
    { method: "GET", path: `/answers/${BOX}/${DIGEST}`, body: "", by: "Ana Soto" },
  ]);
});

it("what the relay says instead is told in one line; that it has no answer is no fault of anybody", async () => {
  const full = await mailAt(relay, 507, `\n${"no room ".repeat(100)}`);
  const why = /^the relay says 507: no room [no rm]{1,92}$/;
  expect(await full.mail.put(TABLE, "an order")).toMatch(why);
  expect(await full.mail.answer(TABLE, DIGEST)).toEqual({ none: expect.stringMatching(why) as string });
  const none = await mailAt(relay, 404, "no answer");
  expect(await none.mail.put(TABLE, "an order")).toBe("the relay says 404: no answer");
  expect(await none.mail.answer(TABLE, DIGEST)).toEqual({ none: "the table has not answered at the relay" });
});

it("an answer over its limit is none", async () => {
  const { mail } = await mailAt(relay, 200, "x".repeat(ANSWER_MAX_BYTES + 1));
  expect(await mail.answer(TABLE, DIGEST)).toEqual({
    none: `the relay does not answer: an answer of over ${ANSWER_MAX_BYTES} bytes`,
  });
  const { mail: at } = await mailAt(relay, 200, "x".repeat(ANSWER_MAX_BYTES));
  expect(await at.answer(TABLE, DIGEST)).toHaveProperty("text");
});

it("a machine of the casino that is no relay is asked nothing, nor is a dead address", async () => {
  const { mail, said } = await mailAt(unit, 200, "");
  expect(await mail.put(TABLE, "an order")).toBe("the relay does not answer: it is no relay of this casino");
  expect(said).toEqual([]);
  const dead = relayMail("https://127.0.0.1:1/", { cert: ana.cert, key: ana.key, ca: here.ca });
  onTestFinished(() => dead.close());
  expect(await dead.put(TABLE, "an order")).toBe("the relay does not answer: ECONNREFUSED");
  expect(await dead.answer(TABLE, DIGEST)).toEqual({ none: "the relay does not answer: ECONNREFUSED" });
});

it("all of a list are done, so many at a time, and what each gives is in its order", async () => {
  const run = async (all: readonly number[], most?: number) => {
    let [busy, highest] = [0, 0];
    const done = await inParallel(
      all,
      async (one) => {
        highest = Math.max(highest, ++busy);
        // The first ones take longest.
        for (let turn = one; turn < 50; turn++) await Promise.resolve();
        busy--;
        return one * 2;
      },
      most,
    );
    return { done, most: highest };
  };
  const all = Array.from({ length: 40 }, (_, at) => at);
  const doubled = all.map((one) => one * 2);
  expect(await run(all)).toEqual({ done: doubled, most: CONNECTIONS });
  expect(await run(all, 3)).toEqual({ done: doubled, most: 3 });
  expect(await run([7], 3)).toEqual({ done: [14], most: 1 });
  expect(await run([])).toEqual({ done: [], most: 0 });
});
