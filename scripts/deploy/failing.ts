import { stop } from '#scripts/local/stop.ts'

let wayBack: string | null = null

/** From here on the database may be changed: whatever fails also says how it becomes what it was. */
export function rememberBookmark(bookmark: string): void {
  wayBack = `npx wrangler d1 time-travel restore DB --env production --bookmark=${bookmark}`
}

/**
 * Ends the command: what failed, and what to do.
 * @param said the words of whom it asked
 */
export function fail(what: string, toDo: string, said = ''): never {
  // The end of it has the error; before it may stand all that was read.
  if (said.trim()) console.error(`\n${said.trim().slice(-4000)}`)
  stop(
    [
      `${what}.`,
      toDo,
      'Danach denselben Befehl noch einmal: Was schon getan ist, wird kein zweites Mal getan.',
      ...(wayBack
        ? ['', 'Soll die Datenbank wieder werden, wie sie vor diesem Lauf war:', `  ${wayBack}`]
        : []),
    ].join('\n'),
  )
}
