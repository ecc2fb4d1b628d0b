import type { Sent } from "../../lines/sent.ts";
import { KNOWS, type EyeFault, type EyeKnows } from "../../../drivers/dice/eye/codes.ts";
import type { EyeMessageBody } from "../../../drivers/dice/eye/messages.ts";
import type { Counters } from "../../../drivers/dice/eye/messages.ts";
import { EyeReporter } from "../../../drivers/dice/eye/reporter.ts";
import { Agenda } from "../../models/dice/devices/model.ts";
import type { FaceSet } from "../../../src/dice/faces.ts";
import type { ArenaState, ThrowRead } from "../../../src/dice/observation.ts";
import type { RandomSource } from "../../../src/time/random-source.ts";
import { monoUs } from "../../../src/time/instant.ts";
import type { Wear } from "../../models/wheels/wear.ts";
import { EyeOptics, type EyeWear } from "./eye-wear.ts";
import { DIGEST, type Installed } from "../../people/dice/install.ts";

/** What a rest is told with, but for its number. */
export type ReportedRead = Omit<ThrowRead, "n">;

const FRAME_US = 33_333;
/** From its start to what it makes of the arena. */
const LOOK_US = 900_000;

/** An eye that knows what there is to see: it tells it in the very lines of a real one, at the times of a real one. */
export class ReportingEye {
  readonly #agenda = new Agenda();
  readonly #faces: FaceSet;
  readonly #knows: EyeKnows;
  readonly #random: RandomSource;
  #reporter: EyeReporter;
  #startUs: number;
  #rests = 0;
  #out: Sent[] = [];
  #sees: ArenaState = "unknown";
  /** How the dice that lie there were read last; null: none lie, or none were read. */
  #lying: ReportedRead | null = null;
  /** Faults that stand and hide everything. */
  #blinds = 0;
  /** Null: it always sees alike. */
  readonly #optics: EyeOptics | null;
  #throws = 0;

  constructor({ pack, knows }: Installed, random: RandomSource, us: number, wear: Wear<EyeWear> | null = null) {
    this.#optics = wear === null ? null : new EyeOptics(wear, random.fork("optics"));
    this.#faces = pack.dice.faces;
    this.#knows = Object.fromEntries(KNOWS.map((name) => [name, knows.includes(name)])) as unknown as EyeKnows;
    this.#random = random;
    this.#startUs = us;
    this.#reporter = this.#started(us);
  }

  /** What of the arena is told from `us` on. */
  see(us: number, state: ArenaState): void {
    this.#agenda.at(us, (at) => {
      this.#sees = state;
      if (state !== "rest") this.#lying = null;
      if (this.#blinds === 0) this.#tell(at, { m: "state", state });
    });
  }

  /** Dice at rest were read. */
  rest(us: number, there: ReportedRead): void {
    this.#agenda.at(us, (at) => {
      this.#rests += 1;
      this.#throws += 1;
      const reported = this.#optics?.read(there, this.#throws) ?? there;
      this.#lying = reported;
      this.#tell(at, { m: "rest", read: { ...reported, n: this.#rests } });
    });
  }

  report(
    us: number,
    body: Exclude<EyeMessageBody, { readonly m: "hello" | "heartbeat" | "rest" | "state" }>,
  ): void {
    this.#agenda.at(us, (at) => this.#tell(at, body));
  }

  /** A fault stands for so long; while it keeps the eye from seeing, nothing of the arena is known. */
  fault(us: number, fault: EyeFault, forUs: number, isBlind: boolean): void {
    this.#agenda.at(us, (at) => {
      this.#tell(at, { m: "fault", fault, on: true, value: 1 });
      if (!isBlind) return;
      this.#blinds++;
      this.#tell(at, { m: "state", state: "unknown" });
    });
    this.#agenda.at(us + forUs, (at) => {
      this.#tell(at, { m: "fault", fault, on: false, value: 0 });
      if (isBlind && --this.#blinds === 0) this.#tell(at, { m: "state", state: this.#sees });
    });
  }

  /** It starts anew, and looks at what lies there; with `isRead` it reads dice that lie there, as it does where nobody is in its way. */
  restart(us: number, isRead = false): void {
    this.#agenda.at(us, (at) => {
      this.#reporter = this.#started(at);
      this.#rests = 0;
      const lying = this.#lying;
      this.#agenda.at(at + LOOK_US, (later) => {
        this.#tell(later, { m: "state", state: this.#sees });
        if (!isRead || lying === null || lying !== this.#lying) return;
        this.#rests = 1;
        this.#tell(later, { m: "rest", read: { ...lying, rolledMs: null, n: 1 } });
      });
    });
  }

  step(us: number): readonly Sent[] {
    for (let deadline = this.#reporter.dueAt; deadline <= us; deadline = this.#reporter.dueAt) {
      this.#agenda.run(deadline);
      this.#push(deadline, this.#reporter.takeDueLines(monoUs(deadline), this.#counters(deadline)));
    }
    this.#agenda.run(us);
    const out = this.#out;
    this.#out = [];
    return out;
  }

  #started(us: number): EyeReporter {
    this.#startUs = us;
    const hello = { boot: this.#random.below(0xffff_ffff), digest: DIGEST, width: 640, height: 480 };
    return new EyeReporter({ ...hello, faces: this.#faces, knows: this.#knows }, monoUs(us));
  }

  #tell(us: number, body: Parameters<EyeReporter["reportEvent"]>[0]): void {
    this.#push(us, this.#reporter.reportEvent(body, monoUs(us), this.#counters(us)));
  }

  #push(us: number, bytes: string): void {
    if (bytes !== "") this.#out.push({ us, bytes });
  }

  #counters(us: number): Counters {
    const frames = Math.floor((us - this.#startUs) / FRAME_US);
    const light = this.#optics?.light(this.#throws) ?? 128;
    const drift = this.#optics?.shift(this.#throws) ?? 12;
    return { frames, dropped: 0, damaged: 0, light, drift };
  }
}
