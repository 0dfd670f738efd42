import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for unencrypted files; deleted when the command ends, also by `stop`, which skips `finally`. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'zunft-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
