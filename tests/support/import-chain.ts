import { call, json, rows } from '#tests/support/api.ts'
import { readBytes } from '#web/imports/reading/read-bytes.ts'
import { type Sheet, sheetOf } from '#web/imports/reading/sheet.ts'
import { uploadOf } from '#web/imports/upload.ts'
import { guessMapping } from '#worker/domain/import/headings.ts'
import type { SheetKind } from '#worker/domain/import/types.ts'
import type {
  ChangeImport,
  ImportAnswers,
  ImportPreview,
  PreviewRow,
  RowChange,
} from '#worker/imports/imports.contract.ts'

// Imports a file from its bytes to the stored rows like the browser: reads it, guesses the columns and sends
// every request of the page.

const samples = import.meta.glob<string>('./import-samples/*', {
  query: '?url&inline',
  import: 'default',
  eager: true,
})

/** The bytes of a sample by the start of its name: '01'. */
export function sampleBytes(number: string): Uint8Array<ArrayBuffer> {
  const found = Object.entries(samples).find(([path]) =>
    path.startsWith(`./import-samples/${number}-`),
  )
  if (!found) throw new Error(`There is no sample ${number}`)
  const [head = '', data = ''] = found[1].split(/,(.*)/s)
  const text = head.endsWith(';base64') ? atob(data) : unescape(data)
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

/** The bytes of a file with this text; 'latin1' like old programs. */
export function bytesOf(text: string, encoding: 'utf-8' | 'latin1' = 'utf-8') {
  if (encoding === 'utf-8') return new TextEncoder().encode(text)
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

/** The sheet of this name, otherwise the best guess. */
async function readSheet(bytes: Uint8Array<ArrayBuffer>, name?: string) {
  const read = await readBytes(bytes)
  if (read.kind !== 'tables') throw new Error(read.kind)
  const table = read.tables.find((one) => one.name === name) ?? read.tables[read.best]
  if (!table) throw new Error('no sheet')
  return { sheet: sheetOf(table), sha256: read.sha256 }
}

type StageOptions = {
  kind: SheetKind
  bytes: Uint8Array<ArrayBuffer>
  token: string
  fileName?: string
  answers?: Partial<ImportAnswers>
  /** Fields by heading, where they differ from the guess; null: not imported. */
  columns?: Readonly<Record<string, string | null>>
}

const noAnswers: ImportAnswers = { words: {}, empty: {}, choices: {} }

export async function stage({ kind, bytes, token, fileName, answers, columns }: StageOptions) {
  const { sheet, sha256 } = await readSheet(bytes)
  const ask = async (status: number, method: string, path: string, body?: unknown) => {
    const answer = await call(method, path, body, { token })
    if (answer.status !== status) {
      throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    }
    return status === 204 ? null : json(answer)
  }
  const { body, parts } = uploadOf(sheet)
  const made = await ask(201, 'POST', '/api/imports', {
    kind,
    fileName: fileName ?? `${kind}.csv`,
    fileSha256: sha256,
    ...body,
  })
  const path = `/api/imports/${made.id}`
  for (const [index, part] of parts.entries()) {
    await ask(204, 'PUT', `${path}/parts/${index + 1}`, part)
  }
  const staged = await ask(200, 'GET', path)
  const mapping = {
    columns: guessMapping(kind, staged.headings, staged.samples, staged.honors).columns.map(
      (field, index) => {
        const heading = sheet.headings[index] ?? ''
        return columns && Object.hasOwn(columns, heading) ? (columns[heading] ?? null) : field
      },
    ),
  }
  const change = (changed: ChangeImport) => ask(200, 'PUT', path, changed)
  await change({ mapping, answers: { ...noAnswers, ...answers } })
  const preview = (): Promise<ImportPreview> => ask(200, 'GET', `${path}/preview`)
  return {
    path,
    sheet,
    mapping,
    before: made.before as string | null,
    preview,
    answer: (given: Partial<ImportAnswers>) => change({ answers: { ...noAnswers, ...given } }),
    choose: (...changes: RowChange[]) => ask(200, 'PUT', `${path}/rows`, { rows: changes }),
    commit: async () => ask(200, 'POST', `${path}/commit`, { seen: (await preview()).seen }),
    /** The response of the commit, even if it is a rejection. */
    tryCommit: async () =>
      call('POST', `${path}/commit`, { seen: (await preview()).seen }, { token }),
    undo: () => ask(200, 'POST', `${path}/undo`, { others: false }),
  }
}

export type StagedImport = Awaited<ReturnType<typeof stage>>

/** The field of each mapped column, by its heading. */
export function mappedOf({ sheet, mapping }: { sheet: Sheet; mapping: { columns: unknown[] } }) {
  return Object.fromEntries(
    sheet.headings.flatMap((heading, index) =>
      mapping.columns[index] === null ? [] : [[heading, mapping.columns[index]]],
    ),
  )
}

/** "5 error: memberNumber, birthday" */
export const verdictsOf = ({ rows: all }: ImportPreview): string[] =>
  all.map(({ row, verdict, reasons }) => {
    const fields = reasons.map(({ field }) => field ?? 'row').join(', ')
    return fields ? `${row} ${verdict}: ${fields}` : `${row} ${verdict}`
  })

export function rowOf({ rows: all }: ImportPreview, number: number): PreviewRow {
  const found = all.find(({ row }) => row === number)
  if (!found) throw new Error(`no row ${number}`)
  return found
}

/** The tables with data that people enter. */
export const tables = [
  'offices',
  'honor_rules',
  'members',
  'member_timespans',
  'member_exits',
  'honors',
  'duty_entries',
  'costume_types',
  'costumes',
  'costume_ownerships',
  'parades',
  'participations',
]

/** All rows that people enter, without versions and times of saving. */
export async function guildNow() {
  const entries = await Promise.all(
    tables.map(async (table) => {
      const all = await rows<Record<string, unknown>>(`SELECT * FROM ${table} ORDER BY id`)
      return [table, all.map(({ version: _, updated_at: __, ...row }) => row)] as const
    }),
  )
  return Object.fromEntries(entries)
}
