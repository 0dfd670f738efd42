import { stop } from '#scripts/local/stop.ts'

let restoreCommand: string | null = null

/** From here on the database may be changed: a later failure also prints how to restore it. */
export function rememberBookmark(bookmark: string): void {
  restoreCommand = `npx wrangler d1 time-travel restore DB --env production --bookmark=${bookmark}`
}

/**
 * Ends the command and prints what failed and what to do.
 * @param said output of the failed tool
 */
export function fail(what: string, toDo: string, said = ''): never {
  // The error is at the end of the output.
  if (said.trim()) console.error(`\n${said.trim().slice(-4000)}`)
  stop(
    [
      `${what}.`,
      toDo,
      'Danach denselben Befehl noch einmal: Was schon getan ist, wird kein zweites Mal getan.',
      ...(restoreCommand
        ? [
            '',
            'Soll die Datenbank wieder werden, wie sie vor diesem Lauf war:',
            `  ${restoreCommand}`,
          ]
        : []),
    ].join('\n'),
  )
}
