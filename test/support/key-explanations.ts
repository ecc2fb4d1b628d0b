import { EXAMPLES, KEYS, readExample, withComments } from "./example-configs.ts";

/** What the examples say of each key of a configuration, as the technician's page shows it beside the text. */
export interface KeyExplanation {
  readonly key: string;
  readonly about: string;
}

const LINE = /^(\s*)(- )?([A-Za-z]\w*):(?: (.*))?$/;

/** The comments above each key of one text and behind it, by the key's path. */
function explainedIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const above: { readonly indent: number; readonly key: string }[] = [];
  let said: string[] = [];
  for (const line of text.split("\n")) {
    const [, words] = /^\s*# (.*)$/.exec(line) ?? [];
    if (words !== undefined) {
      said.push(words.trim());
      continue;
    }
    const [, indent = "", item = "", key, rest = ""] = LINE.exec(line) ?? [];
    if (key !== undefined) {
      const depth = indent.length + item.length;
      while ((above.at(-1)?.indent ?? -1) >= depth) above.pop();
      above.push({ indent: depth, key });
      const path = above.map((one) => one.key).join(".");
      const [, behind] = /\s# (.*)$/.exec(rest) ?? [];
      const about = [...said, ...(behind === undefined ? [] : [behind])].join(" ");
      if (about !== "" && !found.has(path)) found.set(path, about);
    }
    said = [];
  }
  return found;
}

/** Of every key that an example explains, in the order of their names. */
export function keyExplanations(): readonly KeyExplanation[] {
  const found = new Map<string, string>();
  for (const file of EXAMPLES)
    for (const [key, about] of explainedIn(withComments(readExample(file))))
      if (KEYS.includes(key) && !found.has(key)) found.set(key, about);
  return [...found].map(([key, about]) => ({ key, about })).sort((a, b) => (a.key < b.key ? -1 : 1));
}
