import { CallFailure } from '#web/lib/call-failure.ts'
import { isMissingCode, loadChunk } from '#web/lib/load-chunk.ts'
import type { Writing } from '#web/lib/query.ts'
import type { Statement } from './read-statement.ts'

const notRead = 'Der Kontoauszug konnte nicht gelesen werden'

/** What reads them is loaded for the first file, and nothing is sent. */
export const readFiles = (iban: string): Writing<readonly File[], Statement> => ({
  meta: { notDone: notRead, changes: [] },
  async mutationFn(files) {
    try {
      const { readStatement } = await loadChunk(() => import('./read-statement.ts'))
      return await readStatement(files, iban)
    } catch (cause) {
      throw new CallFailure(notRead, {
        type: isMissingCode(cause) ? 'NetworkError' : 'UnknownError',
      })
    }
  },
})
