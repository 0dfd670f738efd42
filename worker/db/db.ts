import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import type { Column } from 'drizzle-orm'
import type { BatchItem, BatchResponse } from 'drizzle-orm/batch'
import { CasingCache } from 'drizzle-orm/casing'
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'
import { Connection } from './connection.ts'

/** Column names are snake_case in SQL and camelCase in TypeScript. */
const config = { casing: 'snake_case' } as const

const casing = new CasingCache(config.casing)
/** The column's name in the database. */
export const columnName = (column: Column) => casing.getColumnCasing(column)

/** A statement that only reads: INSERT, UPDATE and DELETE have no `as`. */
export type Select = BatchItem<'sqlite'> & { as(alias: string): unknown }

type Client = D1Database & { connection: Connection }

/**
 * The database handle of the rooms. It has no builder that writes and takes no batch of writes: `write` makes
 * such statements, and `commit` (commit.ts) sends them.
 */
export type Db = Pick<
  DrizzleD1Database,
  'select' | 'selectDistinct' | '$with' | 'values' | 'all'
> & {
  with(
    ...queries: Parameters<DrizzleD1Database['with']>
  ): Pick<ReturnType<DrizzleD1Database['with']>, 'select' | 'selectDistinct'>
  batch<U extends Select, T extends Readonly<[U, ...U[]]>>(batch: T): Promise<BatchResponse<T>>
  $client: Client
}

/** @param connection of the request: it counts the attempts and knows the author */
export function openDb(connection: Connection | D1Database): Db {
  const own = connection instanceof Connection ? connection : new Connection(connection)
  return drizzle(clientOf(own), config) as unknown as Db
}

/** Makes statements that write. They are bound to no database; only `commit` sends them. */
export const write: Pick<DrizzleD1Database, 'insert' | 'update' | 'delete' | 'with' | 'run'> =
  drizzle(clientOf(null), config)

/** Sends statements of `write`, and reads among them, in one transaction; only `commit` calls it. */
export function sendBatch<const T extends readonly BatchItem<'sqlite'>[]>(
  { $client: { connection } }: Db,
  statements: T,
): Promise<BatchResponse<T>> {
  const client = {
    prepare: (query: string) => new Unsent(null, query),
    batch: (sent: Unsent[]) => connection.write((d1) => sent.map((one) => one.prepared(d1))),
  } as unknown as D1Database
  const batch = statements as unknown as [BatchItem<'sqlite'>]
  return drizzle(client, config).batch(batch) as unknown as Promise<BatchResponse<T>>
}

function clientOf(connection: Connection | null): Client {
  return {
    connection,
    prepare: (query: string) => new Unsent(connection, query),
    batch: (sent: Unsent[]) => {
      if (!connection) throw unsentError()
      const { d1 } = connection
      return connection.read(() => d1.batch(sent.map((one) => one.prepared(d1))))
    },
  } as unknown as Client
}

/** What Drizzle gets as a prepared statement. Without a connection it cannot be sent as a read. */
class Unsent {
  private readonly connection: Connection | null
  private readonly query: string
  private readonly values: readonly unknown[]

  constructor(connection: Connection | null, query: string, values: readonly unknown[] = []) {
    this.connection = connection
    this.query = query
    this.values = values
  }

  bind(...values: unknown[]): Unsent {
    return new Unsent(this.connection, this.query, values)
  }

  prepared(d1: D1Database): D1PreparedStatement {
    return d1.prepare(this.query).bind(...this.values)
  }

  raw() {
    return this.read((statement) => statement.raw())
  }

  all() {
    return this.read((statement) => statement.all())
  }

  run() {
    return this.read((statement) => statement.run())
  }

  private read<T>(run: (statement: D1PreparedStatement) => Promise<T>): Promise<T> {
    const { connection } = this
    if (!connection) throw unsentError()
    return connection.read(() => run(this.prepared(connection.d1)))
  }
}

function unsentError(): Error {
  return new Error('A statement of `write` can only be sent by commit()')
}
