import { get } from "node:http";

/** How long an answer may take, ms. */
const ANSWER_MS = 2_000;

/** Whether somebody answers there, the table or the page that takes its place. */
export const isServed = async (url: string): Promise<boolean> => (await statusOf(url)) !== null;

/** Whether the table says that it has no such screen: it shows its display there, so that the monitor is not dark. */
export const isUnknown = async (url: string): Promise<boolean> => (await statusOf(url)) === 404;

/** Null: nobody answers. */
function statusOf(url: string): Promise<number | null> {
  return new Promise((resolve) => {
    const asked = get(url, { timeout: ANSWER_MS, agent: false }, (answer) => {
      answer.destroy();
      resolve(answer.statusCode ?? null);
    });
    asked.once("timeout", () => asked.destroy());
    asked.once("error", () => resolve(null));
    asked.once("close", () => resolve(null));
  });
}
