import { beforeEach, describe, expect, it } from "vitest";
import { HEADERS } from "../../net/connections.ts";
import { AskedServer, host, NOW, own } from "./asked-server.test-help.ts";
import { hostAllowed } from "./web-server.ts";

/** Which addresses there are, to whom, and with what in them. */

let asked: AskedServer;
beforeEach(() => {
  asked = new AskedServer();
});

describe("every answer", () => {
  it("is kept by no browser, loads nothing from outside and is framed nowhere", async () => {
    const app = await asked.served();
    for (const url of ["/control", "/health", "/none", "/web/none.css", "/picture/cd", "/technician/faults"]) {
      const { headers } = await app.inject({ url, headers: { host } });
      expect(headers).toMatchObject(HEADERS);
    }
  });

  it("is for whoever knows this unit by an address or its own name", async () => {
    const names = ["mesa-7"];
    for (const one of ["127.0.0.1", "[::1]:8470", "10.0.0.7:80", "localhost:8470", "mesa-7"])
      expect([one, hostAllowed(one, names)]).toEqual([one, true]);
    for (const one of [undefined, "", "evil.example", "mesa-7.evil.example", "127.0.0.1.evil.example", "a b"])
      expect([one, hostAllowed(one, names)]).toEqual([one, false]);
    const { statusCode, body } = await asked.get("/health", { host: "evil.example" });
    expect([statusCode, body]).toEqual([421, "This unit is not known under that name.\n"]);
    expect((await asked.get("/health", { host: "mesa-7.casino.example:8470" })).statusCode).toBe(200);
  });

  it("is one line where there is nothing, the question is bad, or the unit fails; the reason is in the log alone", async () => {
    const app = await asked.served();
    const answer = async (url: string, more: object = {}) => {
      const { statusCode, body } = await app.inject({ url, headers: { host }, ...more });
      return [statusCode, body];
    };
    expect(await answer("/none")).toEqual([404, "Not found.\n"]);
    expect(await answer("/%")).toEqual([400, expect.any(String) as string]);
    const long = {
      method: "POST",
      payload: "x".repeat(1_025),
      headers: { host, "content-type": "text/plain" },
    };
    expect(await answer("/analysis/start", long)).toEqual([413, "Bad request.\n"]);
    expect(asked.logged).toEqual([]);
    asked.parts.picture = () => Promise.reject(new Error("a secret of the disk"));
    const failing = await asked.served();
    const failed = await failing.inject({ url: "/picture/ab", headers: { host } });
    expect([failed.statusCode, failed.body]).toEqual([500, "The unit could not answer.\n"]);
    expect(asked.logged.join("")).toContain("a secret of the disk");
  });
});

describe("the pages", () => {
  it.each([
    "/",
    "/control",
    "/technician",
    "/analysis",
    "/inspector",
    "/screen/board",
    "/screen/statistics",
    "/screen/limits",
  ])("%s is one, and every file that it names is there", async (url) => {
    const app = await asked.served();
    const page = await app.inject({ url, headers: { host } });
    expect([page.statusCode, page.headers["content-type"]]).toEqual([
      200,
      expect.stringContaining("text/html") as string,
    ]);
    const named = [...page.body.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path ?? "");
    expect(named.length).toBeGreaterThan(0);
    for (const path of named)
      expect([path, (await app.inject({ url: path, headers: { host } })).statusCode]).toEqual([path, 200]);
  });

  it("a screen stands in an area of this table's own page, a control page nowhere, and only the page with areas has frames", async () => {
    asked.parts.compositions = {
      wall: { grid: [["result"]], screens: {} },
    } as unknown as typeof asked.parts.compositions;
    const app = await asked.served();
    const policyOf = async (url: string): Promise<readonly string[]> => {
      const { headers } = await app.inject({ url, headers: { host } });
      return String(headers["content-security-policy"])
        .split("; ")
        .filter((word) => word.startsWith("frame"));
    };
    for (const url of ["/", "/screen/board", "/screen/statistics", "/screen/limits", "/screen/none"])
      expect([url, await policyOf(url)]).toEqual([url, ["frame-ancestors 'self'"]]);
    expect(await policyOf("/screen/wall")).toEqual(["frame-ancestors 'none'", "frame-src 'self'"]);
    expect(await policyOf("/control")).toEqual(["frame-ancestors 'none'"]);
  });

  it("a monitor with a wrong name is not dark, and whoever put it up is told", async () => {
    const [none, display] = [await asked.get("/screen/none"), await asked.get("/")];
    expect([none.statusCode, none.body]).toEqual([404, display.body]);
    expect((await asked.get("/screen/__proto__")).statusCode).toBe(404);
    const composition = await asked.get("/composition/toString");
    expect([composition.statusCode, composition.body]).toEqual([404, "There is no such composition.\n"]);
  });
});

