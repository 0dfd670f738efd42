import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { stop } from '#scripts/local/stop.ts'

/** Asks twice without an echo; reads the first line of a pipe. */
export async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) return readLine()
  const password = await askSilently('Passwort: ')
  const again = await askSilently('Passwort wiederholen: ')
  return password === again ? password : stop('Die beiden Passwörter sind nicht gleich.')
}

/** Asks for an archive's passphrase. */
export async function askPassphrase(how: 'once' | 'twice'): Promise<string> {
  if (!process.stdin.isTTY) return readLine()
  const words = await askSilently('Kennwort des Archivs: ')
  if (how === 'once' || words === (await askSilently('Noch einmal: '))) return words
  return stop('Die beiden Kennwörter sind nicht gleich.')
}

/** The next line, typed or from a pipe; '' when there is none. */
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
