import type { Context } from 'hono'
import { causeOf } from '#worker/db/causes.ts'
import { commit } from '#worker/db/commit.ts'
import { recordEvent } from '#worker/db/record-event.ts'
import { takesGzip } from './cache.ts'
import { domainErrorOf } from './errors.ts'
import type { AppEnv } from './factory.ts'

/** A CSV file to save, and told in the history; the name may hold any letter. */
export function csvDownload(c: Context<AppEnv>, fileName: string, csv: string): Response {
  tellExport(c, fileName)
  c.header('Vary', 'Accept-Encoding')
  // The runtime packs what says so; of files of this kind the platform does not think by itself.
  if (takesGzip(c)) c.header('Content-Encoding', 'gzip')
  return c.body(csv, 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
  })
}

/** Who took which file out of the house stands in the history; the file does not wait for it. */
export function tellExport(c: Context<AppEnv>, file: string): void {
  const db = c.get('db')
  const event = recordEvent({ entity: 'export', entityId: 0, changes: { file } })
  const telling = commit(db, [event]).catch((error: unknown) => {
    // The sign-in was refused, and with it the file.
    if (domainErrorOf(error)) return
    const cause = causeOf(error)
    console.error(JSON.stringify({ level: 'error', event: 'export_untold', file, cause }))
  })
  c.executionCtx.waitUntil(telling)
}
