import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { stop } from '#scripts/local/stop.ts'

/** Typed twice without an echo; from a pipe, its first line. */
export async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) return readLine()
  const password = await askSilently('Passwort: ')
  const again = await askSilently('Passwort wiederholen: ')
  return password === again ? password : stop('Die beiden Passwörter sind nicht gleich.')
}

/** The words that an archive is closed with. */
export async function askPassphrase(how: 'once' | 'twice'): Promise<string> {
  if (!process.stdin.isTTY) return readLine()
  const words = await askSilently('Kennwort des Archivs: ')
  if (how === 'once' || words === (await askSilently('Noch einmal: '))) return words
  return stop('Die beiden Kennwörter sind nicht gleich.')
}

/** The next line that is typed or comes from a pipe; '' when none does. */
export async function readLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line
  return ''
}

async function askSilently(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  terminal.once('SIGINT', () => process.exit(130))
  process.stdout.write(question)
  const answer = await terminal.question('')
  terminal.close()
  process.stdout.write('\n')
  return answer
}
