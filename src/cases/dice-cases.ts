import { z } from "zod";
import type { DicePack } from "../rules/pack.ts";
import type { CaseFamily } from "./family.ts";
import { throwCase, throwFaults } from "./throw-cases.ts";

/** Cases of dice: throws, which are judged when they lie at rest. */
export const DICE_CASES: CaseFamily<DicePack, "throws"> = {
  kind: "ordinary-throw",
  list: "throws",
  shape: z.array(throwCase).min(1).max(120),
  running: null,
  over: () => "dice at rest",
  runsWith: () => false,
  momentFault: (_, when) => (when === "dice at rest" ? null : "a case of dice is of dice at rest"),
  faults(pack, { throws }, report) {
    for (const [index, one] of throws.entries()) throwFaults(pack, one, ["throws", index], report);
  },
};
