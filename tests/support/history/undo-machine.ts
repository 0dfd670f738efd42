import { env } from 'cloudflare:workers'
import type { D1Database } from '@cloudflare/workers-types'
import fc from 'fast-check'
import { expect } from 'vitest'
import { call, json, setClock, signedIn, today } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import { faultyDatabase } from '#tests/support/faulty-database.ts'
import { sendFile } from '#tests/support/import-file.ts'
import { aClaim } from '#tests/support/ledger-rows.ts'
import { forgetLog } from '#tests/support/log.ts'
import { type Refusal, refusingDatabase } from '#tests/support/refusing-database.ts'
import { type Act, acts, fileOf, ownWays, type Row, requestOf } from './clerk-acts.ts'

// Random acts, imports and merges of a clerk, and their undo. The oracle compares the stored rows before and
// after each request; it never reads the history.

/** All tables that an undo restores; referring tables after the referred ones. */
const tables = [
  'members',
  'member_timespans',
  'member_exits',
  'costume_types',
  'costumes',
  'costume_ownerships',
  'honors',
  'assembly_honors',
  'duty_entries',
  'parades',
  'participations',
  'guild_settings',
  'fee_rules',
  'honor_rules',
  'honor_rule_duties',
  'fee_claims',
]
/** Other tables that a story writes, emptied before the next one. */
const emptiedTables = [
  'audit_entries',
  'journal',
  'member_merges',
  'import_rows',
  'import_parts',
  'import_mappings',
  'imports',
  'order_history',
  'parade_drafts',
  'check_in_acts',
]
/**
 * Ignored columns: times, versions, counters, and the honor entered by an assembly, which follows the honor
 * itself.
 */
const ignoredColumns = [
  'updated_at',
  'version',
  'registration_count',
  'confirmed_count',
  'taken_count',
  'act',
  'honor_id',
]

type Guild = {
  rows: Record<string, Row[]>
  /** The compared columns of each row as JSON, by table and key: `members:3`. */
  texts: Map<string, string>
}

async function readGuild(): Promise<Guild> {
  const all = await env.DB.batch<Row>(
    tables.map((table) => env.DB.prepare(`SELECT * FROM ${table}`)),
  )
  const guild: Guild = { rows: {}, texts: new Map() }
  for (const [index, table] of tables.entries()) {
    const found = all[index]?.results ?? []
    guild.rows[table] = found
    for (const row of found) {
      const key = row.id ?? [row.type, row.duty].join(' ')
      const kept = Object.entries(row).filter(([name]) => !ignoredColumns.includes(name))
      guild.texts.set(`${table}:${key}`, JSON.stringify(kept))
    }
  }
  return guild
}

function differingKeys({ texts: before }: Guild, { texts: after }: Guild): string[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])]
  return keys.filter((key) => before.get(key) !== after.get(key))
}

/** The changed rows; spans are grouped by member and fees by table, because they are only valid together. */
function changedBetween(before: Guild, after: Guild): Set<string> {
  return new Set(
    differingKeys(before, after).map((key) => {
      const [table] = key.split(':')
      if (table === 'fee_rules') return table
      if (table !== 'member_timespans') return key
      return `${table} of ${columnsOf(before, key, after).get('member_id')}`
    }),
  )
}

const columnsOf = ({ texts }: Guild, key: string, or?: Guild) =>
  new Map<string, unknown>(JSON.parse(texts.get(key) ?? or?.texts.get(key) ?? '[]'))

/** Faults of an undo request. */
const faults = ['none', 'none', 'none', 'lostBefore', 'lostAfter', 'refused'] as const

type Story = {
  acts: Act[]
  /** The order in which acts are reverted; null: all of them, newest first. */
  order: number[] | null
  fault: (typeof faults)[number]
  /** The index of the statement that is rejected. */
  at: number
}

const storiesOf = (chosen: fc.Arbitrary<Act[]>, order: fc.Arbitrary<Story['order']>) =>
  fc.record<Story>({
    acts: chosen,
    order,
    fault: fc.constantFrom(...faults),
    at: fc.nat({ max: 30 }),
  })
