import { askSocket } from "../../net/control.ts";
import type { KnownOfTable } from "../../net/update-questions.ts";
import { errorText } from "../../problem.ts";
import type { UpdaterRequest, UpdateSource } from "../../delivery/updater/requests.ts";
import type { AskedOf, WantedAction } from "./wanted-action.ts";

/** What the updater answers. */
export type UpdaterAnswer =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly why: string };

export type UpdaterAction = "check" | "install" | "install-base" | "rollback" | "hold";

/** What is the updater's to do. */
export interface UpdaterWanted extends Pick<WantedAction, "people" | "reason"> {
  readonly asked: AskedOf<UpdaterAction>;
  /** The order that brought it; null: somebody at the table wants it. */
  readonly order: string | null;
  /** What this table knows, so that it is not asked while it waits. */
  readonly known: () => KnownOfTable;
}

/** The updater, as a unit needs it. */
export interface Updater {
  /** That it is taken, or what was found; what becomes of it are records. Never rejects: what goes wrong is an answer. */
  give(wanted: UpdaterWanted): Promise<UpdaterAnswer>;
  /** How it stands: which releases are here, what is under way, what stands in the way. */
  status(): Promise<UpdaterAnswer>;
  /** Holds the release that runs against what was signed. */
  verify(): Promise<UpdaterAnswer>;
}

export const UPDATER_ANSWER_MS = 30_000;
export const NO_UPDATER = "there is no updater on this machine";
/** Where it is, unless the configuration says otherwise. */
export const UPDATER_SOCKET = "/run/tirada-updater/updater.sock";

/** Nobody names a folder or a stick here: releases come from the address in the updater's own configuration. */
const CONFIGURED: UpdateSource = { folder: null, isStick: false };

/** The updater behind a socket. It believes the unit: only the unit's user and its own can write there. */
export function updaterAt(path: string): Updater {
  const ask = async (request: UpdaterRequest): Promise<UpdaterAnswer> => {
    try {
      const answer = await askSocket(path, request, AbortSignal.timeout(UPDATER_ANSWER_MS));
      if (answer === null) return { ok: false, why: NO_UPDATER };
      if (!answer.ok) return answer;
      return { ok: true, result: JSON.parse(answer.lines[0] ?? "null") as unknown };
    } catch (error) {
      return { ok: false, why: `the updater: ${errorText(error)}` };
    }
  };
  return {
    give: (wanted) => ask(requestOf(wanted)),
    status: () => ask({ do: "status" }),
    verify: () => ask({ do: "verify" }),
  };
}

function requestOf({ asked, order, people, known, ...said }: UpdaterWanted): UpdaterRequest {
  // An updater of an earlier release knows no reason.
  const reason = said.reason === null ? {} : { reason: said.reason };
  const by = people.map(({ name }) => name).join(", ");
  switch (asked.action) {
    case "check":
      return { do: "check", source: CONFIGURED, known: known() };
    case "install": {
      const { release, export: exported } = asked.arguments;
      const [first, second] = people;
      const proof =
        exported === null || first === undefined || second === undefined
          ? null
          : { people: [first.name, second.name] as [string, string], exportSha512: exported };
      return { do: "install", source: CONFIGURED, by, order, release, proof, wait: false, ...reason };
    }
    case "install-base": {
      const { base } = asked.arguments;
      return { do: "base", source: CONFIGURED, by, order, base, again: false, wait: false, ...reason };
    }
    case "rollback":
      return { do: "rollback", by, order, from: asked.arguments.from ?? null, ...reason };
    case "hold":
      return { do: "hold", isHeld: asked.arguments.on, by, order, ...reason };
  }
}
