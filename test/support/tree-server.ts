import { createReadStream, readFileSync, statSync } from "node:fs";
import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const TLS = fileURLToPath(new URL("../data/tls/", import.meta.url));
export const TREE_CA = readFileSync(join(TLS, "certificate.pem"), "utf8");

/** A web server over TLS that answers as the test says; its address. */
export async function treeServer(answer: RequestListener): Promise<string> {
  const server = createServer({ cert: TREE_CA, key: readFileSync(join(TLS, "key.pem")) }, answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return `https://127.0.0.1:${address.port}`;
}

/** Serves the files of a folder, as a mirror does. */
export function mirror(folder: string): RequestListener {
  return (request, response) => {
    const path = join(folder, new URL(request.url ?? "/", "https://mirror").pathname);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isFile() !== true) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-length": found.size });
    createReadStream(path).pipe(response);
  };
}