const others = ['import', 'import', 'merge', 'merge'] as const
const newestFirst = storiesOf(fc.oneof(acts(10), acts(8, others)), fc.constant(null))
const inAnyOrder = storiesOf(
  acts(10, [...ownWays, ...others]),
  fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 8 }),
)

type Done = {
  kind: 'act' | 'import' | 'merge'
  what: string
  /** The path of its undo request. */
  path: string
  changed: Set<string>
  before: Guild
  after: Guild
  isUndone: boolean
}

/** A small guild on which the stories run; each story begins with the same rows. */
async function openGuild() {
  setClock()
  const manager = await signedIn('management')
  const { token } = manager
  for (const name of ['Hansel', 'Hexe']) {
    const { id } = await aCostumeType(name)
    await aCostume(id, '1')
    await aCostume(id, '2')
  }
  await aMember()
  const { id } = await aMember({ firstName: 'Jörg', lastName: 'Straßer', memberNumber: 101 })
  await aClaim({ memberId: id, createdBy: manager.id })
  await aParade()
  const beginning = await readGuild()
  const { results: counters } = await env.DB.prepare('SELECT * FROM sqlite_sequence').all<Row>()
  let now = beginning
  let steps: string[] = []
  /** How often each event occurred. */
  const met = new Map<string, number>()
  const meet = (what: string) => met.set(what, (met.get(what) ?? 0) + 1)
  const transcript = () => steps.join('\n')

  /** Each step is a second later, because the times decide what happened before a merge and what after it. */
  const tick = () =>
    setClock(new Date(Date.parse(`${today}T12:00:00Z`) + steps.length * 1000).toISOString())

  async function reset() {
    steps = []
    const insert = (table: string, rows: readonly Row[]) => {
      const columns = Object.keys(rows[0] ?? {})
      if (columns.length === 0) return []
      const values = columns.map((column) => `value ->> '${column}'`)
      const sql = `INSERT INTO ${table} (${columns}) SELECT ${values} FROM json_each(?)`
      return [env.DB.prepare(sql).bind(JSON.stringify(rows))]
    }
    const remove = (table: string) => env.DB.prepare(`DELETE FROM ${table}`)
    await env.DB.batch([
      env.DB.prepare('PRAGMA defer_foreign_keys = ON'),
      // The triggers of the ledger only allow the CLI to delete.
      env.DB.prepare(`UPDATE audit_context SET via = 'cli' WHERE id = 1`),
      ...(differingKeys(beginning, now).length === 0
        ? []
        : [
            ...tables.toReversed().map(remove),
            ...tables.flatMap((table) => insert(table, beginning.rows[table] ?? [])),
          ]),
      ...emptiedTables.map(remove),
      env.DB.prepare('UPDATE audit_context SET via = NULL WHERE id = 1'),
      remove('sqlite_sequence'),
      ...insert('sqlite_sequence', counters),
    ])
    now = await readGuild()
    expect(differingKeys(beginning, now)).toEqual([])
  }

  /** Performs an act or import; null when it changed nothing. */
  async function perform(act: Act): Promise<Done | null> {
    const before = now
    tick()
    const sent = await send(act)
    if (!sent) return null
    const { response, what, path } = sent
    steps.push(`${what} ${response.status}`)
    expect([200, 201, 204, 404, 409, 422], transcript()).toContain(response.status)
    now = await readGuild()
    const changed = changedBetween(before, now)
    meet(`${act.what} ${response.ok && changed.size > 0 ? 'done' : 'refused or the same'}`)
    if (!response.ok || changed.size === 0) {
      expect([...changed], transcript()).toEqual([])
      return null
    }
    const kind = act.what === 'import' || act.what === 'merge' ? act.what : 'act'
    return { kind, what, path: await path(response), changed, before, after: now, isUndone: false }
  }

  async function send(act: Act) {
    if (act.what === 'import') {
      const file = fileOf(act, now.rows)
      const sent = await sendFile(file, token)
      let { seen, rows } = await sent.preview()
      const open = rows.filter(({ verdict }) => verdict === 'error' || verdict === 'duplicate')
      if (open.length > 0) {
        const skipped = open.map(({ row }) => ({ row, decision: 'skip' as const }))
        expect((await sent.choose(skipped)).status).toBe(200)
        ;({ seen, rows } = await sent.preview())
      }
      const what = `import ${file.kind} ${JSON.stringify(file.lines)}`
      return { response: await sent.commit(seen), what, path: async () => `${sent.path}/undo` }
    }
    const request = requestOf(act, now.rows)
    if (!request) return null
    const [method, address, body] = request
    return {
      response: await call(method, address, body, { token }),
      what: `${method} ${address} ${JSON.stringify(body)}`,
      path: async (response: Response) =>
        act.what === 'merge'
          ? `/api/members/merges/${(await json(response)).mergeId}/undo`
          : `/api/history/${response.headers.get('X-Request-Id')}/undo`,
    }
  }

  /** @param others reverts an import without the rows that have changed since */
  async function ask({ path, what, kind }: Done, others = false, database?: D1Database) {
    const body = kind === 'import' ? { others } : undefined
    tick()
    const response = await call('POST', path, body, { token, ...(database && { database }) })
    steps.push(`undo ${others ? 'all else of ' : ''}${what}: ${response.status}`)
    now = await readGuild()
    return response
  }

  /**
   * Reverts one act over a broken connection or a rejecting database: either all of it is reverted or
   * nothing, and in that case the undo can be repeated.
   * @returns the status that the request has without the fault
   */
  async function undo(one: Done, { fault, at }: Story, others = false): Promise<number> {
    if (fault === 'none') return (await ask(one, others)).status
    const before = now
    if (fault === 'refused') {
      const refusal: Refusal = { at, refused: null }
      const response = await ask(one, others, refusingDatabase(refusal))
      forgetLog()
      if (refusal.refused === null) return response.status
      // Refused was a statement behind the undo, which offers free places; the cron repeats it.
      if (response.status === 200) return 200
      meet('a statement of an undo was refused')
      expect(response.status, transcript()).toBe(500)
      expect(differingKeys(before, now), transcript()).toEqual([])
      return (await ask(one, others)).status
    }
    let isCut = false
    const { database } = faultyDatabase(({ queries }) => {
      if (isCut || !queries[0]?.startsWith('UPDATE audit_context')) return null
      isCut = true
      return fault === 'lostBefore' ? 'before' : 'after'
    })
    const response = await ask(one, others, database)
    forgetLog()
    if (!isCut) return response.status
    meet(`an undo of an ${one.kind} was ${fault}`.replace('an merge', 'a merge'))
    if (response.status < 500) return response.status
    // The worker may only retry the undo of an import.
    expect(one.kind, transcript()).not.toBe('import')
    if (fault === 'lostAfter') {
      const again = now
      expect((await ask(one, others)).status, transcript()).toBe(409)
      expect(differingKeys(again, now), transcript()).toEqual([])
      return 200
    }
    expect(differingKeys(before, now), transcript()).toEqual([])
    return (await ask(one, others)).status
  }

  async function performAll(chosen: readonly Act[]): Promise<Done[]> {
    const done: Done[] = []
    for (const act of chosen) {
      const one = await perform(act)
      if (one) done.push(one)
    }
    return done
  }

  /** Reverts all acts, newest first; every undo must succeed. */
  async function takeBackAll(story: Story) {
    const done = await performAll(story.acts)
    for (const [index, one] of done.toReversed().entries()) {
      const status = await undo(one, story)
      expect(status, transcript()).toBe(200)
      meet(`${one.kind} taken back, newest first`)
      expect(changedBetween(one.before, now), transcript()).toEqual(new Set())
      if (index === 0) expect((await ask(one)).status, transcript()).toBe(409)
    }
    expect(differingKeys(beginning, now), transcript()).toEqual([])
  }

  /**
   * Reverts acts in any order: an act is rejected if a later act that still stands has changed its rows. A
   * rejected undo changes nothing; an accepted one restores exactly the rows of its act.
   */
  async function takeBackSome(story: Story, order: readonly number[]) {
    const done = await performAll(story.acts)
    for (const n of order) {
      const index = n % Math.max(1, done.length)
      const one = done[index]
      if (!one) break
      const later = done.slice(index + 1).filter((other) => !other.isUndone)
      const isTouched = later.some(({ changed }) =>
        [...changed].some((key) => one.changed.has(key)),
      )
      const before = now
      const others = one.kind === 'import' && n % 2 === 1
      const inTheWay = one.kind === 'act' ? [] : changedSince(one, before)
      const status = await undo(one, story, others)
      const isBack = status === 200
      meet(
        `${one.kind} ${others ? 'but for what is in the way ' : ''}${isBack ? 'taken back' : 'refused'}, in any order`,
      )
      const mustBeRefused = one.kind === 'act' ? isTouched : inTheWay.length > 0 && !others
      if (one.isUndone || mustBeRefused) expect(status, transcript()).toBe(409)
      if (!isBack) {
        expect(status, transcript()).toBe(409)
        expect(differingKeys(before, now), transcript()).toEqual([])
        continue
      }
      one.isUndone = true
      if (one.kind === 'act') {
        expect(changedBetween(before, now), transcript()).toEqual(one.changed)
        continue
      }
      const moved = differingKeys(before, now).filter((key) => !isUnusedPlace(before, key))
      for (const key of moved) {
        expect(inTheWay, transcript()).not.toContain(key)
        const [was, is] = [columnsOf(one.before, key), columnsOf(now, key)]
        for (const name of columnsThatChanged(one, key))
          expect(is.get(name), transcript()).toEqual(was.get(name))
      }
      if (later.length === 0) {
        const changed = differingKeys(one.before, one.after)
        const stays = changed.filter((key) => one.before.texts.get(key) !== now.texts.get(key))
        expect(stays, transcript()).toEqual([])
      }
    }
  }

  async function runStory(one: Story) {
    await reset()
    await (one.order ? takeBackSome(one, one.order) : takeBackAll(one))
  }

  return { runStory, met }
}

