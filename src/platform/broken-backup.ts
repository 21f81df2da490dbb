/** The folder is no backup, or not what was written, or cannot be opened. */
export class BrokenBackup extends Error {
  override readonly name = 'BrokenBackup';
}
