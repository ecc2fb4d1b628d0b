import { get } from "node:http";

/** How long an answer may take, ms. */
const ANSWER_MS = 2_000;

/** Whether somebody answers there, the table or the page that takes its place. */
export function isServed(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = get(url, { timeout: ANSWER_MS, agent: false }, (answer) => {
      answer.destroy();
      resolve(true);
    });
    asked.once("timeout", () => asked.destroy());
    asked.once("error", () => resolve(false));
    asked.once("close", () => resolve(false));
  });
}
