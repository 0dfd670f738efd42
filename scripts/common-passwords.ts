// Writes worker/auth/common-passwords.ts: the most used passwords, as they are refused with whatever digits
// and signs around them. To be run by hand after an update of the list.

import { writeFileSync } from 'node:fs'
import { passwordProblem } from '#worker/domain/password.ts'

const most = 10_000
const target = 'worker/auth/common-passwords.ts'

// Looked for only here and now: nothing else needs the package, not even the type check.
const list: string = '@zxcvbn-ts/language-common'
const { dictionary } = await import(list)
const all: string[] = dictionary['passwords-common']
// The list is in order of use. Those that meet the rule as they are belong to it wherever they stand.
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
