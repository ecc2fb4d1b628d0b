/**
 * Builds src/vision/kernels/kernels.wasm from its AssemblyScript. `npm run build:kernels`; the result is committed, and
 * a test builds it again and compares the bytes.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** The bytes of the module. Throws with the compiler's messages. */
export async function buildKernels() {
  let bytes = null;
  const { error, stderr } = await asc.main(
    [
      "src/vision/kernels/assembly/index.ts",
      "--baseDir",
      ROOT,
      "--outFile",
      "kernels.wasm",
      "--runtime",
      "stub",
      "--optimizeLevel",
      "3",
      "--shrinkLevel",
      "0",
      "--noAssert",
      "--enable",
      "simd",
      "--initialMemory",
      "1",
      "--maximumMemory",
      "8192",
    ],
    {
      writeFile: (name, contents) => {
        if (name.endsWith(".wasm")) bytes = Buffer.from(contents);
      },
    },
  );
  if (error !== null || bytes === null) throw new Error(`the kernels do not build: ${stderr.toString()}`);
  return bytes;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const bytes = await buildKernels();
  writeFileSync(new URL("../src/vision/kernels/kernels.wasm", import.meta.url), bytes);
  process.stdout.write(`src/vision/kernels/kernels.wasm: ${bytes.length} bytes\n`);
}