/** All columns of an added or deleted row; the changed ones of a changed row. */
function columnsThatChanged({ before, after }: Done, key: string): string[] {
  const [was, is] = [columnsOf(before, key), columnsOf(after, key)]
  return [...new Set([...was.keys(), ...is.keys()])].filter(
    (name) => was.get(name) !== is.get(name),
  )
}

/** The rows changed since the import or merge. */
function changedSince(one: Done, now: Guild): string[] {
  return differingKeys(one.before, one.after).filter((key) => {
    const [left, is] = [columnsOf(one.after, key), columnsOf(now, key)]
    return (
      is.size > 0 && columnsThatChanged(one, key).some((name) => left.get(name) !== is.get(name))
    )
  })
}

/** A cancelled participation is deleted with what it refers to, or loses its number. */
function isUnusedPlace({ texts }: Guild, key: string): boolean {
  const row = new Map<string, unknown>(JSON.parse(texts.get(key) ?? '[]'))
  return (
    key.startsWith('participations:') && !['booked', 'reserved'].includes(`${row.get('state')}`)
  )
}

/** A timeout longer than any exploration. */
export const patience = { timeout: 2 * 3_600_000 }

/**
 * @param runs the number of stories; one half is reverted newest first
 * @returns how often each act and each outcome occurred
 */
export async function exploreUndo({ runs, seed }: { runs: number; seed: number }) {
  const { runStory, met } = await openGuild()
  const limits = { numRuns: Math.ceil(runs / 2), seed, endOnFailure: true }
  await fc.assert(fc.asyncProperty(newestFirst, runStory), limits)
  await fc.assert(fc.asyncProperty(inAnyOrder, runStory), limits)
  return met
}
