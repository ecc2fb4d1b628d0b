import { execFileSync } from "node:child_process";
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { expectProblem } from "../support/problem.ts";
import { commandHere } from "../support/command.ts";
import { SOAK } from "../support/volume.ts";
import { imageGuest, imageGuestMissing, setInGrub, type ImageGuest } from "./guest.ts";

/** The disk image of a unit: what is made of it, and, in a soak, a machine that starts from it, is updated, cut off and spoilt. */

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const IMAGE = join(ROOT, "firmware/packaging/image");
const RELEASE = join(ROOT, "release/image");
const folder = mkdtempSync(join(tmpdir(), "tirada-image-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const read = (path: string): string => readFileSync(path, "utf8");

describe("what an image is made of", () => {
  const scripts = [
    ...globSync(`${RELEASE}/*.sh`),
    ...globSync(`${IMAGE}/root/usr/lib/tirada/image/*`),
    ...globSync(`${IMAGE}/root/etc/initramfs-tools/{hooks,scripts/local-bottom}/*`),
    join(ROOT, "test/image/run-in-guest.sh"),
  ];

  test.each(scripts)("%s is a script that a shell reads", (script) => {
    execFileSync("sh", ["-n", script]);
  });

  test("every program that a service names is there", () => {
    for (const unit of globSync(`${IMAGE}/root/usr/lib/systemd/system/*.service`))
      for (const [, program = ""] of read(unit).matchAll(/^ExecStart=(\/usr\/lib\/tirada\/image\/\S+)/gm))
        expect(scripts).toContain(join(IMAGE, "root", program));
  });

  test("the place of another base is on trial before anything is written to it, and after", () => {
    for (const handler of ["pre-install", "post-install"])
      expect(read(join(IMAGE, "rauc.conf"))).toContain(`${handler}=/usr/lib/tirada/image/try-base\n`);
  });

  test("the second base has the room that the first one has, and the data partition a second superblock", () => {
    const [, esp, root, data] =
      /esp=(\d+) root=(\d+) data=(\d+)/.exec(read(join(RELEASE, "make-disk.sh"))) ?? [];
    const repart = (name: string): string => read(join(IMAGE, `root/usr/lib/repart.d/${name}.conf`));
    expect(repart("40-root-b")).toContain(`SizeMinBytes=${root}M\nSizeMaxBytes=${root}M`);
    expect(repart("30-data")).toContain(`SizeMinBytes=${data}M`);
    expect(Number(data)).toBeGreaterThan(128);
    // With the room between them, under what an image may have.
    expect((Number(esp) + Number(root) + Number(data) + 2) * 1_048_576).toBeLessThan(1_200_000_000);
  });
});

describe("an image that cannot be made is refused in one line", () => {
  const made = (...words: string[]): ReturnType<typeof commandHere> =>
    commandHere(["release", "image", "pc", "--out", folder, ...words]);
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const certificate = "-----BEGIN CERTIFICATE-----\nMA==\n-----END CERTIFICATE-----\n";

  test("for a machine that there is no image for", async () => {
    expectProblem(
      await commandHere(["release", "image", "pi5", "--package", "x.deb", "--keyring", "x.pem"]),
      2,
      /pi5.*pc/,
    );
  });

  test("without certificates, or with a key among them", async () => {
    const deb = file("x.deb", "no package");
    expectProblem(await made("--package", deb, "--keyring", join(folder, "none")), 2, /none cannot be read/);
    expectProblem(await made("--package", deb, "--keyring", file("e.pem", "")), 2, /holds no certificate/);
    const both = file("both.pem", `${certificate}-----BEGIN PRIVATE KEY-----\n`);
    expectProblem(
      await made("--package", deb, "--keyring", both),
      2,
      /holds a private key, which no machine may carry/,
    );
  });

  test("with a package that is none, or with half of who signs", async () => {
    const words = ["--package", file("x.deb", "no package"), "--keyring", file("c.pem", certificate)];
    expectProblem(await made(...words), 2, /x\.deb is no package of Debian's/);
    expectProblem(await made(...words, "--key", "k"), 2, /--certificate and --key come together/);
  });
});

const missing = imageGuestMissing();
if (SOAK)
  describe("a machine with the image", () => {
    test("has what it needs here", () => {
      expect(missing).toBe(null);
    });
    if (missing === null) playMachine();
  });

/** One machine, start after start. */
function playMachine(): void {
  const stick = join(folder, "stick");
  let guest: ImageGuest;
  let parts: ReadonlyMap<string, string> = new Map();
  const said = (name: string): string => parts.get(name) ?? `nothing said of ${name}`;

  test("starts by its own loader, lays down its release, and has nothing that may be written but the data partition", async () => {
    const made = await madeImage();
    mkdirSync(stick);
    makeBundles(made, stick);
    guest = imageGuest(made, join(folder, "machine"), stick);
    parts = await guest.start();
    const mounts = said("mounts").split("\n");
    expect(mounts.find((line) => line.startsWith("/ "))).toMatch(/^\/ squashfs ro,/);
    for (const [where, type] of [
      ["/data", "ext4"],
      ["/etc", "overlay"],
      ["/var", "overlay"],
      ["/var/lib/tirada", "ext4"],
      ["/var/lib/tirada-updater", "ext4"],
    ] as const)
      expect(mounts.find((line) => line.startsWith(`${where} `))).toMatch(new RegExp(`^${where} ${type} rw`));
    expect(said("write").match(/Read-only file system/g)).toHaveLength(3);
    const sizes = new Map(
      said("partitions")
        .split("\n")
        .map((line) => line.split(" ") as [string, string]),
    );
    expect(sizes.get("root-b")).toBe(sizes.get("root-a"));
    // All that the disk has left, and its file system fills it.
    expect(Number(sizes.get("tirada-data"))).toBeGreaterThan(2_000_000_000);
    expect(Number(said("data").split("\n")[1])).toBeGreaterThan(0.9 * Number(sizes.get("tirada-data")));
    expect(said("release")).toMatch(/confirmed -> rel\/[0-9a-f]{64}/);
    expect(said("failed")).toBe("");
  }, 1_800_000);

  test("lets nobody in but at its console, with a code that the screen shows", () => {
    expect(said("code")).toMatch(/Usuario technician, código \d{10}: pide una contraseña propia/);
    expect(said("login")).toMatch(/^technician P .*1970/);
    expect(said("root")).toMatch(/^root L /);
    const open = said("sockets")
      .split("\n")
      .filter((line) => /^(?:tcp|udp)/.test(line) && !/127\.0\.0\.|\[::1\]/.test(line));
    expect(open).toEqual([]);
    expect(said("firewall")).toContain("policy drop");
    expect(said("watchdog")).toMatch(/i6300ESB timer\nactive/);
    expect(said("secret")).toMatch(/^400 /);
  });

  test("stays the same machine, and takes a base system that is signed for it and no other", async () => {
    const [before, code] = [said("machine"), said("code")];
    parts = await guest.start();
    expect(said("machine")).toBe(before);
    expect(said("code")).not.toBe(code);
    expect(said("spoilt")).toMatch(/LastError: .*Input\/output error/);
    expect(said("stranger")).toMatch(/LastError: .*signature/i);
    expect(said("other")).toMatch(/compatible mismatch|does not match/i);
    expect(said("install")).toMatch(/Installing `.*` succeeded/);
    expect(said("loader")).toMatch(/^ORDER=B A$/m);
    expect(said("loader")).toMatch(/^B_KEPT=0$/m);
  }, 1_800_000);

  test("keeps it after two minutes in order, as the same machine", async () => {
    const before = said("machine");
    parts = await guest.start();
    expect(said("slot")).toBe("B");
    expect(said("trial")).toContain("tirada.trial");
    expect(said("kept")).toMatch(/^B_KEPT=1$/m);
    expect(said("machine")).toBe(before);
    parts = await guest.start();
    expect(said("slot")).toBe("B");
  }, 1_800_000);

  test("goes back to the one before when it is cut off while on trial, and not when it is not", async () => {
    const at = join(folder, "machine");
    for (const one of ["ORDER=A B", "A_KEPT=0", "A_OK=1", "A_TRY=0"]) setInGrub(guest.disk, at, one);
    await guest.start({ killAfterUs: 60_000_000 });
    parts = await guest.start();
    expect(said("slot")).toBe("B");
    // Kept ones are never counted.
    await guest.start({ killAfterUs: 60_000_000 });
    await guest.start({ killAfterUs: 60_000_000 });
    parts = await guest.start();
    expect(said("slot")).toBe("B");
  }, 1_800_000);
}

/** Bundles for the guest: the next base; one with a byte changed, one of a stranger's, one for another machine. */
function makeBundles(made: string, stick: string): void {
  const make = (kind: string, who: string, name: string): void => {
    const out = join(stick, `${name}.raucb`);
    execFileSync("sh", [join(RELEASE, "make-bundle.sh"), kind, made, "2", `${who}.pem`, `${who}.key`, out], {
      stdio: ["ignore", "ignore", "inherit"],
    });
  };
  certificate(join(folder, "stranger"));
  make("pc", join(folder, "maker"), "next");
  make("pc", join(folder, "stranger"), "stranger");
  make("other", join(folder, "maker"), "other-machine");
  const spoilt = readFileSync(join(stick, "next.raucb"));
  const at = Math.floor(spoilt.length / 2);
  spoilt.writeUInt8(spoilt.readUInt8(at) ^ 1, at);
  writeFileSync(join(stick, "spoilt.raucb"), spoilt);
}

function certificate(path: string): void {
  execFileSync(
    "openssl",
    [
      ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30", "-subj", "/CN=base"],
      ...["-keyout", `${path}.key`, "-out", `${path}.pem`],
    ],
    { stdio: "ignore" },
  );
}

/** What make-root.sh makes; TIRADA_IMAGE: a folder in which that lies already, with maker.pem and maker.key. */
async function madeImage(): Promise<string> {
  const ready = process.env["TIRADA_IMAGE"];
  if (ready !== undefined) {
    for (const name of ["maker.pem", "maker.key"]) copyFileSync(join(ready, name), join(folder, name));
    return ready;
  }
  const out = join(folder, "out");
  certificate(join(folder, "maker"));
  expect(await commandHere(["release", "package", "--for", "linux-x64", "--out", out])).toMatchObject({
    status: 0,
  });
  const [deb = ""] = globSync(`${out}/*.deb`);
  const made = join(folder, "made");
  mkdirSync(made);
  execFileSync("sh", [join(RELEASE, "make-root.sh"), "pc", deb, join(folder, "maker.pem"), made], {
    env: { ...process.env, SOURCE_DATE_EPOCH: "1790000000" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  return made;
}
