import type { DatabaseSync } from 'node:sqlite'
import { anonymise } from '#worker/privacy/anonymise.ts'
import type { Erasure } from './erasures.ts'
import { run } from './sql-file.ts'

/** Runs the worker's anonymising statements in the archive's database. */
export function eraseMember(database: DatabaseSync, { memberId, at }: Erasure): void {
  for (const statement of anonymise(memberId, at)) {
    const { sql, params } = statement.toSQL()
    run(database, sql, params)
  }
}
