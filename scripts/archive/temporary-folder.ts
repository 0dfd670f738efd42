import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** For what is readable: it goes when the command ends, also when `stop` ends it, which no `finally` sees. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'zunft-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
