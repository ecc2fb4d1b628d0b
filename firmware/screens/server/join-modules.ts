/** Code that is commented out, with its `export`, in a packed library. */
const COMMENT = /^\/\*[\s\S]*?\*\//gm;
/** `import name from "…";` and `import { name, name as other } from "…";`, as the pages' modules write them. */
const IMPORT = /^import\s+([\w$]+|\{[^}]*\})\s+from\s+"([^"]+)";/gm;
/** What is exported where it is declared; its name follows. */
const DECLARED = /^export (?=(?:async function|function|class|const) ([\w$]+))/gm;
/** `export { name, name as other };`, in a packed library too. */
const LISTED = /(?<=^|[;}\n])export\s*\{([^}]*)\};?/g;
const DEFAULT = /^export default /m;
/** Other forms, which nobody has needed. */
const UNKNOWN = /^(?:import|export)\b.*/m;

/**
 * A module with all that it imports as one script: a browser takes a fifth of the time for one script that it takes for sixty, and a
 * screen that starts asks once. Each module is a function of its own, called once, in the order in which a browser would run them.
 * `scriptOf`: the JavaScript of the module that is served at a path.
 *
 * @throws RangeError for a module that imports itself by way of others, or that is written in another form
 */
export function joinModules(path: string, scriptOf: (path: string) => string): string {
  const names = new Map<string, string | null>();
  const parts: string[] = [];
  const add = (at: string): string => {
    const known = names.get(at);
    if (known === null) throw new RangeError(`${at} imports itself by way of others`);
    if (known !== undefined) return known;
    names.set(at, null);
    const inner = asFunctionBody(at, scriptOf(at), add);
    const name = `module${parts.length + 1}`;
    parts.push(`// ${at}\nconst ${name} = (() => {\n${inner}})();\n`);
    names.set(at, name);
    return name;
  };
  add(path);
  return parts.join("");
}

function asFunctionBody(at: string, script: string, add: (path: string) => string): string {
  const exported: string[] = [];
  const inner = script
    .replaceAll(COMMENT, "")
    .replaceAll(IMPORT, (_, what: string, from: string) => {
      const taken = what.startsWith("{") ? what.replaceAll(/\s+as\s+/g, ": ") : `{ default: ${what} }`;
      return `const ${taken} = ${add(new URL(from, `http://unit${at}`).pathname)};`;
    })
    .replaceAll(DECLARED, (_, name: string) => {
      exported.push(name);
      return "";
    })
    .replaceAll(LISTED, (_, list: string) => {
      exported.push(...list.split(",").map((one) => one.trim().replace(/^(\S+)\s+as\s+(\S+)$/, "$2: $1")));
      return "";
    })
    .replace(DEFAULT, () => {
      exported.push("default: exportedByDefault");
      return "const exportedByDefault = ";
    });
  const [unknown] = UNKNOWN.exec(inner) ?? [];
  if (unknown !== undefined) throw new RangeError(`${at}: "${unknown.slice(0, 80)}" cannot be joined`);
  return `${inner}\nreturn { ${exported.filter((name) => name !== "").join(", ")} };\n`;
}
