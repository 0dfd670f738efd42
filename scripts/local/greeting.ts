import { demoPassword, demoUsers } from '#scripts/demo/users.ts'
import type { Role } from '#worker/domain/codes.ts'
import { address } from './project.ts'

const mayDo: Record<Role, string> = {
  management: 'Verwaltung',
  readonly: 'Lesen',
  helper: 'Helfen am Umzug',
}

/** Where to go, and who to be there as long as the database holds the demo. */
export function greet(isDemo: boolean): void {
  const lines = [`Die Anwendung läuft: ${address}`, '', ...(isDemo ? demoLines() : []), farewell]
  console.log(`\n${lines.map((line) => (line ? `  ${line}` : '')).join('\n')}\n`)
}

const farewell = 'Beenden mit Strg+C.'

function demoLines(): string[] {
  const widest = Math.max(...demoUsers.map(({ emailAddress }) => emailAddress.length))
  const signIns = demoUsers.map(
    ({ emailAddress, role }) => `  ${emailAddress.padEnd(widest)}   ${mayDo[role]}`,
  )
  return [`Demo-Zugänge, Passwort für alle: ${demoPassword}`, ...signIns, '']
}
