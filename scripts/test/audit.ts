// Checks the shipped libraries for known vulnerabilities. Ends with 0, 1, or 2 when the registry did not
// answer.

import { spawnSync } from 'node:child_process'
import { judgeAudit } from './judge-audit.ts'

const args = ['audit', '--omit=dev', '--json']
const { stdout } = spawnSync('npm', args, { encoding: 'utf8', timeout: 60_000 })
const { verdict, lines } = judgeAudit(stdout ?? '')
for (const line of lines) console.log(line)
process.exitCode = { clean: 0, vulnerable: 1, unanswered: 2 }[verdict]
