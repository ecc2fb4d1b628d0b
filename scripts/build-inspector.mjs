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
const VERIFIER = "firmware/evidence/inspector/tirada-verifier.bundle";

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

/** A module of the page and all that it needs, in one piece of script. */
async function bundleOf(name) {
  const bundle = await rolldown({
    input: `${WEB}${name}`,
    cwd: ROOT,
    platform: "browser",
    resolve: { alias: { "node:crypto": `${WEB}page-crypto.ts` } },
    plugins: [ownTexts],
    // A module of Node's that a browser has not: the page would stop at its first line.
    onLog: (level, { message }) => {
      if (level === "warn") throw new Error(message);
    },
  });
  const { output: chunks } = await bundle.generate({ format: "esm", minify: true, comments: false });
  await bundle.close();
  if (chunks.length !== 1) throw new Error(`${name} is more than one piece of script`);
  return chunks[0].code.trim();
}

/** What a unit's own pages verify a certificate with, the same for the same sources. */
export const buildVerifier = async () => `${await bundleOf("verify-certificate.ts")}\n`;

/** The page as text, the same for the same sources. */
export async function buildInspector() {
  const code = await bundleOf("page.ts");
  // Neither the end of an element nor a comment's start may stand in a script.
  const script = code.replaceAll("</", "<\\/").replaceAll("<!--", "<\\!--");
  const style = readFileSync(`${WEB}page.css`, "utf8").trim();
  const policy = `default-src 'none'; script-src ${policyHash(script)}; style-src ${policyHash(style)}; base-uri 'none'; form-action 'none'`;
  return readFileSync(`${WEB}page.html`, "utf8")
    .replace("{{policy}}", () => policy)
    .replace(/\s*\/\* \{\{style\}\} \*\/\s*/, () => style)
    .replace(/\s*\/\/ \{\{script\}\}\s*/, () => script);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, text] of [
    [PAGE, await buildInspector()],
    [VERIFIER, await buildVerifier()],
  ]) {
    writeFileSync(`${ROOT}${file}`, text);
    process.stdout.write(`${file}: ${Buffer.byteLength(text)} bytes\n`);
  }
}
