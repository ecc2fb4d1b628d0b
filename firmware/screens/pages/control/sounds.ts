/** What the control page lets its person hear, where the house wants it: two short tones, made here and not fetched. */
import type { TableView } from "../../../../src/table/kernel/view/view.ts";

/** Frequencies in Hz, one after the other. */
const TONES = { refused: [330, 220], waits: [660, 880] } as const;
const TONE_S = 0.14;
const LOUDNESS = 0.12;

let context: AudioContext | null = null;

/** Browsers let a page sound once somebody has touched it. */
export function allowSounds(): void {
  addEventListener("pointerdown", () => {
    context ??= new AudioContext();
    void context.resume();
  });
}

/** Where the house wants it, a key that is refused is heard. */
export function soundOfRefusal(view: TableView | null): void {
  if (view?.screens?.staffSounds === true) sound("refused");
}

/** Where the house wants it, a task that was not there before is heard. */
export function soundOfTasks(before: TableView | null, { tasks, screens, log }: TableView): void {
  if (screens?.staffSounds !== true || before?.log !== log) return;
  if (tasks.some(({ id }) => before.tasks.every((one) => one.id !== id))) sound("waits");
}

/** Sounds, once somebody has touched the page. */
function sound(what: keyof typeof TONES): void {
  if (context === null) return;
  for (const [at, frequency] of TONES[what].entries()) {
    const [tone, loudness] = [context.createOscillator(), context.createGain()];
    tone.frequency.value = frequency;
    const [from, to] = [context.currentTime + at * TONE_S, context.currentTime + (at + 1) * TONE_S];
    loudness.gain.setValueAtTime(LOUDNESS, from);
    loudness.gain.exponentialRampToValueAtTime(0.001, to);
    tone.connect(loudness).connect(context.destination);
    tone.start(from);
    tone.stop(to);
  }
}
