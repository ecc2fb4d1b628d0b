import { FACES } from "../../../src/cards/card.ts";
import { isOwnFinding } from "../../../src/codes/faults.ts";
import type { RecordBody } from "../../../src/table/kernel/record.ts";
import type { TableView } from "../../../src/table/kernel/view/view.ts";
import type { MonkeyTable } from "../monkey/table.ts";

/** What a table of any kind may not do, held against an account of what its devices really sent. */

const CERTIFIED = (body: RecordBody): body is Extract<RecordBody, { kind: "result" }> =>
  body.kind === "result" && body.certainty.level === "certified";

const ENDS: readonly string[] = ["result", "void", "undecided", "aborted"];

/** Hears of each certified result, and of each verdict after it. */
export function onVerdicts(
  table: MonkeyTable,
  hears: {
    readonly certified: (body: Extract<RecordBody, { kind: "result" }>) => void;
    readonly ended: () => void;
  },
): void {
  table.listeners.push((_, bodies) => {
    for (const body of bodies) {
      if (CERTIFIED(body)) hears.certified(body);
      if (ENDS.includes(body.kind)) hears.ended();
    }
  });
}

const IN_PLAY: readonly string[] = ["no-more-bets", "dealing", "throwing", "ball-in-play"];

/** A round in which the unit or one of these devices was away is not certified: what happened meanwhile nobody saw. */
export function watchAbsences(
  table: MonkeyTable,
  ports: readonly string[],
  inPlay: readonly string[] = IN_PLAY,
): void {
  const away = new Map<number, string>();
  let phase = "closed";
  table.listeners.push((entry, bodies) => {
    for (const body of bodies) {
      if (body.kind === "phase") ({ phase } = body);
      if (ENDS.includes(body.kind)) phase = body.kind;
      const why = CERTIFIED(body) ? away.get(body.round) : undefined;
      if (why !== undefined && CERTIFIED(body))
        table.watch.problems.push(`round ${body.round}: certified, and ${why} in play`);
    }
    const isAway = (entry.k === "lost" || entry.k === "open") && ports.includes(entry.port);
    if ((isAway || entry.k === "restarted") && inPlay.includes(phase))
      away.set(table.durable.round, isAway ? "its device was away" : "the unit was restarted");
  });
}

/** Faces that nobody can have seen yet may stand in no record and on no screen. */
export class SeenFaces {
  readonly #seen = new Set<string>();
  readonly #problems: string[];

  constructor(table: MonkeyTable) {
    this.#problems = table.watch.problems;
    table.listeners.push((_, bodies) => {
      for (const body of bodies) this.#take(body);
    });
  }

  #take(body: RecordBody): void {
    if (body.kind === "deal")
      for (const { up, face } of body.cards)
        if (face !== null && up) this.#seen.add(face);
        else if (face !== null) this.#problems.push(`a card that lies face down is recorded as ${face}`);
    // What a person says is that person's.
    if (body.kind === "key") for (const face of facesIn(body.key)) this.#seen.add(face);
    this.#look(`record ${body.kind}`, body);
  }

  lookAt(view: TableView): void {
    // A key that asks for a face has one in its place.
    const cards = view.cards === null ? null : { ...view.cards, keys: [] };
    this.#look("the screen", { ...view, cards });
  }

  #look(where: string, what: unknown): void {
    for (const face of facesIn(what))
      if (!this.#seen.has(face)) this.#problems.push(`${where} names ${face}, which nobody has seen`);
  }
}

const FACE = /"((?:[A2-9JQK]|10)[cdhs]|joker)"/g;
const facesIn = (what: unknown): readonly string[] =>
  [...JSON.stringify(what).matchAll(FACE)]
    .map(([, face = ""]) => face)
    .filter((face) => FACES.some((one) => one === face));

/**
 * Faults of devices that the table still has: none, when they are new, well and plugged in. An SS2 as it is
 * delivered is not set as this table wants it.
 */
export function standingFaults(table: MonkeyTable): readonly string[] {
  const { standingFaults: known } = table.setup.devices;
  return table.durable.faults
    .filter(
      ({ device, code }) =>
        !isOwnFinding(code) &&
        code !== "wheel-setup" &&
        known.some((one) => one.device === device && one.code === code),
    )
    .map(({ device, code }) => `${device} ${code}`);
}

/** Whether all of `some` are among `all`, each as often. */
export function areAmong(some: readonly string[], all: readonly string[]): boolean {
  const left = [...all];
  return some.every((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
