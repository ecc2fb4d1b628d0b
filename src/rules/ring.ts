import type { LayoutRule, WheelPack } from "./pack.ts";

/** What is wrong with a ring: at which place (from 0), or null for the ring as a whole. */
export interface RingFault {
  readonly at: number | null;
  readonly message: string;
}

type Rulebook = Pick<WheelPack, "wheel" | "suertes">;

const ROULETTE = /^(00|0|[1-9]|[12]\d|3[0-6])$/;
const BOWL = /^[1-9]$/;
/** Boule: two rows of nine numbers (Cantabria A.5, País Vasco art. 2, 04). */
const HOLES = 18;

/**
 * Whether a wheel with these names, clockwise, is one of this rulebook: what its kind asks for, the counts of its cells
 * and the layout rules of its law. Used for the pack's own ring and for the one that a house configures.
 * No faults: the ring fits.
 */
export function ringFaults(pack: Rulebook, ring: readonly string[]): readonly RingFault[] {
  switch (pack.wheel.kind) {
    case "roulette":
      return [
        ...rouletteFaults(ring),
        ...(pack.wheel.layout ?? []).flatMap((rule) => layoutFaults(pack, rule, ring)),
      ];
    case "bowl":
      return bowlFaults(ring);
    case "disc":
      return discFaults(pack, ring);
  }
}

/** What is wrong with a configured ring, in one line each: it must hold the very names of the pack, each as often. */
export function ringProblems(pack: Rulebook, ring: readonly string[]): readonly string[] {
  const faults: RingFault[] = [];
  for (const name of new Set([...pack.wheel.pockets, ...ring])) {
    const [law, here] = [times(pack.wheel.pockets, name), times(ring, name)];
    if (law !== here) faults.push(whole(`"${name}" is there ${here} times and must be ${law}`));
  }
  if (faults.length === 0) faults.push(...ringFaults(pack, ring));
  return faults.map(({ at, message }) => (at === null ? message : `place ${at + 1}: ${message}`));
}

function rouletteFaults(ring: readonly string[]): readonly RingFault[] {
  const faults: RingFault[] = [];
  for (const [at, name] of ring.entries()) {
    if (!ROULETTE.test(name)) faults.push({ at, message: `"${name}" is no pocket: 0, 00 or 1 to 36` });
    else if (ring.indexOf(name) !== at) faults.push({ at, message: `pocket "${name}" is there twice` });
  }
  if (ring[0] !== "0") faults.push({ at: 0, message: "the order starts at zero" });
  return faults;
}

function bowlFaults(ring: readonly string[]): readonly RingFault[] {
  const faults: RingFault[] = [];
  if (ring.length !== HOLES) faults.push(whole(`a bowl has ${HOLES} holes, not ${ring.length}`));
  for (const [at, name] of ring.entries()) {
    if (!BOWL.test(name)) faults.push({ at, message: `"${name}" is no hole: 1 to 9` });
    else if (ring.indexOf(name) === at && times(ring, name) !== 2)
      faults.push({ at, message: `the number ${name} has two holes, not ${times(ring, name)}` });
  }
  return faults;
}

function discFaults(pack: Rulebook, ring: readonly string[]): readonly RingFault[] {
  const faults: RingFault[] = [];
  for (const suerte of pack.suertes) {
    const cells = suerte.pockets.reduce((sum, name) => sum + times(ring, name), 0);
    if (suerte.cells === undefined || suerte.cells === cells) continue;
    faults.push(whole(`${suerte.id} has ${suerte.cells} cells, not ${cells}`));
  }
  for (const [at, name] of ring.entries()) {
    if (!pack.suertes.some((suerte) => suerte.pockets.includes(name)))
      faults.push({ at, message: `no suerte holds the cell "${name}"` });
  }
  return [...faults, ...(pack.wheel.layout ?? []).flatMap((rule) => layoutFaults(pack, rule, ring))];
}

function layoutFaults(pack: Rulebook, rule: LayoutRule, ring: readonly string[]): readonly RingFault[] {
  switch (rule.rule) {
    case "equal-values-apart":
      return ring.flatMap((name, at) => {
        const next = ring[(at + 1) % ring.length] ?? name;
        const same = valueOf(pack, name) === valueOf(pack, next);
        return same ? [{ at, message: `"${name}" stands beside "${next}": equal values are apart` }] : [];
      });
    case "opposite-cells-equal":
      return ring.flatMap((name, at) => {
        const across = ring[(at + ring.length / 2) % ring.length];
        return across === name
          ? []
          : [{ at, message: `"${name}" is across from "${across ?? "nothing"}": opposite cells are equal` }];
      });
    case "colours-alternate":
      return neighbours(ring).flatMap(([name, next], at) => {
        const colour = colourOf(pack, name);
        return colour !== undefined && colour === colourOf(pack, next)
          ? [{ at, message: `"${name}" stands beside "${next}": red and black alternate` }]
          : [];
      });
    case "consecutive-apart":
      return neighbours(ring).flatMap(([name, next], at) =>
        Number(name) > 0 && Number(next) > 0 && Math.abs(Number(name) - Number(next)) === 1
          ? [{ at, message: `"${name}" stands beside "${next}": consecutive numbers are never neighbours` }]
          : [],
      );
    case "double-zero-faces-zero": {
      const across = ring[(ring.indexOf("0") + ring.length / 2) % ring.length];
      return across === "00" ? [] : [whole(`"00" must face "0", which faces "${across ?? "nothing"}"`)];
    }
    case "equal-sectors":
      return sectorsOf(ring, rule.sectors).flatMap((sector, number) =>
        Object.entries(rule.each).flatMap(([name, cells]) =>
          times(sector, name) === cells
            ? []
            : [whole(`sector ${number + 1} has ${times(sector, name)} cells of "${name}", not ${cells}`)],
        ),
      );
    case "alternate-sectors": {
      const has = sectorsOf(ring, rule.sectors).map((sector) => sector.includes(rule.name));
      const alternate = has.every((here, number) => here !== has[(number + 1) % has.length]);
      return alternate ? [] : [whole(`the cells of "${rule.name}" are not in every second sector`)];
    }
  }
}

/** Each name with the one after it, clockwise. */
function neighbours(ring: readonly string[]): readonly (readonly [string, string])[] {
  return ring.map((name, at) => [name, ring[(at + 1) % ring.length] ?? name]);
}

function colourOf(pack: Rulebook, name: string): string | undefined {
  return pack.suertes.find(({ group, pockets }) => group === "colour" && pockets.includes(name))?.id;
}

/** Two designs of one prize are of the same value: what is paid tells. */
function valueOf(pack: Rulebook, name: string): string {
  return pack.suertes.find((suerte) => suerte.pockets.includes(name))?.pays ?? name;
}

/** Equal parts; what is left over when the ring cannot be parted so is a part of its own. */
function sectorsOf(ring: readonly string[], sectors: number): readonly (readonly string[])[] {
  const size = Math.max(1, Math.floor(ring.length / sectors));
  return Array.from({ length: Math.ceil(ring.length / size) }, (_, number) =>
    ring.slice(number * size, (number + 1) * size),
  );
}

function times(ring: readonly string[], name: string): number {
  return ring.filter((other) => other === name).length;
}

function whole(message: string): RingFault {
  return { at: null, message };
}
