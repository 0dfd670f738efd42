// `npm run soak`: runs long randomised tests, with other seeds each time: before a release, and after changes
// that decide about money. Each file of tests/soak is a part; `npm run soak -- payment` runs those whose name
// contains the word. SOAK_SEED=… repeats a run.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const seed = process.env.SOAK_SEED ?? String(randomInt(1, 2 ** 31))

console.log(`SOAK_SEED=${seed}`)
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'soak*', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env: { ...process.env, SOAK_SEED: seed } },
)
if (status !== 0) console.log(`\nThe same stories again: SOAK_SEED=${seed} npm run soak`)
process.exitCode = status ?? 1
