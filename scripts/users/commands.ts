import { stop } from '#scripts/local/stop.ts'
import { guessProblem } from '#worker/auth/guessable-password.ts'
import { hashPassword } from '#worker/auth/password-hash.ts'
import { passwordProblem } from '#worker/domain/password.ts'
import { exitWithUsage, type Request, readRoles } from './arguments.ts'
import { askPassword } from './ask-password.ts'
import { changePassword, changeRoles, createUser, type Statement, setLocked } from './statements.ts'

type Command = {
  makesNew: boolean
  done: string
  statements: (request: Request) => Promise<Statement[]>
}

/** The commands for one user. */
export const commands: Record<string, Command> = {
  create: { makesNew: true, done: 'Angelegt', statements: create },
  password: {
    makesNew: false,
    done: 'Passwort geändert, überall abgemeldet, Passkeys entfernt',
    statements: async ({ emailAddress, password }) =>
      changePassword(emailAddress, await hashOf(password, [emailAddress]), new Date()),
  },
  roles: {
    makesNew: false,
    done: 'Rollen geändert',
    statements: async ({ emailAddress, rest }) => changeRoles(emailAddress, readRoles(rest[0])),
  },
  lock: {
    makesNew: false,
    done: 'Gesperrt und überall abgemeldet',
    statements: async ({ emailAddress }) => setLocked(emailAddress, true, new Date()),
  },
  unlock: {
    makesNew: false,
    done: 'Entsperrt',
    statements: async ({ emailAddress }) => setLocked(emailAddress, false, new Date()),
  },
}

async function create({ emailAddress, first, last, roles, password }: Request) {
  const name = { firstName: first.trim(), lastName: last.trim() }
  if (!name.firstName || !name.lastName) exitWithUsage()
  const held = readRoles(roles)
  const passwordHash = await hashOf(password, [first, last, emailAddress])
  const createdAt = new Date().toISOString()
  return createUser({ emailAddress, ...name, roles: held, passwordHash, createdAt })
}

async function hashOf(given: string | undefined, known: readonly string[]): Promise<string> {
  const password = given ?? (await askPassword())
  const problem = passwordProblem(password) ?? (await guessProblem(password, known))
  return problem === null ? hashPassword(password) : stop(problem)
}
