import type { Key } from "../../src/people/keys.ts";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import { systemClock } from "../../src/time/system-clock.ts";

interface Message {
  readonly type: string;
  readonly id?: number;
  readonly why?: { readonly en: string };
  readonly view?: TableView;
}

/** A screen's web socket: everything that was pushed to it, in order. */
export interface ScreenLine {
  readonly views: TableView[];
  readonly closed: { code: number | null };
  /** The newest view, once there is one that fits. */
  view(fits?: (view: TableView) => boolean): Promise<TableView>;
  send(data: string | Uint8Array): void;
  /** Signs in, or presses a key; gives the answer's type, with the English reason of a refusal. */
  signIn(name: string, pin: string): Promise<string>;
  press(key: Key): Promise<string>;
  /** Asks for the last rounds; the whole answer as text. */
  recall(round: number | null): Promise<string>;
  close(): void;
}

const clock = systemClock();

/** Waits until something holds. Fails with `what` after `limitMs`. */
export async function until(what: string, holds: () => boolean, limitMs = 40_000): Promise<void> {
  for (let waited = 0; waited < limitMs; waited += 5) {
    if (holds()) return;
    await clock.sleep(5_000);
  }
  throw new Error(`waited ${limitMs} ms in vain: ${what}`);
}

/** Connects to `/ws`, or to `/ws/control` as the unit's own page would. */
export async function screenLine(url: string, kind: "display" | "control" = "display"): Promise<ScreenLine> {
  const address = new URL(kind === "display" ? "ws" : "ws/control", url).href.replace("http", "ws");
  const socket = new WebSocket(address, { headers: { origin: new URL(url).origin } });
  const views: TableView[] = [];
  const answers: Message[] = [];
  const closed: ScreenLine["closed"] = { code: null };
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.type === "view" && message.view !== undefined) views.push(message.view);
    else if (message.type !== "pulse") answers.push(message);
  });
  socket.addEventListener("close", ({ code }) => (closed.code = code));
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("error", () => reject(new Error(`no web socket at ${address}`)));
  });
  let id = 0;
  const askWhole = async (message: Readonly<Record<string, unknown>>): Promise<Message | null> => {
    const before = answers.length;
    socket.send(JSON.stringify({ ...message, id: ++id }));
    await until(
      `an answer to ${JSON.stringify(message)}`,
      () => answers.length > before || closed.code !== null,
    );
    return answers[before] ?? null;
  };
  const ask = async (message: Readonly<Record<string, unknown>>): Promise<string> => {
    const answer = await askWhole(message);
    if (answer === null) return "closed";
    return answer.type === "refused" ? `refused: ${answer.why?.en ?? ""}` : answer.type;
  };
  return {
    views,
    closed,
    view: async (fits = () => true) => {
      await until("a view that fits", () => views.some(fits));
      return views.find(fits)!;
    },
    send: (data) => socket.send(data),
    signIn: (name, pin) => ask({ type: "sign-in", name, pin }),
    press: (key) => ask({ type: "press", key }),
    recall: async (round) => JSON.stringify(await askWhole({ type: "recall", round, language: "en" })),
    close: () => socket.close(),
  };
}