describe("what is told", () => {
  it("of health: well while the main thread lives, and of what it plays nothing before that is known", async () => {
    const well = await asked.get("/health");
    expect([well.statusCode, well.json()]).toEqual([
      200,
      {
        ok: true,
        mode: null,
        release: null,
        key: null,
        seq: null,
        witness: null,
        second: null,
        screens: 0,
        places: { display: { here: 0, elsewhere: 0 }, control: { here: 0, elsewhere: 0 } },
        counters: asked.hub.counters,
      },
    ]);
    asked.parts.mainAlive = () => false;
    asked.parts.technician = () =>
      ({ mode: "test", release: "2.0.0", digest: "ab", keyPlace: "tpm", witness: 1, second: 2 }) as never;
    const dead = await asked.get("/health");
    expect([dead.statusCode, dead.json()]).toMatchObject([
      503,
      {
        ok: false,
        why: "the main thread gives no sign of life",
        mode: "test",
        release: { version: "2.0.0", manifest: "ab" },
        key: "tpm",
      },
    ]);
  });

  it("of who may sign in, and where the table stands", async () => {
    expect((await asked.get("/control/people")).json()).toEqual({ people: [], zone: "Europe/Madrid" });
  });

  it("of a certificate: its record and its proof, as files, a test's marked as one", async () => {
    asked.certificates.set(7, {
      found: "files",
      files: { json: '{"n":1}', proof: "proof\n", mode: "test" } as never,
    });
    asked.certificates.set(8, { found: "no-answer" });
    const json = await asked.get("/certificate/7");
    expect([json.statusCode, json.body, json.headers["content-type"]]).toEqual([
      200,
      '{"n":1}',
      "application/json; charset=utf-8",
    ]);
    expect(json.headers["content-disposition"]).toMatch(
      /^attachment; filename="(?!result)[^"]*-result-7\.json"$/,
    );
    const proof = await asked.get("/certificate/7/proof");
    expect([proof.body, proof.headers["content-type"]]).toEqual(["proof\n", "text/plain; charset=utf-8"]);
    expect(proof.headers["content-disposition"]).toMatch(/result-7\.tlog-proof"$/);
    for (const url of [
      "/certificate/9",
      "/certificate/-1",
      "/certificate/7x",
      "/certificate/1e0",
      `/certificate/${"1".repeat(16)}`,
    ]) {
      const none = await asked.get(url);
      expect([url, none.statusCode, none.body]).toEqual([url, 404, "There is no such certificate.\n"]);
    }
    const late = await asked.get("/certificate/8/proof");
    expect([late.statusCode, late.body]).toEqual([503, "The unit did not answer.\n"]);
  });

  it("of a picture: only one that a recalled round names", async () => {
    const picture = await asked.get("/picture/ab");
    expect([picture.statusCode, picture.body, picture.headers["content-type"]]).toEqual([
      200,
      "picture",
      "image/png",
    ]);
    asked.parts.picture = () => Promise.resolve(Buffer.from("whatever is on the disk"));
    const none = await asked.get("/picture/cd");
    expect([none.statusCode, none.body]).toEqual([404, "There is no such picture.\n"]);
  });

  it("to the technician: what is known, and which faults are over", async () => {
    expect((await asked.get("/technician/data")).json()).toEqual({
      data: null,
      screens: asked.hub.counters,
      now: "2026-03-04T03:00:00.000Z",
    });
    const none = await asked.get("/technician/faults");
    expect([none.statusCode, none.body]).toEqual([503, "The records could not be read.\n"]);
    const times: number[] = [];
    asked.parts.faults = {
      tell: (now: number) => {
        times.push(now);
        return Promise.resolve({ since: null, faults: [] });
      },
    } as never;
    expect((await asked.get("/technician/faults")).json()).toEqual({ since: null, faults: [] });
    expect(times).toEqual([NOW]);
  });

  it("of a report to everybody; that one is made is asked by this unit's own pages alone", async () => {
    const app = await asked.served();
    for (const path of ["/analysis", "/technician/doctor"]) {
      const data = await app.inject({ url: `${path}/data`, headers: { host } });
      expect(data.json()).toEqual({ state: "none", at: null, report: null });
      const start = async (headers: object) => {
        const { statusCode, body } = await app.inject({
          method: "POST",
          url: `${path}/start`,
          headers: { ...headers },
        });
        return [statusCode, body];
      };
      expect(await start({ host })).toEqual([403, "Only this unit's own pages.\n"]);
      expect(await start({ host, origin: "http://evil.example" })).toEqual([
        403,
        "Only this unit's own pages.\n",
      ]);
      expect(await start(own)).toEqual([200, '{"state":"running"}']);
    }
  });

  it("of a span of rounds, or why not", async () => {
    const spans: unknown[] = [];
    const asking = async (url: string) => {
      const { statusCode, body } = await asked.get(url);
      return [statusCode, body];
    };
    const none = [503, "The records could not be read.\n"];
    expect(await asking("/statistics?span=20")).toEqual(none);
    const answers: unknown[] = ["none", "unknown", { counted: 1 }, { counted: 2 }];
    const desk = {
      tell: (...what: unknown[]) => {
        spans.push(what);
        return Promise.resolve(answers.shift());
      },
    };
    asked.parts.statistics = () => Promise.resolve(desk as never);
    expect(await asking("/statistics?span=20")).toEqual(none);
    expect(await asking("/statistics?span=no")).toEqual([
      400,
      expect.stringContaining("There is no such span") as string,
    ]);
    expect(await asking("/statistics?span=20&span=300")).toEqual([200, '{"counted":1}']);
    expect(await asking("/statistics")).toEqual([200, '{"counted":2}']);
    expect(spans).toEqual([
      ["20", NOW],
      ["no", NOW],
      ["100", NOW],
      ["100", NOW],
    ]);
  });

  it("to a monitor only where the configuration has an address for it", async () => {
    expect((await asked.get("/metrics")).statusCode).toBe(404);
    asked.parts.figures = () => null;
    const none = await asked.get("/metrics");
    expect([none.statusCode, none.body]).toEqual([503, "The unit has no figures yet.\n"]);
  });
});

