import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { goesOn, LONG_MS, play, type Playing } from "../support/demo-cards.ts";
import { screenLine, until } from "../support/screen-line.ts";

/** Visitors and technicians at a demonstrated card table. */

describe("the demonstration of cards", () => {
  it(
    "whoever presses the croupier's keys at the control page is not in his way",
    async () => {
      const playing = await play("cl/punto-y-banca");
      const page = await screenLine(playing.table.url, "control");
      expect(await page.signIn("Bea", "1357")).toBe("signed-in");
      const { shown } = playing.table.unit;
      expect(shown.durable.open).toBe(true);
      const now = (): string => playing.table.unit.shown.durable.phase;
      await until("bets", () => now() === "betting", LONG_MS);
      expect(await page.press({ key: "no-more-bets" })).toBe("done");
      await until("a result", () => now() === "result", LONG_MS);
      expect(await page.press({ key: "collect", round: playing.table.unit.shown.durable.round })).toBe("done");
      await goesOn(playing);
      const pressed = playing.records.flatMap(({ body }) =>
        body.kind === "key" ? [`${body.by.name} ${body.key.key}`] : [],
      );
      expect(pressed.slice(0, 2)).toEqual(["Bea no-more-bets", "Bea collect"]);
      expect(pressed).toContain("Croupier simulado collect");
    },
    LONG_MS,
  );

  it(
    "a cable that is pulled, and a terminal that dies, in the middle of a round: it goes on",
    async () => {
      const two = [await play("cl/black-jack"), await play("cl/war")];
      const [pulled, killed] = two as [Playing, Playing];
      const isLost = ({ records }: Playing): boolean =>
        records.some(({ body }) => body.kind === "fault" && body.code === "port-gone");
      const dealt = ({ table }: Playing): Promise<void> =>
        until("cards", () => (table.unit.shown.durable.deal?.hands.length ?? 0) > 1);
      const pull = async (): Promise<void> => {
        await dealt(pulled);
        await pulled.demo.shoe.plug(false);
        await until("the loss", () => isLost(pulled));
        await pulled.demo.shoe.plug(true);
        await goesOn(pulled);
      };
      const kill = async (): Promise<void> => {
        await dealt(killed);
        const terminal = `^socat .*PTY,link=${killed.demo.config.shoe?.path ?? ""},`;
        const [pid] = execFileSync("pgrep", ["-f", terminal], { encoding: "utf8" }).split("\n");
        process.kill(Number(pid), "SIGKILL");
        await until("the loss", () => isLost(killed));
        await goesOn(killed);
        expect(killed.notices).toContain(
          "demonstration: the simulated shoe lost its terminal; it is made anew",
        );
      };
      await Promise.all([pull(), kill()]);
    },
    LONG_MS,
  );
});
