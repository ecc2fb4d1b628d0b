import { WebSocket } from "ws";
import type { ActName, ActQuestion, ActState, ActValues } from "../../src/people/acts.ts";
import { systemClock } from "../../src/time/system-clock.ts";

/** A technician at the web socket of the page, without the page. */
export class ActsLine {
  readonly #socket: WebSocket;
  readonly #clock = systemClock();
  #state: ActState | null = null;
  #refusal: string | null = null;
  #isSignedIn = false;
  #answered = 0;
  #id = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (data: Buffer) => {
      const message = JSON.parse(data.toString()) as {
        readonly type: string;
        readonly state?: ActState;
        readonly why?: { readonly en: string };
      };
      if (message.type === "signed-in") this.#isSignedIn = true;
      if (message.type === "act" && message.state !== undefined) this.#state = message.state;
      if (message.type === "refused") this.#refusal = message.why?.en ?? "refused";
    });
  }

  static async open(
    url: string,
    { name, pin }: { readonly name: string; readonly pin: string },
  ): Promise<ActsLine> {
    const { origin, host } = new URL(url);
    const socket = new WebSocket(`ws://${host}/ws/control`, { headers: { origin } });
    const line = new ActsLine(socket);
    await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
    line.#send({ type: "sign-in", name, pin });
    await line.#until("signed in", () => line.#isSignedIn);
    return line;
  }

  get said(): readonly string[] {
    return this.#state?.said.map(({ en }) => en) ?? [];
  }

  /** What was refused last; null: nothing. */
  get refusal(): string | null {
    return this.#refusal;
  }

  async begin(act: ActName, values: ActValues = {}): Promise<void> {
    const before = this.#state?.number ?? 0;
    this.#refusal = null;
    this.#send({ type: "act", act: { do: "begin", act, values } });
    await this.#until("it began", () => (this.#state?.number ?? 0) > before || this.#refusal !== null);
  }

  /** Waits until something new is asked for that holds these words. */
  async asked(words: string): Promise<ActQuestion> {
    const isAsked = ({ step, text }: ActQuestion): boolean => step > this.#answered && text.en.includes(words);
    await this.#until(`"${words}" is asked for`, () => {
      const asked = this.#state?.asked ?? null;
      return asked !== null && isAsked(asked);
    });
    return this.#state!.asked!;
  }

  /** Answers what is asked as usual, once it holds these words, and gives what it was. */
  async goOn(words: string, answer = ""): Promise<string> {
    const { step, text } = await this.asked(words);
    this.#answered = step;
    this.#send({ type: "act", act: { do: "answer", number: this.#state?.number ?? 0, step, answer } });
    return text.en;
  }

  giveUp(): void {
    this.#send({ type: "act", act: { do: "give-up", number: this.#state?.number ?? 0 } });
  }

  /** How it ended. */
  async ended(): Promise<NonNullable<ActState["ended"]>> {
    await this.#until("it ended", () => this.#state !== null && this.#state.ended !== null);
    return this.#state!.ended!;
  }

  close(): void {
    this.#socket.close();
  }

  #send(message: object): void {
    this.#socket.send(JSON.stringify({ ...message, id: ++this.#id }));
  }

  async #until(what: string, holds: () => boolean): Promise<void> {
    for (let times = 0; !holds(); times++) {
      if (times > 4_800)
        throw new Error(
          `in vain: ${what}; ${JSON.stringify(this.#state?.asked?.text.en ?? this.#state?.ended ?? this.#refusal)}`,
        );
      await this.#clock.sleep(50_000);
    }
  }
}
