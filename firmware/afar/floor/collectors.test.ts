import { expect, onTestFinished, test } from "vitest";
import { casino, type Casino } from "../../../test/support/casino.ts";
import { stubCollector, type StubCollector } from "../../../test/support/stub-collector.ts";
import { StubFloor } from "../../../test/support/stub-floor.ts";
import { LOG } from "../../../src/record/vector.fixture.ts";
import { readCredentials } from "../orders/credentials.ts";
import { Collectors } from "./collectors.ts";

/** What a collector may do on the wire, over real TLS. */

interface Place {
  readonly here: Casino;
  readonly floor: StubFloor;
  readonly stub: StubCollector;
  readonly asker: Collectors;
}

async function placeOf(as: "collector" | "relay" = "collector", withinMs?: number): Promise<Place> {
  const here = await casino();
  const unit = await here.issue(LOG, { as: "unit", hosts: ["127.0.0.1"] });
  const floor = new StubFloor(LOG);
  const stub = await stubCollector(here, floor, as);
  const credentials = await readCredentials(here.remote(unit));
  const asker = new Collectors([stub.url], () => credentials, withinMs);
  onTestFinished(() => asker.close());
  return { here, floor, stub, asker };
}

test("is asked with the unit's certificate over one connection that is kept, and answers", async () => {
  const { floor, stub, asker } = await placeOf();
  for (let n = 0; n < 5; n++)
    expect(await asker.ask({ what: "standing" })).toMatchObject({
      is: "answer",
      standing: { next: 0 },
      refused: null,
    });
  expect(await asker.ask({ what: "lines", body: "[]\n" })).toMatchObject({ refused: { why: "malformed" } });
  expect([stub.connections, [...stub.holders], floor.requests.length]).toEqual([1, [LOG], 6]);
  // A collector that was started again is asked over a new one.
  await stub.close();
  expect(await asker.ask({ what: "standing" })).toMatchObject({ is: "silent" });
  await stub.open();
  expect(await asker.ask({ what: "standing" })).toMatchObject({ is: "answer" });
});

test("another machine of the casino is no collector", async () => {
  const { asker, floor } = await placeOf("relay");
  expect(await asker.ask({ what: "standing" })).toEqual({
    is: "silent",
    why: "it is no collector of this casino",
  });
  expect(floor.requests).toEqual([]);
});

test("that takes nothing, a byte now and then, answers nonsense, too much or half of it, costs one question and its time", async () => {
  const { stub, asker } = await placeOf("collector", 300);
  const body = "x".repeat(2_000_000);
  const silent = async (): Promise<string> => {
    const answer = await asker.ask({ what: "lines", body });
    return answer.is === "answer" ? "answer" : `${answer.is}: ${answer.why}`;
  };
  // Reads nothing more: what is not taken stays in the sockets' buffers.
  stub.take = (socket) => void socket.pause();
  expect(await silent()).toBe("silent: no whole answer within 0.3 s");
  stub.take = (socket) => void socket.end("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{");
  expect(await silent()).toMatch(/^silent: /);
  stub.take = (socket) => void socket.end("220 mail.example ESMTP\r\n");
  expect(await silent()).toMatch(/^silent: HPE_/);
  stub.take = (socket) =>
    void socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n${"{".repeat(1_000_000)}`);
  expect(await silent()).toMatch(/^silent: .*16384 bytes/);
  stub.take = (socket) => void socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}");
  expect(await silent()).toMatch(/^unusable: status 200/);
  stub.take = null;
  // The connection ended behind that answer, which a question may find out.
  await asker.ask({ what: "standing" });
  expect(await asker.ask({ what: "standing" })).toMatchObject({ is: "answer" });
});
