/**
 * Builds firmware/evidence/inspector/tirada-inspector.html, one file with everything in it, from firmware/evidence/inspector/web.
 * `npm run build:inspector`; the result is committed, and a test builds it again and compares the bytes.
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const WEB = `${ROOT}firmware/evidence/inspector/web/`;
const PAGE = "firmware/evidence/inspector/tirada-inspector.html";

/** The page holds its own texts, and not those of the tables. */
const ownTexts = {
  name: "texts-of-the-page",
  load: {
    filter: { id: /\/src\/text\/languages\/[a-z]+\.json$/ },
    handler: (path) => {
      const texts = JSON.parse(readFileSync(path.replace(/\?.*/, ""), "utf8"));
      return {
        code: `export default ${JSON.stringify({ "inspector-page": texts["inspector-page"] })};`,
        moduleType: "js",
      };
    },
  },
};

const policyHash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** The page as text, the same for the same sources. */
export async function buildInspector() {
  const bundle = await rolldown({
    input: `${WEB}page.ts`,
    cwd: ROOT,
    platform: "browser",
    resolve: { alias: { "node:crypto": `${WEB}page-crypto.ts` } },
    plugins: [ownTexts],
    // A module of Node's that a browser has not: the page would stop at its first line.
    onLog: (level, { message }) => {
      if (level === "warn") throw new Error(message);
    },
  });
  const { output } = await bundle.generate({ format: "esm", minify: true, comments: false });
  await bundle.close();
  const [chunk] = output;
  if (output.length !== 1) throw new Error("the page is more than one piece of script");
  // Neither the end of an element nor a comment's start may stand in a script.
  const script = chunk.code.trim().replaceAll("</", "<\\/").replaceAll("<!--", "<\\!--");
  const style = readFileSync(`${WEB}page.css`, "utf8").trim();
  const policy = `default-src 'none'; script-src ${policyHash(script)}; style-src ${policyHash(style)}; base-uri 'none'; form-action 'none'`;
  return readFileSync(`${WEB}page.html`, "utf8")
    .replace("{{policy}}", () => policy)
    .replace(/\s*\/\* \{\{style\}\} \*\/\s*/, () => style)
    .replace(/\s*\/\/ \{\{script\}\}\s*/, () => script);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const page = await buildInspector();
  writeFileSync(`${ROOT}${PAGE}`, page);
  process.stdout.write(`${PAGE}: ${Buffer.byteLength(page)} bytes\n`);
}
