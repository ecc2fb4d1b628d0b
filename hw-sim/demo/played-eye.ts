import type { Thrown } from "../people/cards/played-side.ts";
import type { Counters } from "../../drivers/dice/eye/messages.ts";
import { EyeReporter } from "../../drivers/dice/eye/reporter.ts";
import { DeviceTerminal } from "../lines/terminal.ts";
import type { DieFace } from "../../src/dice/faces.ts";
import type { DieRead, ThrowRead } from "../../src/dice/observation.ts";
import type { Clock, Timer } from "../../src/time/clock.ts";
import { US_PER_MS, type MonoUs } from "../../src/time/instant.ts";

/** What the simulated eye says that it was calibrated with. */
export const EYE_DIGEST = "5eed5eed5eed5eed";

const STEP_US = 50 * US_PER_MS;
const FRAME_US = 33_333;
/** A throw at the pace of people: dice roll, lie still for as long as an eye wants, and are looked at before they are taken up. */
const ROLL_US = 900 * US_PER_MS;
const STILL_US = 400 * US_PER_MS;
const LOOK_US = 1_800 * US_PER_MS;
/** Tenths of a millimetre between the dice. */
const APART = 300;

const NOTHING = { rim: false, basket: false, half: false, wall: false, rolled: false, dome: false };

/**
 * The eye of a demonstrated card table on a pseudo-terminal: no camera, but the very lines of one, at a real one's times.
 * It tells what the simulated croupier threw.
 */
export class PlayedEye {
  readonly #terminal: DeviceTerminal;
  readonly #clock: Clock;
  readonly #reporter: EyeReporter;
  readonly #timer: Timer;
  readonly #from: MonoUs;
  #rests = 0;

  private constructor(terminal: DeviceTerminal, clock: Clock) {
    this.#terminal = terminal;
    this.#clock = clock;
    this.#from = clock.now();
    const boot = clock.wall() % 0xffff_ffff;
    const size = { width: 640, height: 480 };
    this.#reporter = new EyeReporter(
      { boot, digest: EYE_DIGEST, faces: "pips", ...size, knows: NOTHING },
      this.#from,
    );
    this.#timer = clock.every(STEP_US, "simulated eye", () =>
      this.#write(this.#reporter.takeDueLines(clock.now(), this.#counters())),
    );
    this.#tell({ m: "state", state: "empty" });
  }

  /** Rejects in one line when the pseudo-terminal cannot be made. */
  static async open(path: string, clock: Clock, onTrouble: (line: string) => void): Promise<PlayedEye> {
    const healing = { clock, device: "the simulated eye", onTrouble };
    return new PlayedEye(await DeviceTerminal.open({ path, healing }), clock);
  }

  /** Dice are thrown, read, looked at and taken up again; `speed` times as fast as people do it. */
  async throw({ faces, isCocked }: Thrown, speed: number): Promise<void> {
    const wait = (us: number): Promise<void> => this.#clock.sleep(Math.ceil(us / speed));
    this.#tell({ m: "state", state: "moving" });
    await wait(ROLL_US);
    this.#tell({ m: "state", state: "settling" });
    await wait(STILL_US);
    this.#tell({ m: "state", state: "rest" });
    this.#tell({ m: "rest", read: this.#read(faces, isCocked) });
    await wait(LOOK_US);
    this.#tell({ m: "disturbed", what: "taken" });
    this.#tell({ m: "state", state: "empty" });
  }

  async close(): Promise<void> {
    this.#timer.cancel();
    await this.#terminal.close();
  }

  #read(faces: readonly DieFace[], isCocked: boolean): ThrowRead {
    const dice = faces.map((face, at): DieRead => {
      const leans = isCocked && at === faces.length - 1;
      return {
        face: leans ? null : face,
        x: APART * at,
        y: APART,
        confidence: 990,
        notes: leans ? ["cocked"] : [],
      };
    });
    return {
      n: ++this.#rests,
      rolledMs: ROLL_US / US_PER_MS,
      dice,
      verdict: isCocked ? "undecided" : "readable",
      reasons: isCocked ? ["cocked"] : [],
      // Nothing took a picture of these dice.
      picture: null,
    };
  }

  #tell(body: Parameters<EyeReporter["reportEvent"]>[0]): void {
    this.#write(this.#reporter.reportEvent(body, this.#clock.now(), this.#counters()));
  }

  #write(bytes: string): void {
    if (bytes !== "") this.#terminal.send(bytes);
  }

  #counters(): Counters {
    const frames = Math.floor((this.#clock.now() - this.#from) / FRAME_US);
    return { frames, dropped: 0, damaged: 0, light: 128, drift: 0 };
  }
}
