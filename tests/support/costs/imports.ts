import { management } from '#scripts/demo/users.ts'
import { call, json, rows, tokenOf } from '#tests/support/api.ts'
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

/** A file of two new members, with its columns named. */
async function aFile(): Promise<string> {
  const token = await tokenOf(management.id)
  const ask = (method: string, path: string, body: unknown) => call(method, path, body, { token })
  const hash = crypto.randomUUID().replaceAll('-', '').repeat(2)
  const { id } = await json(ask('POST', '/api/imports', announced(hash)))
  const names = await rows<{ n: number }>('SELECT count(*) AS n FROM members')
  const cells = (n: number) => [`Neu${n}`, `Mann${names[0]?.n}`, { day: '1979-02-01' }]
  const body = { rows: [1, 2].map((row) => ({ row: row + 1, cells: cells(row) })) }
  await ask('PUT', `/api/imports/${id}/parts/1`, body)
  await ask('PUT', `/api/imports/${id}`, {
    mapping: { columns: ['firstName', 'lastName', 'birthday'] },
    answers: { words: {}, empty: { membershipState: 'Active' }, choices: {} },
  })
  return `/api/imports/${id}`
}

/** The hash of what the file would do. */
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

/** What a guild brings along. */
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
