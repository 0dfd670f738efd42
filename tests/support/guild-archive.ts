import { unzipSync } from 'fflate'
import { call, json } from '#tests/support/api.ts'
import { readArchive } from '#web/imports/archive/read-archive.ts'
import { filesOfExport, zipOf } from '#web/lib/pack-archive.ts'
import type { ImportPreview } from '#worker/imports/imports.contract.ts'

/** The files of the archive: text by name. */
export type ArchiveFiles = Record<string, string>

/** The unpacked archive of "Alles herunterladen". */
export async function exported(token: string): Promise<ArchiveFiles> {
  const response = await call('GET', '/api/export', undefined, { token })
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  const read = filesOfExport(new Uint8Array(await response.arrayBuffer()))
  if ('failed' in read) throw new Error(read.failed)
  const zip = await zipOf(read.files, '2027-01-16')
  const files = unzipSync(new Uint8Array(await zip.arrayBuffer()))
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  return Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [name, decoder.decode(bytes)]),
  )
}

const encoder = new TextEncoder()

/** The archive as the browser reads it: the parts to send, or the problems found. */
export function readFiles(files: ArchiveFiles) {
  return readArchive(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, encoder.encode(text)])),
  )
}

/** Uploads an archive like the page. @returns the import's id */
export async function staged(files: ArchiveFiles, token: string): Promise<number> {
  const read = readFiles(files)
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  const { body, parts } = read.upload
  const created = await call(
    'POST',
    '/api/imports',
    { kind: 'archive', fileName: 'zunft.zip', fileSha256: 'a'.repeat(64), ...body },
    { token },
  )
  if (created.status !== 201) throw new Error(await created.text())
  const { id } = await json(created)
  for (const [index, part] of parts.entries()) {
    const sent = await call('PUT', `/api/imports/${id}/parts/${index + 1}`, part, { token })
    if (sent.status !== 204) throw new Error(await sent.text())
  }
  return id
}

export async function previewOf(id: number, token: string): Promise<ImportPreview> {
  const answer = await call('GET', `/api/imports/${id}/preview`, undefined, { token })
  if (answer.status !== 200) throw new Error(await answer.text())
  return json(answer)
}

export async function committed(id: number, token: string): Promise<Response> {
  const { seen } = await previewOf(id, token)
  return call('POST', `/api/imports/${id}/commit`, { seen }, { token })
}

/** Imports a whole archive: upload, preview, commit. */
export async function broughtBack(files: ArchiveFiles, token: string): Promise<number> {
  const id = await staged(files, token)
  const answer = await committed(id, token)
  if (answer.status !== 200) throw new Error(await answer.text())
  return id
}
