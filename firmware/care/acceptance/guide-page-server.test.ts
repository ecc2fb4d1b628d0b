import { request } from "node:http";
import { expect, test } from "vitest";
import { startGuidePage } from "./guide-page-server.ts";
import { beginAcceptance, stepAcceptance } from "./run-steps.ts";
import { stepsOf } from "./steps-file.ts";

const STEPS = stepsOf(
  "acceptance: 1\ndevice: cage\nsteps:\n  - { step: see-level, within: 60, asks: true }\n",
  "own.yaml",
);

/** Status of a request with a host of its own. */
const statusOf = (url: string, path: string, host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(url);
    const asked = request({ port, host: "127.0.0.1", path, headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.once("error", reject);
    asked.end();
  });

test("the page shows the run, takes what is said, and is nobody else's", async () => {
  const page = await startGuidePage({ port: 0, language: "es", title: "<cage>" });
  const said: string[] = [];
  page.onSaid((line) => said.push(line));
  const begun = beginAcceptance(STEPS, 0);
  page.show(begun);
  const { url } = page;
  const host = new URL(url).host;
  const path = new URL(url).pathname;
  const text = await (await fetch(url)).text();
  expect(text).toContain("Aceptación: &#60;cage&#62;");
  const states = (await fetch(`${url}states`)).body!.getReader();
  const nextState = async (): Promise<unknown> => {
    const read = (await states.read()) as { readonly value?: Uint8Array };
    return JSON.parse(
      Buffer.from(read.value!)
        .toString("utf8")
        .replace(/^data: /, ""),
    ) as unknown;
  };
  expect(await nextState()).toMatchObject({ end: null, now: { at: 0, asks: true, names: false } });
  expect((await fetch(`${url}said`, { method: "POST", body: JSON.stringify({ line: "n" }) })).status).toBe(200);
  expect(said).toEqual(["n"]);
  page.show(stepAcceptance(begun, { k: "answer", us: 1, yes: false }));
  expect(await nextState()).toMatchObject({
    end: "failed",
    steps: [{ is: "failed", why: "la persona dijo que no" }],
  });
  // Another name for this machine, another address, and what is no line.
  expect(await statusOf(url, path, "table.example")).toBe(404);
  expect(await statusOf(url, `/${"x".repeat(32)}/`, host)).toBe(404);
  expect((await fetch(`${url}said`, { method: "POST", body: "{" })).status).toBe(400);
  expect(said).toEqual(["n"]);
  const { port } = new URL(url);
  await expect(startGuidePage({ port: Number(port), language: "es", title: "x" })).rejects.toThrow(port);
  await page.close();
});
