import type { Context } from 'hono'
import type { AppEnv } from './factory.ts'

/** A CSV file to save; the name may hold any letter. */
export function csvDownload(c: Context<AppEnv>, fileName: string, csv: string): Response {
  return c.body(csv, 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
  })
}
