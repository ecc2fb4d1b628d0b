import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Debian's Firefox ESR, spoken to by WebDriver BiDi over its own WebSocket: no driver between. */
export const FIREFOX = "/usr/bin/firefox-esr";

/** One page of it. */
export interface FirefoxPage {
  goto(url: string): Promise<void>;
  /** The value of an expression on the page, which may be a promise of one; texts and numbers only. */
  evaluate(expression: string): Promise<unknown>;
  /** A PNG in base64. */
  screenshot(): Promise<string>;
  close(): Promise<void>;
}

interface Reply {
  readonly id?: number;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** Starts it with a profile of its own. Throws when it does not listen. */
export async function startFirefox(): Promise<FirefoxPage> {
  const profile = mkdtempSync(join(tmpdir(), "tirada-firefox-"));
  const child = spawn(FIREFOX, [
    "--headless",
    "--no-remote",
    "--profile",
    profile,
    "--remote-debugging-port",
    "0",
    "about:blank",
  ]);
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    let said = "";
    child.stderr.on("data", (data: Buffer) => {
      said += data.toString();
      const [, found] = /WebDriver BiDi listening on (ws:\S+)/.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once("exit", () => reject(new Error(`firefox ended: ${said}`)));
  });
  const socket = new WebSocket(`${address}/session`);
  const waiting = new Map<number, { resolve: (value: Reply) => void }>();
  socket.addEventListener("message", ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply;
    if (reply.id !== undefined) waiting.get(reply.id)?.resolve(reply);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  let last = 0;
  const command = async (method: string, params: object): Promise<Readonly<Record<string, unknown>>> => {
    const id = ++last;
    const reply = await new Promise<Reply>((resolve) => {
      waiting.set(id, { resolve });
      socket.send(JSON.stringify({ id, method, params }));
    });
    waiting.delete(id);
    if (reply.result === undefined) throw new Error(`${method}: ${reply.message ?? "refused"}`);
    return reply.result;
  };
  await command("session.new", { capabilities: {} });
  const { contexts } = (await command("browsingContext.getTree", {})) as {
    contexts: readonly { context: string }[];
  };
  const context = contexts[0]?.context ?? "";
  return {
    goto: async (url) => {
      await command("browsingContext.navigate", { context, url, wait: "complete" });
    },
    evaluate: async (expression) => {
      const { result, exceptionDetails } = (await command("script.evaluate", {
        expression,
        target: { context },
        awaitPromise: true,
      })) as { result?: { value?: unknown }; exceptionDetails?: { text: string } };
      if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
      return result?.value;
    },
    screenshot: async () => {
      const { data } = await command("browsingContext.captureScreenshot", { context });
      return String(data);
    },
    close: async () => {
      socket.close();
      child.kill();
      await gone;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