describe("the house", () => {
  it("has its styles and what is shown of it; a file that it has not is none", async () => {
    const style = await asked.get("/house/style.css");
    expect([style.body, style.headers["content-type"]]).toEqual(["body{}", "text/css; charset=utf-8"]);
    expect((await asked.get("/house")).json()).toEqual({ house: null });
    const none = await asked.get("/house/logo");
    expect([none.statusCode, none.body]).toEqual([404, "There is no such file.\n"]);
    expect((await asked.get("/house/other")).statusCode).toBe(404);
  });

  it("gives a file whole, or the part of it that a player asks for", async () => {
    const file = { type: "video/webm", bytes: Buffer.from("0123456789") };
    Object.assign(asked.parts.house, { file: () => Promise.resolve(file) });
    const app = await asked.served();
    const part = async (range?: string) => {
      const { statusCode, body, headers } = await app.inject({
        url: "/house/idle-video",
        headers: { host, ...(range === undefined ? {} : { range }) },
      });
      return [statusCode, body, headers["content-range"] ?? null];
    };
    expect(await part()).toEqual([200, "0123456789", null]);
    expect(await part("bytes=0-")).toEqual([206, "0123456789", "bytes 0-9/10"]);
    expect(await part("bytes=2-4")).toEqual([206, "234", "bytes 2-4/10"]);
    expect(await part("bytes=9-9")).toEqual([206, "9", "bytes 9-9/10"]);
    expect(await part("bytes=8-99")).toEqual([206, "89", "bytes 8-9/10"]);
    expect(await part("bytes=10-")).toEqual([416, "", "bytes */10"]);
    for (const whole of ["bytes=-3", "bytes=1-2,4-5", "lines=1-2", "bytes=a-b"])
      expect([whole, await part(whole)]).toEqual([whole, [200, "0123456789", null]]);
  });
});
