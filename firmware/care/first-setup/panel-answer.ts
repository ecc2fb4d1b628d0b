import type { OpenPort } from "../../../drivers/port.ts";
import { FrameReader } from "../../../drivers/panel/frames.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { US_PER_S } from "../../../src/time/instant.ts";

/** Firmata: report firmware. */
const WHO_ARE_YOU = Uint8Array.of(0xf0, 0x79, 0xf7);
/** An Arduino is reset when its port is opened, and its boot loader waits. */
const LIMIT_US = 5 * US_PER_S;
const AGAIN_US = US_PER_S / 2;

/** Whether the firmware of a table's panel answers. Rejects with PortError when the port cannot be opened. */
export async function isPanelThere(open: OpenPort, clock: Clock): Promise<boolean> {
  const reader = new FrameReader();
  const answer = Promise.withResolvers<boolean>();
  const port = await open({
    onBytes: (bytes) => {
      if (reader.parseBytes(bytes).some(({ kind }) => kind === "firmware")) answer.resolve(true);
    },
    onLost: () => answer.resolve(false),
  });
  const ask = (): void => void port.write(WHO_ARE_YOU).catch(() => undefined);
  const asking = clock.every(AGAIN_US, "who is the panel", ask);
  const limit = clock.after(LIMIT_US, "panel", () => answer.resolve(false));
  ask();
  const isThere = await answer.promise;
  asking.cancel();
  limit.cancel();
  await port.close();
  return isThere;
}
