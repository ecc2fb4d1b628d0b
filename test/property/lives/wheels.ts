import { tableSetup } from "../../../firmware/table/setup/table-setup.ts";
import type { Phase } from "../../../src/table/kernel/phase.ts";
import { attackedBoard, after } from "../../support/attacked-board.ts";
import { judged, mercuryGames, playLines, ss2Games } from "../../support/attacked-wheel.ts";
import type { Life } from "./life.ts";
import { wheelResult } from "../../../src/table/every-family/results.ts";

/** Wheels: what whole tables behind them certify. Lines of Cammegh's wheels have no checksum; what they say must agree. */

const RUNNING: readonly Phase[] = ["ball-in-play", "no-more-bets"];

function ofLines(device: string, games: typeof ss2Games): Life {
  const setup = tableSetup("cl/ruleta-francesa", device, []);
  return {
    play: (seed, wire) => {
      const wheel = games({ seed, games: 3 });
      const lines = wheel.lines.flatMap((line) => wire(line.bytes).map((bytes) => ({ ...line, bytes })));
      const { certified, wrong } = judged(playLines(setup, lines), wheel.truth);
      return { right: certified - wrong.length, wrong };
    },
  };
}

export const WHEEL_LIVES: Readonly<Record<string, Life>> = {
  "cammegh-ss2": ofLines("cammegh-ss2", ss2Games),
  "cammegh-mercury-360": ofLines("cammegh-mercury-360", mercuryGames),
  "sensor-board": {
    // Some thousand messages in a spin, and the wheel is played with it.
    share: 40,
    play: (seed, wire) => {
      const between = after(3_000_000, (sent) =>
        sent.flatMap((one) => wire(one.bytes).map((bytes) => ({ ...one, bytes }))),
      );
      const { records, truth } = attackedBoard({ seed, spins: 0, between });
      const launchSeen = new Map<number, number>();
      const numbers = records.flatMap(({ body, line }) => {
        if (body.kind === "phase" && RUNNING.includes(body.phase) && !launchSeen.has(body.round))
          launchSeen.set(body.round, Number(/"mono":(\d+)/.exec(line)?.[1]));
        if (body.kind !== "result") return [];
        const us = launchSeen.get(body.round) ?? 0;
        // The number of a round is that of the launch that began it, whatever was lost of its end.
        const lies = truth.findLast(({ launchedUs }) => launchedUs <= us)?.pocket ?? "nothing";
        return [{ said: wheelResult(body.result).pocket, lies }];
      });
      const wrong = numbers.filter(({ said, lies }) => said !== lies);
      return {
        right: numbers.length - wrong.length,
        wrong: wrong.map(({ said, lies }) => `said ${said}, lies in ${lies}`),
      };
    },
  },
};
