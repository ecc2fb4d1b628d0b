import { execFileSync } from "node:child_process";
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { IMAGES, type ImageKind } from "../../firmware/delivery/image/build-image.ts";
import { expectProblem } from "../support/problem.ts";
import { commandHere } from "../support/command.ts";
import { SOAK } from "../support/volume.ts";
import { imageGuest, imageGuestMissing, setInGrub, type ImageGuest } from "./guest.ts";

/** The disk image of a unit: what is made of it, and, in a soak, a machine that starts from it, is updated, cut off and spoilt. */

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const IMAGE = join(ROOT, "firmware/delivery/packaging/image");
const RELEASE = join(ROOT, "firmware/delivery/image");
/** For several starts of a machine that is emulated. */
const SOME_STARTS = 5_400_000;
const folder = mkdtempSync(join(tmpdir(), "tirada-image-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const read = (path: string): string => readFileSync(path, "utf8");

describe("what an image is made of", () => {
  const scripts = [
    ...globSync(`${RELEASE}/*.sh`),
    ...globSync(`${IMAGE}/{,pc/,pi4/}root/usr/lib/tirada/image/*`),
    ...globSync(`${IMAGE}/{,pi4/}root/etc/initramfs-tools/{hooks,scripts/local-bottom}/*`),
    join(ROOT, "test/image/run-in-guest.sh"),
  ];

  test.each(scripts)("%s is a script that a shell reads", (script) => {
    execFileSync("sh", ["-n", script]);
  });

  test.each(IMAGES)("every program that a service or RAUC names is on a %s", (kind) => {
    const places = [join(IMAGE, "root"), join(IMAGE, kind, "root")];
    const naming = [
      ...places.flatMap((place) => globSync(`${place}/**/*.{service,conf}`)),
      ...globSync(`${places[0]}/usr/lib/tirada/image/*`),
      join(IMAGE, kind, "rauc.conf"),
    ];
    const named = naming.flatMap((file) => [...read(file).matchAll(/\/usr\/lib\/tirada\/image\/[\w-]+/g)]);
    expect(named.length).toBeGreaterThan(5);
    for (const [program] of named)
      expect(places.filter((place) => scripts.includes(join(place, program)))).toHaveLength(1);
  });

  test("the place of another base is on trial before anything is written to it, and after", () => {
    for (const handler of ["pre-install", "post-install"])
      expect(read(join(IMAGE, "pc/rauc.conf"))).toContain(`${handler}=/usr/lib/tirada/image/try-base\n`);
  });

  test("no other base is written while the one that runs is on trial", () => {
    for (const kind of IMAGES)
      expect(read(join(IMAGE, `${kind}/rauc.conf`))).toContain("pre-install=/usr/lib/tirada/image/try-base\n");
  });

  test("the second base of a PC has the room that the first one has, and the data partition a second superblock", () => {
    const [, esp, root, data] =
      /esp=(\d+) root=(\d+) data=(\d+)/.exec(read(join(RELEASE, "make-disk-pc.sh"))) ?? [];
    const repart = (name: string): string => read(join(IMAGE, `pc/root/usr/lib/repart.d/${name}.conf`));
    expect(repart("40-root-b")).toContain(`SizeMinBytes=${root}M\nSizeMaxBytes=${root}M`);
    expect(repart("30-data")).toContain(`SizeMinBytes=${data}M`);
    expect(Number(data)).toBeGreaterThan(128);
    // With the room between them, under what an image may have.
    expect((Number(esp) + Number(root) + Number(data) + 2) * 1_048_576).toBeLessThan(1_200_000_000);
  });

  test("the second base of a Raspberry Pi has the room that the first one has, and its image is small enough", () => {
    const numbers =
      /first=(\d+) boot=(\d+) root=(\d+) data=(\d+)/.exec(read(join(RELEASE, "make-disk-pi4.sh"))) ?? [];
    const [first = 0, boot = 0, root = 0, data = 0] = numbers.slice(1).map(Number);
    const grow = read(join(IMAGE, "pi4/root/usr/lib/tirada/image/grow-partitions"));
    expect(grow).toMatch(new RegExp(` root=${root}\n[^]*-ge \\$\\(\\(${data} \\* megabyte`));
    expect(read(join(RELEASE, "make-boot.sh"))).toContain(`truncate -s ${boot}M `);
    expect(data).toBeGreaterThan(128);
    expect((first + 2 * boot + root + data + 3) * 1_048_576).toBeLessThan(1_200_000_000);
  });

  test("the watchdog of a Raspberry Pi gets a time that it can count to", () => {
    const settings = ["", "pi4/"]
      .flatMap((part) => globSync(`${IMAGE}/${part}root/etc/systemd/system.conf.d/*.conf`))
      .toSorted((a, b) => (basename(a) < basename(b) ? -1 : 1))
      .flatMap((file) => [...read(file).matchAll(/^RuntimeWatchdogSec=(\d+)s$/gm)]);
    expect(Number(settings.at(-1)?.[1])).toBeLessThan(15);
  });

  test("all names of a Raspberry Pi's partitions have the disk's own number", () => {
    const places = ["pi4/rauc.conf", "pi4/boot/cmdline.tmpl", "pi4/root/usr/lib/tirada/image/choose-base"];
    const texts = [...places.map((place) => read(join(IMAGE, place))), read(join(RELEASE, "make-disk-pi4.sh"))];
    for (const text of texts) {
      expect(text).toContain("74697264");
      expect(text.replaceAll("74697264", "")).not.toMatch(/\b[0-9a-f]{8}-0|label-id: 0x(?!\n)/);
    }
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
      /there is no image for pi5: there is one for pc, pi4$/m,
    );
  });

  test("with the package of another processor", async () => {
    const keyring = file("d.pem", certificate);
    for (const [kind, wanted, other] of [
      ["pc", "amd64", "arm64"],
      ["pi4", "arm64", "amd64"],
    ] as const) {
      const words = ["release", "image", kind, "--out", folder, "--keyring", keyring];
      const takes = `is for ${other}: an image for ${kind} takes one for ${wanted}`;
      expectProblem(await commandHere([...words, "--package", emptyPackage("tirada", other)]), 2, takes);
      const stranger = emptyPackage("another", wanted);
      expectProblem(await commandHere([...words, "--package", stranger]), 2, /is not the package of a unit/);
    }
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

/** A package of Debian's with nothing in it. */
function emptyPackage(name: string, architecture: string): string {
  const tree = join(folder, `${name}-${architecture}`);
  mkdirSync(join(tree, "DEBIAN"), { recursive: true });
  const control = `Package: ${name}\nVersion: 1\nArchitecture: ${architecture}\nMaintainer: a <a@b.example>\nDescription: a\n`;
  writeFileSync(join(tree, "DEBIAN/control"), control);
  execFileSync("dpkg-deb", ["-Znone", "--root-owner-group", "--build", tree, `${tree}.deb`], {
    stdio: "ignore",
  });
  return `${tree}.deb`;
}

if (SOAK)
  describe.each(IMAGES)("a machine with the image for %s", (kind) => {
    const missing = imageGuestMissing(kind);
    test("has what it needs here", () => {
      expect(missing).toBe(null);
    });
    if (missing === null) playMachine(kind);
  });

/** One machine, start after start. */
function playMachine(kind: ImageKind): void {
  const at = join(folder, kind);
  const stick = join(at, "stick");
  let guest: ImageGuest;
  let parts: ReadonlyMap<string, string> = new Map();
  const said = (name: string): string => parts.get(name) ?? `nothing said of ${name}`;

  test(
    "starts by its own loader, lays down its release, and has nothing that may be written but the data partition",
    async () => {
      const made = await madeImage(kind, at);
      mkdirSync(stick);
      makeBundles(kind, made, at, stick);
      guest = imageGuest(kind, made, join(at, "machine"), stick);
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
      const [rootA, rootB, dataHere] = PLACES[kind];
      expect(sizes.get(rootA)).toMatch(/^\d{9}$/);
      expect(sizes.get(rootB)).toBe(sizes.get(rootA));
      // All that the disk has left, and its file system fills it.
      expect(Number(sizes.get(dataHere))).toBeGreaterThan(2_000_000_000);
      expect(Number(said("data").split("\n")[1])).toBeGreaterThan(0.9 * Number(sizes.get(dataHere)));
      expect(said("release")).toMatch(/confirmed -> rel\/[0-9a-f]{64}/);
      expect(said("failed")).toBe("");
    },
    SOME_STARTS,
  );

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

  test(
    "stays the same machine, and takes a base system that is signed for it and no other",
    async () => {
      const [before, code] = [said("machine"), said("code")];
      parts = await guest.start();
      expect(said("machine")).toBe(before);
      expect(said("code")).not.toBe(code);
      expect(said("spoilt")).toMatch(/LastError: .*Input\/output error/);
      expect(said("stranger")).toMatch(/LastError: .*signature/i);
      expect(said("other")).toMatch(/compatible mismatch|does not match/i);
      expect(said("install")).toMatch(/Installing `.*` succeeded/);
      if (kind === "pc") expect(said("loader")).toMatch(/^ORDER=B A$[^]*^B_KEPT=0$/m);
      else {
        expect(said("loader")).toBe("primary=B a=good b=good\n0 tryboot");
        // The word came to the kernel, which has no such firmware here.
        expect(said("console")).toContain(
          "tirada_tryboot: the firmware was not told (-19): the kept base starts",
        );
      }
    },
    SOME_STARTS,
  );

  if (kind === "pi4")
    test(
      "is the kept base again when a trial was cut off",
      async () => {
        await guest.start({ flag: true, killAfterUs: 60_000_000 });
        parts = await guest.start();
        expect(said("slot")).toBe("A");
        expect(said("kept")).toBe("primary=A a=good b=good");
      },
      SOME_STARTS,
    );

  test(
    "keeps it after two minutes in order, as the same machine",
    async () => {
      const before = said("machine");
      parts = await guest.start({ flag: true });
      expect(said("slot")).toBe("B");
      expect(said("early")).toMatch(/LastError: Pre-install handler error/);
      if (kind === "pc") expect(said("words")).toContain("tirada.trial");
      expect(said("kept")).toMatch(kind === "pc" ? /^B_KEPT=1$/m : /^primary=B a=good b=good$/);
      expect(said("machine")).toBe(before);
      parts = await guest.start();
      expect(said("slot")).toBe("B");
    },
    SOME_STARTS,
  );

  if (kind !== "pc") return;
  test(
    "goes back to the one before when it is cut off while on trial, and not when it is not",
    async () => {
      for (const one of ["ORDER=A B", "A_KEPT=0", "A_OK=1", "A_TRY=0"])
        setInGrub(guest.disk, join(at, "machine"), one);
      await guest.start({ killAfterUs: 60_000_000 });
      parts = await guest.start();
      expect(said("slot")).toBe("B");
      // Kept ones are never counted.
      await guest.start({ killAfterUs: 60_000_000 });
      await guest.start({ killAfterUs: 60_000_000 });
      parts = await guest.start();
      expect(said("slot")).toBe("B");
    },
    SOME_STARTS,
  );
}

/** Roots and data partition by the names that the kernel has for them. */
const PLACES = {
  pc: ["root-a", "root-b", "tirada-data"],
  pi4: ["74697264-05", "74697264-07", "74697264-06"],
} as const satisfies Record<ImageKind, readonly string[]>;

/** Bundles for the guest: the next base; one with a byte changed, one of a stranger's, one for another machine. */
function makeBundles(kind: ImageKind, made: string, at: string, stick: string): void {
  const make = (machine: string, who: string, name: string): void => {
    const out = join(stick, `${name}.raucb`);
    const script = join(RELEASE, "make-bundle.sh");
    execFileSync("sh", [script, machine, made, "2", `${who}.pem`, `${who}.key`, out], {
      stdio: ["ignore", "ignore", "inherit"],
    });
  };
  certificate(join(at, "stranger"));
  make(kind, join(at, "maker"), "next");
  make(kind, join(at, "stranger"), "stranger");
  make("other", join(at, "maker"), "other-machine");
  const spoilt = readFileSync(join(stick, "next.raucb"));
  const middle = Math.floor(spoilt.length / 2);
  spoilt.writeUInt8(spoilt.readUInt8(middle) ^ 1, middle);
  writeFileSync(join(stick, "spoilt.raucb"), spoilt);
}

function certificate(path: string): void {
  execFileSync(
    "openssl",
    [
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-days",
      "30",
      "-subj",
      "/CN=base",
      "-keyout",
      `${path}.key`,
      "-out",
      `${path}.pem`,
    ],
    { stdio: "ignore" },
  );
}

/** What make-root.sh makes; TIRADA_IMAGE: a folder in which that lies already in `pc` and `pi4`, with maker.pem and maker.key. */
async function madeImage(kind: ImageKind, at: string): Promise<string> {
  mkdirSync(at);
  const ready = process.env["TIRADA_IMAGE"];
  if (ready !== undefined) {
    for (const name of ["maker.pem", "maker.key"]) copyFileSync(join(ready, kind, name), join(at, name));
    return join(ready, kind);
  }
  const out = join(at, "out");
  certificate(join(at, "maker"));
  expect(await commandHere(["release", "package", "--for", PLATFORM[kind], "--out", out])).toMatchObject({
    status: 0,
  });
  const [deb = ""] = globSync(`${out}/*.deb`);
  const made = join(at, "made");
  mkdirSync(made);
  execFileSync("sh", [join(RELEASE, "make-root.sh"), kind, deb, join(at, "maker.pem"), made], {
    env: { ...process.env, SOURCE_DATE_EPOCH: "1790000000" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  return made;
}

const PLATFORM = { pc: "linux-x64", pi4: "linux-arm64" } as const satisfies Record<ImageKind, string>;
