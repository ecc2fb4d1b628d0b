import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../test/support/folder.ts";
import { LANGUAGES } from "../../src/text/language.ts";
import { textsOf } from "../../src/text/text-of.ts";
import { leaveLastWords } from "../net/last-words.ts";
import { addressOf, SAFE_ADDRESS } from "./address.ts";
import { dressOf } from "./dress.ts";
import { playersPage, safeHealth, safePage, type OutOfOrder } from "./page.ts";

const TEXTS = textsOf("safe-page");
const MAIN = fileURLToPath(new URL("main.ts", import.meta.url));
const why = (change: Partial<OutOfOrder> = {}): OutOfOrder => ({
  end: { result: "exit-code", status: "4" },
  words: { at: "2026-01-01T03:00:00.000Z", status: 4, why: "the disk <failed> & is gone" },
  service: "tirada",
  config: "/etc/tirada/table.yaml",
  dress: null,
  ...change,
});

describe("the page", () => {
  it("says in every language that the table is out of order, why, and what to do", () => {
    const page = safePage(why());
    for (const language of LANGUAGES) {
      expect(page).toContain(`<section lang="${language}">`);
      expect(page).toContain(TEXTS.title[language]);
      expect(page).toContain(TEXTS.remedies.storage[language]);
      expect(page).toContain(
        TEXTS.ended[language].replace("{status}", "4").replace("{at}", "2026-01-01T03:00:00.000Z"),
      );
    }
    expect(page).toContain("<pre>the disk &lt;failed&gt; &amp; is gone</pre>");
    expect(page).toContain("journalctl -u tirada -n 50");
    expect(page).not.toMatch(/<script|\{\w+\}(?![^<]*<\/style>)/);
  });

  it.each([
    [{ result: "watchdog", status: "KILL" }, TEXTS.hung.en],
    [{ result: "signal", status: "SEGV" }, "Signal SEGV ended it, without a word."],
    [{ result: "start-limit-hit", status: null }, TEXTS.unknown.en],
    [{ result: null, status: null }, TEXTS.unknown.en],
  ])("of a table without last words that ended with %j", (end, reason) => {
    const page = safePage(why({ end, words: null }));
    expect(page).toContain(reason);
    expect(page).toContain(TEXTS.remedies.other.en);
  });

  it.each([
    [2, "usage"],
    [3, "device"],
    [4, "storage"],
    [5, "display"],
    [7, "release"],
    [1, "other"],
  ] as const)("for status %i tells to do what the manual has for it", (status, remedy) => {
    const words = { at: "", status, why: "" };
    expect(safeHealth(why({ words }))).toMatchObject({ ok: false, safePage: true, status, remedy });
    expect(
      safeHealth(why({ words: null, end: { result: "exit-code", status: String(status) } })),
    ).toMatchObject({ remedy });
  });
});

describe("its dress", () => {
  const dressed = (house: string) => {
    const path = join(temporaryFolder(), "table.yaml");
    writeFileSync(path, `wheel: nonsense\ndisplay: { house: { ${house} } }\n`);
    return dressOf(path);
  };

  it("is that of the house, whatever else is wrong with the configuration, and only to players", () => {
    const dress = dressed(
      'name: "Casino <b>", colours: { dark: { background: "#2c050c", text: "#fff1d6", accent: "#f0c04e" } }',
    );
    expect(dress).toMatchObject({ name: "Casino <b>", ground: "#2c050c", text: "#fff1d6", accent: "#f0c04e" });
    const page = playersPage(dress);
    expect(page).toContain('<p class="house"><bdi>Casino &lt;b&gt;</bdi></p>');
    expect(page).toContain("background:#2c050c;color:#fff1d6");
    expect(safePage(why({ dress }))).not.toContain("Casino");
  });

  it.each([
    "name: 7",
    "logo: ../secret.png",
    'colours: { dark: { background: "#000;}", text: "#fff1d6", accent: "#f0c04e" } }',
  ])("is plain where the house says it wrongly: %s", (house) => {
    expect(dressed(house)).toBeNull();
    expect(playersPage(null)).toContain("background:#14110d");
    expect(playersPage(null)).not.toContain('class="house"');
  });
});

describe("its address", () => {
  const config = (text: string): string => {
    const path = join(temporaryFolder(), "table.yaml");
    writeFileSync(path, text);
    return path;
  };

  it("is that of the screens, whatever else is wrong with the configuration", () => {
    expect(addressOf(config("wheel: nonsense\nunknown: 1\ndisplay: { host: 10.0.0.7, port: 9000 }\n"))).toEqual(
      { host: "10.0.0.7", port: 9000 },
    );
    expect(addressOf(config("display: { port: 9000 }\n"))).toEqual({ host: "127.0.0.1", port: 9000 });
  });

  it.each(["", "display: {", "display: { port: many }", "display: { port: 0 }", "{}"])(
    "is the usual one for %j",
    (text) => {
      expect(addressOf(config(text))).toEqual(SAFE_ADDRESS);
    },
  );

  it("is the usual one without a configuration", () => {
    expect(addressOf("/nowhere/table.yaml")).toEqual(SAFE_ADDRESS);
  });
});

it("as a program it waits for the port, and then answers everything with the table's last words", async () => {
  const folder = temporaryFolder();
  leaveLastWords(folder, { at: "2026-01-01T03:00:00.000Z", status: 4, why: "the disk is gone" });
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  const { port } = holder.address() as AddressInfo;
  const config = join(folder, "table.yaml");
  writeFileSync(config, `broken: true\ndisplay: { port: ${port} }\n`);
  const child = spawn(process.execPath, [MAIN, "--config", config, "--words", folder], {
    env: { ...process.env, MONITOR_SERVICE_RESULT: "exit-code", MONITOR_EXIT_STATUS: "4" },
  });
  onTestFinished(() => void child.kill());
  const [waiting] = (await once(child.stderr, "data")) as [Buffer];
  expect(String(waiting)).toContain(`port ${port} is in use`);
  holder.close();
  const [serving] = (await once(child.stdout, "data")) as [Buffer];
  expect(String(serving)).toContain(`http://127.0.0.1:${port}/`);
  for (const [path, isHouse] of [
    ["/", false],
    ["/control", true],
    ["/technician?x=1", true],
    ["/controls", false],
    ["/anything?x=1", false],
  ] as const) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    expect(answer.status).toBe(503);
    expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'; style-src 'unsafe-inline'");
    const text = await answer.text();
    expect(text.includes("the disk is gone")).toBe(isHouse);
    if (isHouse) continue;
    // Players read whose word counts, in every language, and nothing of the house: no path, command, code or time.
    for (const language of LANGUAGES) expect(text).toContain(TEXTS.players[language]);
    expect(text.replace(/<style>[^]*<\/style>|<[^>]*>/g, "")).not.toMatch(/\/|\d|systemctl|journalctl|tirada/);
  }
  expect(await (await fetch(`http://127.0.0.1:${port}/health`)).json()).toMatchObject({
    safePage: true,
    status: 4,
    remedy: "storage",
  });
});
