import { join } from "node:path";
import { rolldown } from "rolldown";
import { errorText, usageProblem } from "../../problem.ts";

/**
 * Joins a program of the project with everything that it loads into one file, for a machine that has Node alone. `program`: its module,
 * below `root`. The same modules give the same bytes. @throws Problem where a module is missing, or one looks for files beside itself
 */
export async function joinProgram(root: string, program: string): Promise<Buffer> {
  try {
    const joined = await rolldown({
      cwd: root,
      input: join(root, program),
      platform: "node",
      // Names lead to what runs, not to the types that a compiler is shown.
      tsconfig: false,
      onLog: (level, { message }) => {
        if (level === "warn") throw new Error(message);
      },
    });
    const { output } = await joined.generate({
      format: "esm",
      codeSplitting: false,
      minifyInternalExports: false,
      comments: { legal: true, annotation: true, jsdoc: false },
    });
    await joined.close();
    const [{ code }] = output;
    // By this a module of CommonJS asks for Node's own modules.
    const rest = code.replace("createRequire(import.meta.url)", "");
    if (output.length > 1 || /\b__(?:dirname|filename)\b|\bimport\.meta\b/.test(rest))
      throw new Error("a module of it looks for files beside itself");
    return Buffer.from(code);
  } catch (error) {
    throw usageProblem(`${program} could not be joined: ${errorText(error)}`, error);
  }
}
