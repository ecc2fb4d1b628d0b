import type { FaultGroup } from "./page-messages.ts";

/** Groups of the bench page, by what a fault's name speaks of. The first that fits; `other` for a name that fits none. */
const GROUPS: readonly (readonly [group: FaultGroup, names: RegExp])[] = [
  ["line", /unplug|cable|board|reset|noise/],
  ["sensors", /sensor|quadrature|cover|tamper|blind|dirty|stuck|chatter|flicker|chain|mark|vibration/],
  ["launch", /launch|with-rotor|short-run|weak|near-three/],
  ["people", /^chip|object|lifted|touched|second-ball|over-rim$|bump|nudge|hand-(?:stops|touches)$/],
  ["ball", /^ball-|bounce|hole|bowl|boss/],
  ["rotor", /rotor|tilt|jam|peg|again/],
  ["people", /hand/],
];

export function groupOf(fault: string): FaultGroup {
  return GROUPS.find(([, names]) => names.test(fault))?.[0] ?? "other";
}
