import { createServer, type Server } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { askHttps } from "./ask-https.ts";

/** What is told of a machine that does not answer: words that a person can act on. */

async function listening(server: Server): Promise<URL> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return new URL(`https://127.0.0.1:${address.port}/`);
}

test("an answer that does not come in time is told so", async () => {
  const url = await listening(
    createServer((socket) => {
      onTestFinished(() => void socket.destroy());
      socket.on("error", () => undefined);
    }),
  );
  expect(await askHttps({}, { url, most: 100, withinMs: 100 })).toEqual({
    silent: "no whole answer within 0.1 s",
  });
});

test("a connection that is cut is told by the system's own word", async () => {
  const url = await listening(createServer((socket) => void socket.destroy()));
  expect(await askHttps({}, { url, most: 100, withinMs: 5_000 })).toEqual({
    silent: "ECONNRESET",
  });
});
