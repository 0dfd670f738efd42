import { client } from '#web/lib/api.ts'
import { toResult } from '#web/lib/ask-server.ts'
import { defineMutation } from '#web/lib/query.ts'
import type { Result } from '#web/lib/result.ts'
import type { Day } from '#worker/domain/dates.ts'

/** The archive of a large guild takes several minutes to download. */
const timeoutInMs = 10 * 60_000
/** How often a download is tried when data changes meanwhile; during an enrolment every try may fail. */
const mostTries = 3

type Download = {
  today: Day
  /** Called with the number of bytes received so far. */
  onProgress: (bytes: number) => void
}

/** Downloads all data of the guild as a ZIP file. */
export const downloadArchive = defineMutation<Download, Blob>(
  'Das Archiv konnte nicht geladen werden',
  async ({ today, onProgress }) => {
    const { filesOfExport, zipOf } = await import('#web/lib/pack-archive.ts')
    for (let tries = 1; ; tries += 1) {
      const sent = await loadExport(onProgress)
      if (!sent.ok) return sent
      const read = filesOfExport(sent.data)
      if ('files' in read) {
        return { ok: true, data: await zipOf(read.files, today), status: sent.status }
      }
      if (read.failed === 'cut') return { ok: false, failure: { type: 'NetworkError' } }
      if (tries === mostTries) return { ok: false, failure: stillChanging }
    }
  },
  { changes: [['history']] },
)

const stillChanging = {
  type: 'ApiError',
  error: {
    code: 'Conflict',
    message: 'Gerade wird zu viel geändert. Versuche es in ein paar Minuten noch einmal.',
  },
} as const

function loadExport(onProgress: (bytes: number) => void): Promise<Result<Uint8Array>> {
  const request = client.api.export.$get(undefined, {
    init: { signal: AbortSignal.timeout(timeoutInMs) },
  })
  return toResult(request, async (response) => {
    const parts: Uint8Array<ArrayBuffer>[] = []
    let length = 0
    const reader = response.body?.getReader()
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      parts.push(part.value)
      length += part.value.length
      onProgress(length)
    }
    return new Uint8Array(await new Blob(parts).arrayBuffer())
  })
}
