import { parseArgs } from 'node:util'
import { stop } from '#scripts/local/stop.ts'
import { type Role, roles } from '#worker/domain/codes.ts'
import { isEmailAddress } from '#worker/domain/text.ts'

export type Request = {
  emailAddress: string
  rest: string[]
  first: string
  last: string
  roles: string
  password: string | undefined
  remote: boolean
}

const usage = `So geht es:
  npm run user -- create   <E-Mail> --first <Vorname> --last <Nachname> --roles <Rollen>
  npm run user -- password <E-Mail>
  npm run user -- roles    <E-Mail> <Rollen>
  npm run user -- lock     <E-Mail>
  npm run user -- unlock   <E-Mail>
  npm run user -- list
Rollen: ${roles.join(', ')}; mehrere mit Komma und ohne Leerzeichen.
Nach dem Passwort wird gefragt, wenn es nicht mit --password angegeben ist.
Mit --remote gilt es der Datenbank in der Cloud ([env.production] in wrangler.toml), mit --empty der
eigenen Zunft auf diesem Rechner (npm start -- --empty).`

export function readArguments(): { command: string; request: Request } {
  try {
    const text = { type: 'string', default: '' } as const
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        first: text,
        last: text,
        roles: text,
        password: { type: 'string' },
        remote: { type: 'boolean', default: false },
        // Read by scripts/local/project.ts.
        empty: { type: 'boolean', default: false },
      },
    })
    const [command = '', emailAddress = '', ...rest] = positionals
    const request = { ...values, password: values.password, rest }
    return { command, request: { ...request, emailAddress: emailAddress.trim().toLowerCase() } }
  } catch {
    return exitWithUsage()
  }
}

export function exitWithUsage(): never {
  stop(usage)
}

/** Rejects the demo's addresses for a deployed database. */
export function checkAddress({ emailAddress, remote }: Request): void {
  if (!isEmailAddress(emailAddress)) stop(`„${emailAddress}“ ist keine E-Mail Adresse.\n\n${usage}`)
  if (remote && emailAddress.endsWith('.example')) {
    stop('Adressen der Demo (….example) gehören nicht in die Datenbank in der Cloud.')
  }
}

export function readRoles(list: string | undefined): Role[] {
  const wanted = (list ?? '').split(',').map((role) => role.trim())
  const known = roles.filter((role) => wanted.includes(role))
  return wanted.every((role) => known.some((one) => one === role)) ? known : exitWithUsage()
}
