import { createServer } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../../test/support/folder.ts";
import type { OrderPerson } from "../../../src/orders/judge.ts";
import { NO_UPDATER, updaterAt } from "./updater.ts";

const DIGEST = "ab".repeat(32);
const KNOWN = { times: { witnessed: null, result: null }, confirmedRelease: 3 };
const personOf = (name: string): OrderPerson => ({ name, role: "tecnico" }) as unknown as OrderPerson;
const [ana, ben] = [personOf("Ana Soto"), personOf("Ben Ruiz")];

/** An updater that answers this line, and what it was asked. */
async function answering(line: string | null) {
  const path = join(temporaryFolder(), "updater.sock");
  const asked: unknown[] = [];
  const server = createServer((socket) => {
    let text = "";
    socket.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
      if (!text.endsWith("\n")) return;
      asked.push(JSON.parse(text));
      socket.end(line === null ? "" : `${line}\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  onTestFinished(() => void server.close());
  const give = (said: object, people: readonly OrderPerson[] = [ana]) =>
    updaterAt(path).give({
      order: DIGEST,
      people,
      reason: null,
      known: () => KNOWN,
      asked: said as never,
    });
  return { asked, give };
}

it("an order reaches the updater with who signed it and by its digest, and nothing of where it could come from but the updater's own", async () => {
  const { asked, give } = await answering('{"ok":true,"lines":["{\\"is\\":\\"taken\\"}"]}');
  const source = { folder: null, isStick: false };
  expect(await give({ action: "check", arguments: {} })).toEqual({ ok: true, result: { is: "taken" } });
  await give({ action: "install", arguments: { release: 7, export: null } }, [ana, ben]);
  await give({ action: "install", arguments: { release: 7, export: "cd" } }, [ana, ben]);
  await give({ action: "install", arguments: { release: 7, export: "cd" } });
  await give({ action: "install-base", arguments: { base: 3 } });
  await give({ action: "rollback", arguments: { from: "ef" } });
  await give({ action: "rollback", arguments: {} });
  await give({ action: "hold", arguments: { on: true } });
  const by = "Ana Soto";
  const install = { do: "install", source, order: DIGEST, release: 7, wait: false };
  expect(asked).toEqual([
    { do: "check", source, known: KNOWN },
    { ...install, by: "Ana Soto, Ben Ruiz", proof: null },
    { ...install, by: "Ana Soto, Ben Ruiz", proof: { people: ["Ana Soto", "Ben Ruiz"], exportSha512: "cd" } },
    // A release without a way back is of two people: one of them alone proves nothing.
    { ...install, by, proof: null },
    { do: "base", source, by, order: DIGEST, base: 3, again: false, wait: false },
    { do: "rollback", by, order: DIGEST, from: "ef" },
    { do: "rollback", by, order: DIGEST, from: null },
    { do: "hold", isHeld: true, by, order: DIGEST },
  ]);
});

it("what the updater refuses, says badly or does not say is an answer", async () => {
  const hold = { action: "hold", arguments: { on: true } };
  expect(await (await answering('{"ok":false,"why":"it is busy"}')).give(hold)).toMatchObject({
    ok: false,
    why: "it is busy",
  });
  expect(await (await answering('{"ok":true,"lines":[]}')).give(hold)).toEqual({ ok: true, result: null });
  for (const line of ['{"ok":true,"lines":["{"]}', "hello", null]) {
    const answer = await (await answering(line)).give(hold);
    expect([line, answer.ok]).toEqual([line, false]);
    expect(answer).toMatchObject({ why: expect.stringMatching(/^[^\n]+$/) as string });
  }
  const none = updaterAt(join(temporaryFolder(), "none.sock"));
  const asked = hold as never;
  expect(await none.give({ asked, order: DIGEST, people: [], reason: null, known: () => KNOWN })).toEqual({
    ok: false,
    why: NO_UPDATER,
  });
});
