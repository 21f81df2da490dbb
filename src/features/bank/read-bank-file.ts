/** Reads a bank file of any format that is known. */
import { BANK_FILE_BYTES_MAX, type BankFile, type BankFileFormat } from './bank.ts';
import { readCamt } from './camt.ts';
import { readCsv } from './csv.ts';
import { refuse } from './fields.ts';
import { readFioJson } from './fio-json.ts';
import { readGpc } from './gpc.ts';

const READERS: Readonly<Record<BankFileFormat, (bytes: Uint8Array) => BankFile>> = {
  'fio-json': readFioJson,
  gpc: readGpc,
  camt: readCamt,
  csv: readCsv,
};

export function readBankFile(bytes: Uint8Array, format?: BankFileFormat): BankFile {
  if (bytes.length > BANK_FILE_BYTES_MAX) {
    const sentence = `The file is larger than ${BANK_FILE_BYTES_MAX / 1024 / 1024} MiB: export fewer days at once.`;
    refuse({ kind: 'large' }, sentence);
  }
  if (bytes.length === 0) refuse({ kind: 'empty' }, 'The file is empty.');
  return READERS[format ?? formatOf(bytes)](bytes);
}

/** The format is found by how a file begins. What is nothing else is CSV. */
function formatOf(bytes: Uint8Array): BankFileFormat {
  const start = new TextDecoder().decode(bytes.subarray(0, 200)).trimStart();
  if (start.startsWith('<')) return 'camt';
  if (start.startsWith('{')) return 'fio-json';
  return /^07[45]\d{16}/.test(start) ? 'gpc' : 'csv';
}
