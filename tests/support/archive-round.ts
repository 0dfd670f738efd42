import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { projectDir } from '#scripts/local/project.ts'

/** Inputs that are known to change on a way through files. */
export const hardTexts = [
  'Zeile 1\nZeile 2',
  'getippt: \\n, und eine\nzweite Zeile',
  'getippt: \\r und \\n1. und \\n, von Windows\r\nabgeschickt\r',
  "O'Neill; DROP TABLE members; -- /* */",
  '\\',
  '\\\nn',
  'Ä 🎭 \u2028 "doppelt" `einfach`',
]

/** A guild with its own folder and local database, backed up and restored by the real commands. */
export function archiveRound() {
  const folder = mkdtempSync(join(tmpdir(), 'zunft-archive-'))
  const states = { before: join(folder, 'before'), after: join(folder, 'after') }
  const backups = join(folder, 'backups')
  const run = (script: string, args: readonly string[], state: string, words = passphrase) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--no-warnings', `scripts/${script}.ts`, ...args],
      {
        cwd: projectDir,
        encoding: 'utf8',
        env: { ...process.env, STATE_DIR: state, BACKUP_PASSPHRASE: words },
      },
    )
    return { status, output: stdout + stderr }
  }
  return {
    states,
    backups,
    seed: (members: number, seasons: number) =>
      run('seed', ['--members', `${members}`, '--seasons', `${seasons}`], states.before),
    backup: (words?: string) => run('backup', ['--local', '--to', backups], states.before, words),
    /** The default folder. */
    backupHere: () => run('backup', ['--local'], states.before),
    restore: (archive: string, args: string[], words?: string) =>
      run('restore', [archive, ...args], states.after, words),
    archives: () =>
      readdirSync(backups)
        .filter((name) => name.startsWith('zunft-'))
        .map((name) => join(backups, name)),
    open: (state: string) => new DatabaseSync(databaseFile(state)),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

const passphrase = 'die Schellen klingen im Tal'

export function databaseFile(state: string): string {
  const folder = join(state, 'v3/d1/miniflare-D1DatabaseObject')
  const [file] = readdirSync(folder).filter(
    (name) => name.endsWith('.sqlite') && name !== 'metadata.sqlite',
  )
  if (!file) throw new Error(`No database in ${folder}`)
  return join(folder, file)
}
