import { z } from "zod";
import { didYouMean } from "../rules/nearest.ts";
import type { WheelPack } from "../rules/pack.ts";
import { COLOURS } from "../rules/winning.ts";
import type { Path } from "../rules/yaml.ts";
import type { CaseFamily, ReportProblem } from "./family.ts";

const id = z.string().min(1).max(60);

/** The number, its colour and the suertes that win. */
const resultCase = z.strictObject({
  pocket: z.string(),
  colour: z.enum(COLOURS),
  suertes: z.array(id),
  /** What the pack says of a pocket without colour. */
  special: z.enum(["half", "half-or-prison", "lose"]).exactOptional(),
  /** What a disc's cell pays. */
  pays: z.string().exactOptional(),
});

export type ResultCase = z.infer<typeof resultCase>;

/** Cases of a wheel: every pocket with what it wins. While a ball runs only a void counts. */
export const WHEEL_CASES: CaseFamily<WheelPack, "results"> = {
  kind: "ordinary-spin",
  list: "results",
  shape: z.array(resultCase).min(1).max(60),
  running: "spin running",
  over: ({ wheel }) => `ball at rest in ${wheel.pockets[0] ?? "0"}`,
  runsWith: (verdict) => verdict === "void",
  momentFault({ wheel }, when) {
    const pocket = /^ball at rest in (.+)$/.exec(when)?.[1];
    if (!/^(spin|ball) /.test(when)) return "a case of a wheel is of a spin running or of a ball at rest";
    if (pocket !== undefined && !wheel.pockets.includes(pocket)) return `the wheel has no pocket "${pocket}"`;
    return null;
  },
  faults(pack, { results }, report) {
    for (const [index, one] of results.entries()) resultFaults(pack, one, ["results", index], report);
  },
};

function resultFaults(pack: WheelPack, one: ResultCase, path: Path, report: ReportProblem): void {
  if (!pack.wheel.pockets.includes(one.pocket))
    report([...path, "pocket"], `the wheel has no pocket "${one.pocket}"`);
  for (const [index, suerte] of one.suertes.entries()) {
    if (pack.suertes.some((known) => known.id === suerte)) continue;
    const known = pack.suertes.map((other) => other.id);
    report([...path, "suertes", index], `unknown suerte "${suerte}"${didYouMean(suerte, known)}`);
  }
}
