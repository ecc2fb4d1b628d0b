import { createConnection } from "node:net";
import { errorText } from "../problem.ts";

/** What is handed on to the updater of this machine. It believes the unit: only the unit's user can write to its socket. */
export interface UpdaterOrder {
  readonly do: "check" | "install" | "rollback" | "hold" | "configure";
  readonly arguments: unknown;
  readonly people: readonly { readonly name: string; readonly role: string }[];
  /** Hex SHA-256 of the order's line. */
  readonly order: string;
}

/** What the updater answers: one line of JSON. */
export type UpdaterAnswer =
  { readonly ok: true; readonly result: unknown } | { readonly ok: false; readonly why: string };

/** The updater, as a unit needs it. */
export interface Updater {
  /** Never rejects: what goes wrong is an answer. */
  give(order: UpdaterOrder): Promise<UpdaterAnswer>;
}

export const UPDATER_ANSWER_MS = 30_000;
const ANSWER_MAX = 65_536;
export const NO_UPDATER = "there is no updater on this machine";

/** The updater behind a socket: one request and one answer a connection, each one line of JSON. */
export function updaterAt(path: string): Updater {
  return {
    give: (order) =>
      new Promise((resolve) => {
        const signal = AbortSignal.timeout(UPDATER_ANSWER_MS);
        const socket = createConnection({ path, signal });
        let text = "";
        const end = (answer: UpdaterAnswer): void => {
          socket.destroy();
          resolve(answer);
        };
        socket.setEncoding("utf8");
        socket.on("error", (error: NodeJS.ErrnoException) => {
          const isGone = error.code === "ENOENT" || error.code === "ECONNREFUSED";
          end({ ok: false, why: isGone ? NO_UPDATER : `the updater: ${error.code ?? errorText(error)}` });
        });
        socket.on("connect", () => socket.write(`${JSON.stringify(order)}\n`));
        socket.on("data", (piece: string) => {
          text += piece;
          const at = text.indexOf("\n");
          if (at >= 0) end(answerOf(text.slice(0, at)));
          else if (text.length > ANSWER_MAX) end({ ok: false, why: "the updater's answer has no end" });
        });
        socket.on("close", () => end({ ok: false, why: "the updater gave no answer" }));
      }),
  };
}

function answerOf(line: string): UpdaterAnswer {
  const wrong = { ok: false, why: "the updater's answer is none" } as const;
  try {
    const said = JSON.parse(line) as unknown;
    if (typeof said !== "object" || said === null || !("ok" in said)) return wrong;
    if (said.ok === true) return { ok: true, result: "result" in said ? said.result : null };
    return "why" in said && typeof said.why === "string" ? { ok: false, why: said.why } : wrong;
  } catch {
    return wrong;
  }
}
