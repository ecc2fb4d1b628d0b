import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const SERVICE = fileURLToPath(
  new URL("../../firmware/delivery/packaging/systemd/tirada.service", import.meta.url),
);

/** Options of Node, and the environment, with which the service runs a table. */
export interface ServiceOptions {
  readonly node: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export function serviceOptions(): ServiceOptions {
  const lines = readFileSync(SERVICE, "utf8").split("\n");
  const of = (key: string): string[] =>
    lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1));
  const [words = ""] = of("ExecStart");
  const env = Object.fromEntries(
    of("Environment").map((text) => [text.slice(0, text.indexOf("=")), text.slice(text.indexOf("=") + 1)]),
  );
  return { node: words.split(" ").filter((word) => word.startsWith("--max-")), env };
}
