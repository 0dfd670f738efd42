import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { makeDemoGuild } from '#scripts/demo/demo-guild.ts'
import { loadDemoGuild } from '#scripts/demo/load.ts'
import { sizeOf } from '#scripts/demo/size.ts'
import { management } from '#scripts/demo/users.ts'
import { call, rows, signedIn, today, tokenOf } from '#tests/support/api.ts'
import { exported, previewOf, readFiles, staged } from '#tests/support/guild-archive.ts'
import { forgetStatements, sentStatements } from '#tests/support/recording-d1.ts'

// The largest supported guild: 5,000 members and 200,000 participations with the history's
// triggers. Prints figures about the limits of the real database (docs/operations.md, "Mitnehmen")
// and asserts no time.

const patience = { timeout: 30 * 60_000 }

test(
  'An archive of 5,000 members and 200,000 participations is imported unchanged and reverted',
  patience,
  async () => {
    const timed = async <T>(what: string, act: () => Promise<T>): Promise<T> => {
      const start = performance.now()
      const done = await act()
      console.info(`${what.padEnd(28)}${((performance.now() - start) / 1000).toFixed(1)} s`)
      return done
    }
    await loadDemoGuild(env.DB, makeDemoGuild(sizeOf(5000, 20), today), today)
    const old = await tokenOf(management.id)
    const before = await timed('export', () => exported(old))
    // An idle database is not reset.
    await rows('SELECT 1')
    await reset()
    await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
    const { token } = await signedIn('management')

    const bytes = Object.values(before).reduce((sum, text) => sum + text.length, 0)
    const read = readFiles(before)
    if ('problems' in read) throw new Error(read.problems.join('\n'))
    const { rowCount, parts } = read.upload.body
    console.info(`${(bytes / 1e6).toFixed(1)} MB of CSV, ${rowCount} rows, ${parts} parts`)
    const id = await timed('parts', () => staged(before, token))
    const { seen, counts } = await timed('preview', () => previewOf(id, token))
    expect(counts).toMatchObject({ new: rowCount, error: 0 })

    forgetStatements()
    const lines = await countOf('audit_entries')
    const answer = await timed('commit, one batch', () =>
      call('POST', `/api/imports/${id}/commit`, { seen }, { token }),
    )
    expect(answer.status).toBe(200)
    const sent = sentStatements()
    const largest = Math.max(
      ...sent.flatMap(({ values }) => values.map((one) => String(one).length)),
    )
    const longest = Math.max(...sent.map(({ query }) => query.length))
    console.info(`largest parameter ${largest} B, longest statement ${longest} B`)
    console.info(`${(await countOf('audit_entries')) - lines} lines of history`)

    const after = await exported(token)
    for (const [name, text] of Object.entries(before)) expect(after[name] === text, name).toBe(true)
    const undone = await timed('undo, one batch', () =>
      call('POST', `/api/imports/${id}/undo`, {}, { token }),
    )
    expect(undone.status).toBe(200)
    expect(await countOf('participations')).toBe(0)
  },
)

async function countOf(table: string): Promise<number> {
  const [row] = await rows<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)
  return row?.n ?? 0
}
