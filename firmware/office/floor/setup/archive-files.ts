import { OFFICE, POSTGRES, publicFile, STORE, type MachineFile } from "./machine-file.ts";

/** What the package's timer makes archives of closed months by, on the database's machine. */
export function archiveFile(): MachineFile {
  const config = `database: { host: ${POSTGRES.socket}, database: tirada, user: tirada_archiver }
certificate: ${STORE}/store.pem
key: ${STORE}/store.key.pem
`;
  return publicFile(`${OFFICE}/archive.yaml`, "Who makes archives: tirada-archive.service reads it.", config);
}
