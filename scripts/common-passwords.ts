// Writes worker/auth/common-passwords.ts: the most used passwords; they are rejected also with digits and
// signs around them. Run it by hand after an update of the list.

import { writeFileSync } from 'node:fs'
import { passwordProblem } from '#worker/domain/password.ts'

const most = 10_000
const target = 'worker/auth/common-passwords.ts'

// A variable, so that the type check does not need the package, which is only installed for this script.
const list: string = '@zxcvbn-ts/language-common'
const { dictionary } = await import(list)
const all: string[] = dictionary['passwords-common']
// The list is sorted by use. Passwords that meet the rule by themselves are included from any position.
const chosen = all.filter((one, rank) => rank < most || passwordProblem(one) === null)
const words = [...new Set(chosen.map((one) => one.toLowerCase()))].filter(
  (one) => one.length >= 4 && /^[!-~]+$/.test(one) && !/['"\\`]/.test(one),
)

writeFileSync(
  target,
  `// Made by scripts/common-passwords.ts of @zxcvbn-ts/language-common (MIT); loaded when a password is chosen.

/** The ${words.length} most used passwords, separated by blanks. */
export const commonPasswords =
  '${words.join(' ')}'
`,
)
console.log(`${target}: ${words.length}`)
