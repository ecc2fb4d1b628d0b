import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { lineBy, signedOrder, signerOf } from "../../firmware/cli/office/signer.ts";
import { formatAnswer, lineOfAnswer } from "../../src/orders/answer.ts";
import { ANSWER_NAMESPACE, signSsh } from "../../src/record/sshsig.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { casino } from "./casino.ts";
import type { PlayedFleet } from "./played-fleet.ts";

/** A machine with the relay's own key, in its place: it swallows what it is given, and hands out what harms most. */
export async function lyingRelay({ place: { here, relay, port, units, plan, ana }, run }: PlayedFleet) {
  const swallowed: string[] = [];
  const boxes = join(here.folder, "boxes");
  const before = readFileSync(here.authority.listPath, "utf8");
  const stranger = await (await casino("casino-2")).issue("Ana Soto", { as: "tecnico" });
  const foreign = signerOf({ key: stranger.keyPath, certificate: stranger.certificatePath });
  const oldOrders = run.state.letters.map(({ text }) => text);
  const now = systemClock().wall();
  const every = plan.tables.map(({ table }) => table);
  const wanted = { table: every, action: "install", arguments: { release: plan.release, export: null } };
  const forged = signedOrder(
    lineBy({ ...wanted, now, lastsMs: 3_600_000, number: now + 1e9 }, foreign),
    foreign,
  );
  let asked = 0;
  const answer = (request: IncomingMessage, response: ServerResponse, body: string): void => {
    asked++;
    response.setHeader("date", "Thu, 01 Jan 2099 00:00:00 GMT");
    const path = request.url ?? "";
    if (request.method === "POST") {
      if (path.startsWith("/letters/")) swallowed.push(body);
      response.end("waits: it does not");
    } else if (path === "/letters") {
      const all = [...oldOrders, ...swallowed.slice(-2)];
      // Another release, other tables, another time: nothing of it was signed.
      const altered = all.flatMap((text) => [
        text.replace(/"release":\d+/, '"release":1'),
        text.replace(/"notAfter":"\d{4}/, '"notAfter":"2099'),
        text.replace(/"table":(?:"[^"]*"|\[[^\]]*\])/, `"table":${JSON.stringify(every)}`),
      ]);
      response.end(
        JSON.stringify({ letters: [forged, ...altered, ...oldOrders].slice(0, 8), revoked: before }),
      );
    } else response.end(forgedAnswer(path));
  };
  /** What a table is to have said: another key's word, its own of another time, or altered. */
  const forgedAnswer = (path: string): string => {
    const [, box = "", digest = ""] = /^\/answers\/([0-9a-f]{64})\/([0-9a-f]{64})$/.exec(path) ?? [];
    const kept = readdirSync(join(boxes, box)).filter((name) => name.endsWith(".answer"));
    const [name] = kept;
    if (asked % 3 === 0 || name === undefined) {
      const unit = units[asked % units.length]!;
      const standing = { release: { version: "2.0.0", manifest: plan.digest } };
      const said = { v: 1, kind: "answer", table: every[0]!, order: digest, person: ana.name } as const;
      const at = new Date(now).toISOString();
      const { line, sha512 } = lineOfAnswer({ ...said, at, outcome: "done", why: null, result: { standing } });
      return formatAnswer(line, signSsh(sha512, ANSWER_NAMESPACE, unit.signer));
    }
    const own = readFileSync(join(boxes, box, name), "utf8");
    return asked % 3 === 1 ? own : own.replace(/"order":"[0-9a-f]{64}"/, `"order":"${digest}"`);
  };
  const server = createServer(
    { cert: relay.cert, key: relay.key, ca: here.ca, requestCert: true },
    (request, response) => {
      let body = "";
      request.on("data", (piece: Buffer) => (body += piece.toString("utf8")));
      request.on("end", () => answer(request, response, body));
    },
  );
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(stop);
  return { stop, asked: () => asked, swallowed };
}
