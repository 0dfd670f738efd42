import type { DatabaseSync } from 'node:sqlite'
import type { D1Database } from '@cloudflare/workers-types'
import { openDb } from '#worker/db/db.ts'
import { anonymise } from '#worker/privacy/anonymise.ts'
import type { Erasure } from './erasures.ts'
import { run } from './sql-file.ts'

/** Only says what its statements are: they run in the archive's own database. */
const db = openDb({} as D1Database)

/** The same statements as those of the worker, so that an archive forgets whom it forgot. */
export function eraseMember(database: DatabaseSync, { memberId, at }: Erasure): void {
  for (const statement of anonymise(db, memberId, at)) {
    const { sql, params } = statement.toSQL()
    run(database, sql, params)
  }
}
