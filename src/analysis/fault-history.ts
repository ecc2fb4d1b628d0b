import { isMomentary } from "../codes/faults.ts";
import { fieldsAt, numberAt, textAt, type Fields } from "./record-fields.ts";

/** What is known of why a fault is over. */
export type Healing =
  /** It happened, and nothing has to clear it. */
  | { readonly by: "moment" }
  /** Its cause was gone, and no record says that anybody did something. */
  | { readonly by: "itself" }
  /** A key that this person pressed ended it. */
  | { readonly by: "person"; readonly name: string; readonly role: string }
  /** While it stood, the unit was started again, updated, tested or ordered something: the kind of the newest such record. */
  | { readonly by: "act"; readonly kind: string };

/** A fault that is over. */
export interface PastFault {
  readonly device: string;
  readonly code: string;
  /** RFC 3339; null: it stood before the first record that was looked at. */
  readonly since: string | null;
  /** When it was over, RFC 3339. */
  readonly until: string;
  readonly healing: Healing;
}

/** Faults that are kept unless another number is given, the newest ones. */
export const FAULTS_KEPT = 100;
/** Records of what was done to a unit. */
const ACTS = [
  "boot",
  "technician",
  "act",
  "order",
  "update",
  "self-test",
  "configuration",
  "copy-restored",
  "restored",
];
const CONCERNING = new RegExp(`"kind":"(?:fault|fault-cleared|key|${ACTS.join("|")})"`);

interface Standing {
  readonly since: string;
  /** What was done to the unit since then. */
  act: string | null;
}

/** Which faults are over, since when, and by whom or what, as durable records tell it. */
export class FaultHistory {
  readonly #most: number;
  readonly #standing = new Map<string, Standing>();
  readonly #past: PastFault[] = [];
  /** The newest key, and the instant of the step that it belongs to. */
  #key: { readonly mono: number | null; readonly by: Fields } | null = null;
  /** The newest act of all. */
  #act: string | null = null;

  /** `most`: faults that are kept, the newest. */
  constructor(most = FAULTS_KEPT) {
    this.#most = most;
  }

  /** Whether a record's line has something to say here: most have not, and need not be read. */
  static concerns(line: string): boolean {
    return CONCERNING.test(line);
  }

  /** The next record of the journal, read back. */
  addRecord(fields: Fields): void {
    const kind = textAt(fields, "kind");
    if (kind === "fault") this.#begin(fields);
    else if (kind === "fault-cleared") this.#end(fields);
    else if (kind === "key") this.#key = { mono: numberAt(fields, "mono"), by: fieldsAt(fields, "by") };
    else if (ACTS.includes(kind)) {
      this.#act = kind;
      for (const one of this.#standing.values()) one.act = kind;
    }
  }

  /** Faults that were over at this instant (RFC 3339) or later, the newest first. */
  pastSince(from: string): readonly PastFault[] {
    return this.#past.filter(({ until }) => until >= from).toReversed();
  }

  #begin(fields: Fields): void {
    const [device, code, at] = [textAt(fields, "device"), textAt(fields, "code"), textAt(fields, "at")];
    if (isMomentary(code)) this.#keep({ device, code, since: at, until: at, healing: { by: "moment" } });
    else this.#standing.set(`${device} ${code}`, { since: at, act: null });
  }

  #end(fields: Fields): void {
    const [device, code] = [textAt(fields, "device"), textAt(fields, "code")];
    const begun = this.#standing.get(`${device} ${code}`);
    this.#standing.delete(`${device} ${code}`);
    const act = begun === undefined ? this.#act : begun.act;
    this.#keep({
      device,
      code,
      since: begun?.since ?? null,
      until: textAt(fields, "at"),
      healing: this.#personIn(fields) ?? (act === null ? { by: "itself" } : { by: "act", kind: act }),
    });
  }

  /** Who pressed the key of the very step that ended it; null: no key did. */
  #personIn(fields: Fields): Healing | null {
    const mono = numberAt(fields, "mono");
    if (this.#key === null || mono === null || this.#key.mono !== mono) return null;
    return { by: "person", name: textAt(this.#key.by, "name"), role: textAt(this.#key.by, "role") };
  }

  #keep(one: PastFault): void {
    this.#past.push(one);
    if (this.#past.length > this.#most) this.#past.shift();
  }
}
