import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { VERBS, type Facts } from "./verbs.ts";
import { timeOf, zoneOf } from "./arguments.ts";

const FACTS: Facts = { isZone: (zone) => ["Europe/Madrid", "UTC"].includes(zone), isAsked: true };
const stepsOf = (...[verb = "", ...words]: readonly string[]) => VERBS[verb]?.steps(words, FACTS) ?? [];

describe("the words of a verb", () => {
  test("an address goes into the services that need it, and into no place that was typed", () => {
    expect(stepsOf("address", "relay", "10.7.0.5", "fd00:7::/64")).toEqual([
      ...["tirada", "tirada-updater"].map((service) => ({
        do: "write",
        path: `/etc/systemd/system/${service}.service.d/70-relay.conf`,
        text: "# Written by tirada-root address.\n[Service]\nIPAddressAllow=10.7.0.5\nIPAddressAllow=fd00:7::/64\n",
      })),
      { do: "run", program: "/usr/bin/systemctl", words: ["--no-pager", "daemon-reload"] },
    ]);
    expect(stepsOf("address", "witness", "none")[0]).toEqual({
      do: "remove",
      path: "/etc/systemd/system/tirada.service.d/70-witness.conf",
    });
    expect(stepsOf("address", "dns", "10.7.0.1")).toContainEqual({
      do: "write",
      path: "/etc/systemd/resolved.conf.d/70-dns.conf",
      text: "# Written by tirada-root address.\n[Resolve]\nDNS=10.7.0.1\n",
    });
  });

  test.each([
    ["address", "relay"],
    ["address", "relay", "0.0.0.0/0"],
    ["address", "relay", "10.0.0.0/8"],
    ["address", "relay", "::/0"],
    ["address", "relay", "any"],
    ["address", "relay", "10.7.0.5\n[Service]\nExecStartPre=/bin/sh"],
    ["address", "relay", "fe80::1%eth0"],
    ["address", "relay", "10.7.0.5/24/1"],
    ["address", "../tirada", "10.7.0.5"],
    ["address", "relay", ...Array.from({ length: 9 }, (_, at) => `10.7.0.${at}`)],
    ["address", "dns", "10.7.0.0/24"],
    ["restart"],
    ["restart", "ssh"],
    ["restart", "tirada.service"],
    ["restart", "table", "ssh"],
    ["restart", "--root=/tmp"],
    ["restart", "constructor"],
    ["stop", "firewall"],
    ["zone", "../../etc/shadow"],
    ["zone", "/etc/shadow"],
    ["zone", "Europe/Nowhere"],
    ["zone"],
    ["time", "tomorrow"],
    ["time", "2026-02-30T10:00:00Z"],
    ["time", "1970-01-01T00:00:00Z"],
    ["time", "2026-11-28T19:05:00"],
    ["time", "@0"],
    ["reboot", "--force"],
    ["setup", "--config=/tmp/x"],
    ["setup", "--from", "/etc/shadow"],
    ["doctor", "--storage", "/etc"],
    ["bundle", "age1short"],
    ["bundle"],
    ["export", "--from"],
    ["export", "0", "1", "/etc/shadow"],
    ["export", "-1"],
    ["case", "/etc/shadow"],
    ["case"],
    ["calibrate-dice", "plate-frames=/etc/shadow"],
    ["calibrate-dice", "arena=/etc/shadow"],
    ["calibrate-dice", "--config", "/tmp/evil.yaml"],
    ["calibrate-dice", "config=/tmp/evil.yaml"],
    ["calibrate-wheel", "--storage=/tmp"],
    ["base", "install", "/tmp/evil.raucb"],
    ["base", "--override-boot-slot=A"],
  ])("refuses %s %s %s", (...words) => {
    expect(() => stepsOf(...words)).toThrow(expect.objectContaining({ status: 2 }));
  });

  test("a time is told to the machine in UTC, a zone as this machine has it", () => {
    expect(timeOf("2026-11-28T19:05:00+01:00")).toBe("2026-11-28T18:05:00Z");
    expect(zoneOf("Europe/Madrid", FACTS.isZone)).toBe("Europe/Madrid");
  });

  test("the clock that the network sets stays as it is", () => {
    expect(stepsOf("time", "2026-11-28T18:05:00Z")[0]).toMatchObject({ do: "unless", says: "yes" });
  });

  test("no verb runs a program by another path than a fixed one, or through a shell", () => {
    const all = [
      ["setup"],
      ["setup", "es"],
      ["undo-setup"],
      ["join-request"],
      ["join", "gl"],
      ["undo-join", "eu"],
      ["doctor"],
      ["bundle", `age1${"q".repeat(58)}`],
      ["export", "0", "9"],
      ["case", "7"],
      ["calibrate-dice", "arena=circle:200", "die=16", "height=900", "replace"],
      ["calibrate-wheel", "replace"],
      ["address", "dns", "10.7.0.1"],
      ["restart", "table"],
      ["start", "table"],
      ["stop", "screens"],
      ["status", "updater"],
      ["zone", "UTC"],
      ["time", "2026-11-28T18:05:00Z"],
      ["reset-safe-page"],
      ["base", "status"],
      ["base", "install"],
      ["reboot"],
      ["power-off"],
    ];
    expect(new Set(all.map(([verb]) => verb))).toEqual(new Set(Object.keys(VERBS)));
    for (const words of all)
      for (const step of stepsOf(...words)) {
        const asked = step.do === "unless" || step.do === "take" ? step.run : step;
        if (asked.do === "run") expect(asked.program).toMatch(/^\/usr\/s?bin\/(?!sh$|bash$|dash$|env$)[a-z]+$/);
      }
  });

  test("the manual has every verb", () => {
    const manual = readFileSync(new URL("../../../docs/technician/as-root.md", import.meta.url), "utf8");
    for (const { usage, about } of Object.values(VERBS))
      expect(manual).toContain(`| \`${usage.replaceAll("|", "\\|")}\` | ${about} |`);
  });

  test("only the set-up, and joining a casino, run tirada as root", () => {
    const asRoot = Object.entries(VERBS).filter(([verb]) => {
      const words = { bundle: [`age1${"q".repeat(58)}`], case: ["7"] }[verb] ?? [];
      try {
        return stepsOf(verb, ...words).some((step) => step.do === "run" && step.program === "/usr/bin/tirada");
      } catch {
        return false;
      }
    });
    expect(asRoot.map(([verb]) => verb)).toEqual(["setup", "undo-setup", "join-request", "join", "undo-join"]);
  });

  test("what sets up or joins is taken back by a verb, which is a record too", () => {
    for (const verb of ["setup", "join"]) {
      expect(stepsOf(`undo-${verb}`, "gl")).toEqual([
        { do: "run", program: "/usr/bin/tirada", words: [verb, "--undo", "--lang", "gl"] },
      ]);
      expect(VERBS[`undo-${verb}`]?.isChange).toBe(true);
      expect(() => stepsOf(`undo-${verb}`, "--config=/tmp/x")).toThrow("no such language");
    }
  });
});
