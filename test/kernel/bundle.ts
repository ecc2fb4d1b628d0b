import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

/** Packages with code of the machine's own: the guest has them as they are. */
const NATIVE = ["serialport", "node-hid", "sharp"];

/** A scene of the guest as one script: an emulated processor reads hundreds of files for too long. */
export async function sceneScript(scene: string): Promise<string> {
  const input = fileURLToPath(new URL(`guest/${scene}.ts`, import.meta.url));
  const bundle = await rolldown({ input, platform: "node", external: NATIVE });
  const { output } = await bundle.generate({ format: "esm", codeSplitting: false });
  await bundle.close();
  return output[0].code;
}
