import { createImport, discardImport, sendPart } from '#web/data/imports.ts'
import { CallFailure, dataOrThrow } from '#web/lib/call-failure.ts'
import { loadChunk } from '#web/lib/load-chunk.ts'
import type { MutationDefinition } from '#web/lib/query.ts'
import { onSessionChange } from '#web/lib/session.ts'
import type { ArchivePartBody, Import, PartBody } from '#worker/imports/imports.contract.ts'
import type { SheetKind } from './kind-words.ts'
import type { CodePage, EncodingOption } from './reading/code-page.ts'
import { type ReadFile, readFile, UnreadableFile } from './reading/read-file.ts'
import { refusalWords } from './reading/refusals.ts'
import { type Sheet, sheetOf } from './reading/sheet.ts'
import { type Progress, sendParts, uploadOf } from './upload.ts'

const notSent = 'Die Datei konnte nicht hochgeladen werden'

/** Called with the progress of the upload; null while the file is still being read. */
export type OnProgress = (progress: Progress | null) => void

type Chosen = { kind: SheetKind; file: File; codePage?: CodePage }

/** `readings`: nothing was sent, since the user has to choose the encoding first. */
export type StagingResult = { staged: Import } | { readings: EncodingOption[] }

/** The file read in this tab: changing sheet or heading line needs no second reading. */
export type LoadedFile = {
  name: string
  sha256: string
  sheets: readonly Sheet[]
  /** The sheet that was uploaded. */
  sheet: Sheet
}

let loaded: { importId: number; file: LoadedFile } | null = null

/** The file of an import; null after a reload of the page, or when the tab has read another file since. */
export const loadedFileOf = (importId: number): LoadedFile | null =>
  loaded?.importId === importId ? loaded.file : null

export function setLoadedFile(importId: number, file: LoadedFile): void {
  loaded = { importId, file }
}

// The file is forgotten when the session changes, so that another user does not see its data.
onSessionChange(() => {
  loaded = null
})

/** Reads and uploads a file. */
export const stageFile = (onProgress: OnProgress): MutationDefinition<Chosen, StagingResult> => ({
  meta: { notDone: notSent },
  async mutationFn({ kind, file, codePage }) {
    onProgress(null)
    const read = await readFile(file, { codePage }).catch((cause: unknown) => {
      throw unreadable(cause)
    })
    if (read.kind === 'readings') return read
    const { sha256 } = read
    if (read.kind === 'archive') return { staged: await sendArchive(file.name, read, onProgress) }
    const sheet = read.sheets[read.best]
    if (!sheet) throw new CallFailure(notSent, { type: 'UnknownError' })
    const found = { name: file.name, sha256, sheets: read.sheets, sheet }
    return { staged: await send(kind, found, onProgress) }
  },
})

type OfFile = { kind: SheetKind; file: LoadedFile }

/** Replaces the upload with another sheet of the file or another heading line. */
export const restageFile = (
  id: number,
  onProgress: OnProgress,
): MutationDefinition<OfFile, Import> => ({
  // `later`: the old import is discarded, and a refetch of it would fail.
  meta: { notDone: notSent, later: ['imports', id] },
  async mutationFn({ kind, file }) {
    const staged = await send(kind, file, onProgress)
    // An old upload that cannot be discarded now is deleted by the server after a day.
    await discardImport.mutationFn(id).catch(() => {})
    return staged
  },
})

/** Uploads the same file again for another kind. */
export const stageOtherSheet = (onProgress: OnProgress): MutationDefinition<OfFile, Import> => ({
  meta: { notDone: notSent },
  mutationFn: ({ kind, file }) => send(kind, file, onProgress),
})

/** @param headingRow the number of the heading line in the file */
export const withHeadingsIn = (file: LoadedFile, headingRow: number): LoadedFile => ({
  ...file,
  sheet: sheetOf(file.sheet.table, headingRow),
})

async function send(kind: SheetKind, file: LoadedFile, onProgress: OnProgress): Promise<Import> {
  // A sheet without rows below its headings cannot be imported.
  if (file.sheet.rows.length === 0) throw unreadable(new UnreadableFile(refusalWords.noRows))
  const { body, parts } = uploadOf(file.sheet)
  const { name: fileName, sha256: fileSha256 } = file
  const created = await createImport.mutationFn({ kind, fileName, fileSha256, ...body })
  await sendAll(created.id, parts, onProgress)
  setLoadedFile(created.id, file)
  return created
}

/** Uploads an archive of this program, whatever kind of data the user has chosen. */
async function sendArchive(
  fileName: string,
  read: ReadArchiveFile,
  onProgress: OnProgress,
): Promise<Import> {
  const { readArchive } = await loadChunk(() => import('./archive/read-archive.ts'))
  const archive = readArchive(read.files)
  if ('problems' in archive) {
    const problems = archive.problems.slice(0, 10).join(' ')
    throw new CallFailure(`Dieses Archiv lässt sich nicht übernehmen. ${problems}`, {
      type: 'UnknownError',
    })
  }
  const { body, parts } = archive.upload
  const fileSha256 = read.sha256
  const created = await createImport.mutationFn({
    kind: 'archive',
    fileName,
    fileSha256,
    samples: [],
    skipped: [],
    ...body,
  })
  await sendAll(created.id, parts, onProgress)
  return created
}

type ReadArchiveFile = Extract<ReadFile, { kind: 'archive' }>

async function sendAll(
  id: number,
  parts: readonly (PartBody | ArchivePartBody)[],
  onProgress: OnProgress,
): Promise<void> {
  await sendParts(parts, {
    put: async (n, part) => {
      await dataOrThrow(sendPart(id, n, part), notSent)
    },
    onProgress: onProgress,
  })
}

function unreadable(cause: unknown): unknown {
  if (!(cause instanceof UnreadableFile)) return cause
  return new CallFailure(cause.message, { type: 'UnknownError' })
}
