import { call, json } from '#tests/support/api.ts'
import { guessMapping } from '#worker/domain/import/headings.ts'
import type { SheetKind } from '#worker/domain/import/types.ts'
import type {
  ImportAnswers,
  ImportCell,
  ImportPreview,
  PreviewRow,
} from '#worker/imports/imports.contract.ts'

export type SheetFile = {
  kind: SheetKind
  headings: readonly string[]
  lines: readonly (readonly ImportCell[])[]
  answers?: Partial<ImportAnswers>
}

type Choice = { row: number; decision?: PreviewRow['decision']; memberId?: number }

/** A staged file with guessed columns; its rows begin in line 2. */
export async function sendFile(file: SheetFile, token: string) {
  const { kind, headings, lines, answers = {} } = file
  const digest = await crypto.subtle.digest(
    'SHA-256',
    new TextEncoder().encode(JSON.stringify([kind, headings, lines])),
  )
  const fileSha256 = Array.from(new Uint8Array(digest), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  const ask = (method: string, path: string, body?: unknown, more: object = {}) =>
    call(method, path, body, { token, ...more })
  const body = { kind, fileName: `${kind}.csv`, fileSha256, headings, parts: 1 }
  const made = await ask('POST', '/api/imports', body)
  if (made.status !== 201) throw new Error(`POST: ${made.status} ${await made.text()}`)
  const path = `/api/imports/${(await json(made)).id}`
  const rows = lines.map((cells, index) => ({ row: index + 2, cells }))
  const sent = await ask('PUT', `${path}/parts/1`, { rows })
  if (sent.status !== 204) throw new Error(`PUT: ${sent.status} ${await sent.text()}`)
  const mapping = guessMapping(kind, headings, [])
  const answer = (given: Partial<ImportAnswers>) =>
    ask('PUT', path, { mapping, answers: { words: {}, empty: {}, choices: {}, ...given } })
  const named = await answer(answers)
  if (named.status !== 200) throw new Error(`PUT: ${named.status} ${await named.text()}`)
  return {
    path,
    answer,
    preview: async (): Promise<ImportPreview> => {
      const answered = await ask('GET', `${path}/preview`)
      if (answered.status !== 200) throw new Error(`${answered.status} ${await answered.text()}`)
      return json(answered)
    },
    choose: (choices: readonly Choice[]) => ask('PUT', `${path}/rows`, { rows: choices }),
    commit: (seen: string, more: object = {}) => ask('POST', `${path}/commit`, { seen }, more),
  }
}
