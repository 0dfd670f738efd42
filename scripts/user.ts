// npm run user: manages the users on this machine or, with --remote, of the deployed guild.

import { stop } from '#scripts/local/stop.ts'
import { checkAddress, exitWithUsage, readArguments } from '#scripts/users/arguments.ts'
import { commands } from '#scripts/users/commands.ts'
import { findUser, listUsers } from '#scripts/users/statements.ts'
import { type Row, withTarget } from '#scripts/users/target.ts'

const { command, request } = readArguments()
await (command === 'list' ? list() : change())

async function list(): Promise<void> {
  await withTarget(request.remote, async (target) => {
    const rows = await target.read(listUsers())
    console.log(rows.length === 0 ? 'Es gibt noch niemanden.' : rows.map(line).join('\n'))
  })
}

async function change(): Promise<void> {
  const { makesNew, statements, done } = commands[command] ?? exitWithUsage()
  checkAddress(request)
  const wanted = await statements(request)
  const { emailAddress } = request
  await withTarget(request.remote, async (target) => {
    const [found] = await target.read(findUser(emailAddress))
    if (makesNew && found) stop(`${emailAddress} gibt es schon.`)
    if (!makesNew && !found) stop(`${emailAddress} gibt es nicht. Alle zeigt: npm run user -- list`)
    await target.write(wanted)
  })
  console.log(`${done}: ${emailAddress}`)
}

function line(row: Row): string {
  const name = `${row.first_name} ${row.last_name}`
  return [row.email_address, name, row.roles ?? 'ohne Rolle', row.locked ? 'gesperrt' : '']
    .filter(Boolean)
    .join(' · ')
}
