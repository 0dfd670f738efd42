import { demoPassword, demoUsers } from '#scripts/demo/users.ts'
import { setupAddress } from '#scripts/users/setup-link.ts'
import type { Role } from '#worker/domain/codes.ts'
import type { Ready } from './prepare.ts'
import { address } from './project.ts'

const mayDo: Partial<Record<Role, string>> = {
  management: 'Verwaltung',
  readonly: 'Lesen',
  helper: 'Helfen am Umzug',
}

/** Prints the address and the sign-ins: the demo's users, or the link of the first access. */
export function printGreeting({ isDemo, setupToken }: Ready): void {
  const lines = [
    `Die Anwendung läuft: ${address}`,
    '',
    ...(isDemo ? demoLines() : []),
    ...(setupToken ? setupLines(setupToken) : []),
    farewell,
  ]
  console.log(`\n${lines.map((line) => (line ? `  ${line}` : '')).join('\n')}\n`)
}

const farewell = 'Beenden mit Strg+C.'

function setupLines(token: string): string[] {
  const link = setupAddress(address, token)
  return [
    'Noch hat niemand einen Zugang. Lege den ersten an (der Link gilt 7 Tage):',
    `  ${link}`,
    '',
  ]
}

function demoLines(): string[] {
  const widest = Math.max(...demoUsers.map(({ emailAddress }) => emailAddress.length))
  const signIns = demoUsers.map(
    ({ emailAddress, role }) => `  ${emailAddress.padEnd(widest)}   ${mayDo[role]}`,
  )
  return [`Demo-Zugänge, Passwort für alle: ${demoPassword}`, ...signIns, '']
}
