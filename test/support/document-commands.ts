import { readFileSync } from "node:fs";

/** The commands of a document's blocks, by the heading of their section, in order. Lines that end in a backslash go on. */
export function documentCommands(name: string): ReadonlyMap<string, readonly string[]> {
  const document = readFileSync(new URL(`../../docs/${name}`, import.meta.url), "utf8");
  return new Map(
    document
      .split(/^## /m)
      .slice(1)
      .map((section): [string, string[]] => {
        // A block of another language is a file, not commands.
        const blocks = [...section.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].flatMap(
          ([, language, body = ""]) => (language === "" ? [body] : []),
        );
        const lines = blocks.flatMap((body) =>
          body
            .replace(/\\\n\s*/g, " ")
            .trim()
            .split("\n"),
        );
        return [section.split("\n", 1).join(""), lines];
      }),
  );
}
