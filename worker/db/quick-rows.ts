import { Column, type DriverValueDecoder, is, SQL } from 'drizzle-orm'

type Field = { path: string[]; field: unknown }
type Mapper = (rows: unknown[][]) => object[]
type Session = {
  prepareQuery: (
    query: unknown,
    fields: Field[] | undefined,
    method: string,
    isInArrays: boolean,
    mapper: Mapper | undefined,
    ...others: unknown[]
  ) => unknown
}

/**
 * Drizzle looks up how a value is decoded for each value of each row, which took nearly a third of the time of
 * the longest lists. Here it is looked up once for each statement.
 */
export function withQuickRows<Db extends object>(db: Db): Db {
  // Not in drizzle's types: its version is pinned, and tests/api/quick-rows.test.ts compares the rows.
  const { session } = db as unknown as { session: Session }
  const prepare = session.prepareQuery.bind(session)
  session.prepareQuery = (query, fields, method, isInArrays, mapper, ...others) => {
    const isList = fields !== undefined && mapper === undefined && method === 'all'
    return prepare(query, fields, method, isInArrays, isList ? mapperOf(fields) : mapper, ...others)
  }
  return db
}

/** undefined: drizzle's own, which makes null of a whole object that a left join did not find. */
function mapperOf(fields: readonly Field[]): Mapper | undefined {
  const mayBeNull = ({ path, field }: Field) => path.length === 2 && is(field, Column)
  if (fields.some(mayBeNull)) return undefined
  const columns = fields.map(({ path, field }) => ({
    parents: path.slice(0, -1),
    name: path.at(-1) ?? '',
    decoder: decoderOf(field),
  }))
  return (rows) =>
    rows.map((values) => {
      const row: Record<string, unknown> = {}
      for (const [index, { parents, name, decoder }] of columns.entries()) {
        let object = row
        for (const parent of parents) {
          object[parent] ??= {}
          object = object[parent] as Record<string, unknown>
        }
        const value = values[index]
        object[name] = value === null ? null : decoder.mapFromDriverValue(value)
      }
      return row
    })
}

function decoderOf(field: unknown): DriverValueDecoder<unknown, unknown> {
  if (is(field, Column)) return field
  const { decoder } = (is(field, SQL.Aliased) ? field.sql : field) as {
    decoder: DriverValueDecoder<unknown, unknown>
  }
  return decoder
}
