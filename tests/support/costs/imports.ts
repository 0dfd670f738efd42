import { management } from '#scripts/demo/users.ts'
import { call, json, tokenOf } from '#tests/support/api.ts'
import { importKinds } from '#worker/domain/codes.ts'
import { importFields } from '#worker/domain/import/fields.ts'
import type { Visits } from './visit.ts'

const headings = ['Vorname', 'Nachname', 'Geburtstag']

function announced(fileSha256: string) {
  return {
    kind: 'members',
    fileName: 'mitglieder.csv',
    fileSha256,
    headings,
    parts: 1,
    rowCount: 2,
  }
}

/** A staged file of two new members, with its mapping. */
async function aFile(): Promise<string> {
  const token = await tokenOf(management.id)
  const ask = (method: string, path: string, body: unknown) => call(method, path, body, { token })
  const hash = crypto.randomUUID().replaceAll('-', '').repeat(2)
  const { id } = await json(ask('POST', '/api/imports', announced(hash)))
  // Names and birthdays that match no member and no other file.
  const cells = (n: number) => [`Neu${n}`, `Mann${id}`, { day: `${1930 + id}-02-0${n}` }]
  const body = { rows: [1, 2].map((row) => ({ row: row + 1, cells: cells(row) })) }
  await ask('PUT', `/api/imports/${id}/parts/1`, body)
  await ask('PUT', `/api/imports/${id}`, {
    mapping: { columns: ['firstName', 'lastName', 'birthday'] },
    answers: { words: {}, empty: { membershipState: 'Active' }, choices: {} },
  })
  return `/api/imports/${id}`
}

/** Reads the previews of all kinds of files, each with its own comparison queries. */
export async function previewEveryKind(): Promise<void> {
  const token = await tokenOf(management.id)
  const ask = (method: string, path: string, body?: unknown) => call(method, path, body, { token })
  for (const kind of importKinds.filter((one) => one !== 'archive')) {
    const columns = importFields[kind].map(({ field }) => field)
    const file = {
      kind,
      fileName: `${kind}.csv`,
      fileSha256: 'd'.repeat(64),
      parts: 1,
      rowCount: 1,
    }
    const { id } = await json(ask('POST', '/api/imports', { ...file, headings: columns }))
    const cells = columns.map((field) => (field === 'lastName' ? 'Häußler' : null))
    await ask('PUT', `/api/imports/${id}/parts/1`, { rows: [{ row: 2, cells }] })
    const answers = { words: {}, empty: {}, choices: {} }
    await ask('PUT', `/api/imports/${id}`, { mapping: { columns }, answers })
    const preview = await ask('GET', `/api/imports/${id}/preview`)
    if (!preview.ok) throw new Error(`${kind}: ${await preview.text()}`)
  }
}

/** The hash of the preview, which the commit must repeat. */
async function seenOf(path: string): Promise<string> {
  const token = await tokenOf(management.id)
  const { seen } = await json(call('GET', `${path}/preview`, undefined, { token }))
  return String(seen)
}

async function aDoneFile(): Promise<string> {
  const path = await aFile()
  const token = await tokenOf(management.id)
  await call('POST', `${path}/commit`, { seen: await seenOf(path) }, { token })
  return path
}

/** Imports. */
export const imports: Visits = {
  'GET /api/export': () => ({ path: '/api/export' }),
  'GET /api/imports': () => ({ path: '/api/imports' }),
  'POST /api/imports': () => ({
    path: '/api/imports',
    body: announced('c'.repeat(64)),
    status: 201,
  }),
  'GET /api/imports/:id': async () => ({ path: await aFile() }),
  'PUT /api/imports/:id': async () => ({
    path: await aFile(),
    body: { mapping: { columns: ['firstName', null, null] } },
  }),
  'PUT /api/imports/:id/parts/:part': async () => ({
    path: `${await aFile()}/parts/1`,
    body: { rows: [] },
    status: 204,
  }),
  'PUT /api/imports/:id/rows': async () => ({
    path: `${await aFile()}/rows`,
    body: { rows: [{ row: 2, decision: 'skip' }] },
  }),
  'GET /api/imports/:id/preview': async () => ({ path: `${await aFile()}/preview` }),
  'POST /api/imports/:id/commit': async () => {
    const path = await aFile()
    return { path: `${path}/commit`, body: { seen: await seenOf(path) } }
  },
  'POST /api/imports/:id/undo': async () => ({ path: `${await aDoneFile()}/undo`, body: {} }),
  'DELETE /api/imports/:id': async () => ({ path: await aFile(), status: 204 }),
}
