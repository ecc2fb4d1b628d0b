import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../../test/support/folder.ts";
import { noticesIn, type AlarmNotice } from "./alarm-notice.ts";
import { trapWords } from "./snmp-way.ts";
import { framed, syslogLine } from "./syslog-way.ts";
import { readAlarmWays } from "./ways-config.ts";

const alert = (change: object = {}): object => ({
  status: "firing",
  labels: { alertname: "TableSilent", severity: "critical", log: "casino/r1" },
  annotations: { summary: "Silent.", do: "Look." },
  startsAt: "2026-11-29T20:00:00.000Z",
  endsAt: "0001-01-01T00:00:00Z",
  ...change,
});
const noticeOf = (change: object = {}): AlarmNotice => {
  const [notice] = noticesIn({ alerts: [alert(change)] }) ?? [];
  if (notice === undefined) throw new Error("it is no notification");
  return notice;
};

it("an alarm's text never ends a line, and hides no other one", () => {
  const { summary, about } = noticeOf({
    labels: { alertname: "A", log: "casino/r1\n<130>1 - - - - - - forged" },
    annotations: { summary: "one\r\ntwo\u{2028}three\u{0}\u{202e}four" },
  });
  expect(about).toBe("casino/r1 <130>1 - - - - - - forged");
  expect(summary).toBe("one two three four");
});

it("takes notifications alone", () => {
  for (const body of [
    null,
    3,
    {},
    { alerts: {} },
    { alerts: [{ status: "burning" }] },
    { alerts: [alert({ startsAt: "now" })] },
  ])
    expect(noticesIn(body)).toBeNull();
  expect(noticesIn({ alerts: [] })).toEqual([]);
});

it("writes RFC 5424: priority, hour, machine, rule, a text behind the mark of UTF-8; and frames of octets", () => {
  expect(syslogLine(noticeOf(), "floor 1")).toBe(
    "<130>1 2026-11-29T20:00:00.000Z floor1 tirada-floor - TableSilent - \u{feff}alarm TableSilent of casino/r1 (critical): Silent. Look.",
  );
  const over = noticeOf({ status: "resolved", endsAt: "2026-11-29T20:09:00.000Z" });
  expect(syslogLine(over, "")).toBe(
    "<133>1 2026-11-29T20:09:00.000Z - tirada-floor - TableSilent - \u{feff}over TableSilent of casino/r1 (critical): Silent.",
  );
  expect(framed(["á", "b"])).toBe("2 á1 b");
});

it("names a trap by the house's own arc", () => {
  const words = trapWords(noticeOf(), "1.3.6.1.4.1.64512");
  expect(words.slice(0, 5)).toEqual(["", "1.3.6.1.4.1.64512.0.1", "1.3.6.1.4.1.64512.1.1", "s", "TableSilent"]);
  expect(trapWords(noticeOf({ status: "resolved" }), "1.3.6.1.4.1.64512")[1]).toBe("1.3.6.1.4.1.64512.0.2");
});

it("refuses a configuration without a way, half a pair, an arc of nobody, with file and line", () => {
  const path = join(temporaryFolder(), "alarms.yaml");
  const refusal = (text: string): string => {
    writeFileSync(path, text);
    try {
      readAlarmWays(path);
      return "";
    } catch (error) {
      return String(error);
    }
  };
  expect(refusal("port: 1\n")).toContain("needs syslog or snmp");
  expect(refusal("syslog:\n  host: a\n  authority: b\n  certificate: c\n")).toMatch(
    /alarms\.yaml:1.*go together/,
  );
  expect(refusal("snmp:\n  host: a\n  settings: b\n  arc: 1.2.3\n")).toMatch(/alarms\.yaml:4.*arc/);
  expect(refusal("snmp:\n  host: a\n  settings: b\n  arc: 1.3.6.1.4.1.9\n  program: rm\n")).toMatch(
    /alarms\.yaml:5/,
  );
});
