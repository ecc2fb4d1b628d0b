import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { until } from "./screen-line.ts";

/** A service manager's socket, as far as services can tell. */
export interface NotifySocket {
  readonly path: string;
  /** Every assignment that came, in order. */
  readonly words: readonly string[];
  count(word: string): number;
}

/** A datagram socket in the file system, which `socat` reads as a service manager would. */
export async function notifySocket(folder: string): Promise<NotifySocket> {
  const path = join(folder, "notify");
  const child = spawn("socat", ["-u", `UNIX-RECV:${path}`, "STDOUT"], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill());
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => (text += piece));
  await until("the socket of the service manager", () => existsSync(path));
  const words = (): readonly string[] => text.split("\n").filter((word) => word !== "");
  return {
    path,
    get words() {
      return words();
    },
    count: (word) => words().filter((one) => one === word).length,
  };
}
