import { found, FOLDER, loadDrivers, play, run } from "./bench.ts";
import { wheelOn } from "./devices.ts";
import { clearTable, display, must, viewOfNextCertified, waitForScreens } from "./table.ts";

/** A roulette with the image, which plays, and its technician, who tries to become root or to get at its key. */

const PASSWORD = "una clave de banco";
/** Who may what on the machine, and what every program of root's loads. */
const RIGHTS =
  "cd /etc && sha256sum passwd shadow group gshadow sudoers sudoers.d/* pam.d/* ld.so.conf ld.so.conf.d/* profile; ls -la /etc/ld.so.preload sudoers.d pam.d profile.d cron* 2>&1";

/** What his tries printed. */
const PRINTED = "/var/lib/technician/printed.txt";

/** What a script finds that he runs after his login. */
async function tries(script: string): Promise<string> {
  const words = ["-l", "technician", "-c", `bash ${FOLDER}/${script} '${PASSWORD}'`];
  return (await run("su", words)).output;
}

const rights = async (): Promise<string> => (await run("sh", ["-c", RIGHTS])).output;

void play(async () => {
  loadDrivers(1);
  wheelOn(0, "rights");
  await waitForScreens();
  const line = await display();
  const { seq } = await viewOfNextCertified(line, "before he tries");
  found("certified", { seq });
  line.close();
  // As he does at the console with the code of its screen.
  await must("sh", "-c", `echo 'technician:${PASSWORD}' | chpasswd`);
  const before = await rights();
  found("tried", { output: await tries("try-technician.sh"), printed: await must("cat", PRINTED) });
  found("rights", { isSame: (await rights()) === before });
  await clearTable();
  found("set up", { output: await tries("try-set-up.sh") });
});
