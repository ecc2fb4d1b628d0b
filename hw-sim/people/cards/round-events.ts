import type { PhysicalCard } from "./stock.ts";
import type { FaultKind, FaultPlan } from "./fault-plans.ts";
import type { Declared, TrueFacts } from "./truth.ts";

/** What is out of the ordinary in one round, as it truly comes about. */
export class RoundEvents {
  /** All of it, each fact as it was last. */
  readonly facts: Record<string, string | boolean | number> = {};
  /** The facts as they stood whenever one came about. */
  readonly moments: TrueFacts[] = [];
  readonly unseen = new Set<string>();
  readonly doubts = new Set<string>();
  /** Why a person may rightly be asked, though a right result is as good. */
  readonly excuses = new Set<string>();
  /** What left no trace at any sensor and was told to nobody. */
  readonly unobservable = new Set<string>();
  readonly declared: Declared[] = [];
  /** Declarations of the pack's own rules that the unit refused, and wrong keys that it took. */
  readonly refused: string[] = [];
  readonly wronglyTaken: string[] = [];
  /** Cards whose face people said, and on which the round may hang. */
  readonly named = new Set<PhysicalCard>();
  /** People know of a mistake that the machine has not been told of: it has the cards elsewhere than they lie. */
  isMisled = false;
  /** The fault that came about last, and all of them. */
  lastFault: FaultKind | null = null;
  readonly faults: FaultKind[] = [];
  /** Planned, and not come about. */
  readonly waiting: FaultPlan[];
  #observed = new Set<string>();

  constructor(plans: readonly FaultPlan[]) {
    this.waiting = [...plans];
  }

  /** `isSeen`: some sensor could notice. */
  setFact(name: string, value: string | boolean | number, isSeen = true): void {
    this.facts[name] = value;
    this.moments.push({ ...this.facts });
    if (isSeen) {
      this.#observed.add(name);
      this.unseen.delete(name);
    } else if (!this.#observed.has(name)) this.unseen.add(name);
  }

  /** It comes about now. */
  recordFault(kind: FaultKind): void {
    this.lastFault = kind;
    this.faults.push(kind);
  }

  /** This fault is planned, and comes about now whenever it was to. */
  takesFault(kind: FaultKind): boolean {
    return this.takeDueFault([kind], Infinity) !== null;
  }

  /** A fault of these that is planned for this many acts, or for fewer; it strikes once. Nothing else goes wrong behind an error that the machine does not know of. */
  protected takeDueFault(kinds: readonly FaultKind[], acts: number): FaultKind | null {
    if (this.isMisled) return null;
    const at = this.waiting.findIndex((plan) => kinds.includes(plan.kind) && acts >= plan.at);
    const [plan] = at < 0 ? [] : this.waiting.splice(at, 1);
    if (plan === undefined) return null;
    this.recordFault(plan.kind);
    return plan.kind;
  }
}

/** The unit has given its verdict, so nobody deals on; or the people at the table see that they cannot. */
export class RoundOver extends Error {
  override readonly name = "RoundOver";
}
