import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

/** A table for machines that packages are tried on: its answers to `tirada setup`, and a wheel that spins by itself. */

export const BENCH_ANSWERS = `table: { name: Mesa 7, log: tirada.example/casino-1/table-07, rulebook: cl/ruleta-francesa, openAtStart: true }
wheel: { device: cammegh-ss2, rotorVariationRpm10: 15 }
people:
  - { name: Ana, role: jefe-de-mesa, pin: "830519" }
storage: { folder: /var/lib/tirada/table-07 }
`;

/** The wheel as one script that Node runs alone (test/joining/wheel.ts). */
export async function benchWheel(): Promise<string> {
  const input = fileURLToPath(new URL("../joining/wheel.ts", import.meta.url));
  const bundle = await rolldown({ input, platform: "node" });
  const { output } = await bundle.generate({ format: "esm", codeSplitting: false });
  await bundle.close();
  return output[0].code;
}
