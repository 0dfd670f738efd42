import { type Column, getTableColumns, getTableName } from 'drizzle-orm'
import { CasingCache } from 'drizzle-orm/casing'
import { type Mask, type Recorded, recorded } from '#worker/history/recorded.ts'

type Op = 'insert' | 'update' | 'delete'
export type Trigger = { name: string; sql: string }

const casing = new CasingCache('snake_case')

/** The text of migrations/0003_history.sql. */
export function historySql(): string {
  const things = Object.keys(recorded) as (keyof typeof recorded)[]
  const triggers = things.flatMap((thing) => triggersOf(thing).map(({ sql }) => `${sql}\n`))
  return `-- Written by \`npm run triggers\` from worker/history/recorded.ts; not to be edited by hand.
-- Every change of these tables writes a line into audit_entries, with who is writing from audit_context.

${triggers.join('')}`
}

/**
 * The triggers that write the history's lines of one thing. `iif` instead of CASE, whose END would end the
 * trigger for who splits a file into statements; and one text put together with ||, since D1 knows
 * neither long compounds nor VALUES in a trigger.
 */
export function triggersOf(entity: keyof typeof recorded): Trigger[] {
  const record: Recorded = recorded[entity]
  const { fields, names, table } = record
  const columns: Record<string, Column> = getTableColumns(table)
  const tableName = getTableName(table)
  const columnOf = (field: string): Column => {
    const column = columns[field]
    if (!column) throw new Error(`${tableName} has no ${field}`)
    return column
  }
  const nameOf = (field: string) => casing.getColumnCasing(columnOf(field))

  function line(op: Op): string {
    const row = op === 'delete' ? 'OLD' : 'NEW'
    const told = op === 'delete' ? [...fields, ...(record.kept ?? [])] : fields
    const parts = [
      ...(names?.keys ?? []).map((field) => `',"${field}":'||json_array(${both(field, op)})`),
      ...told.map((field) => part(field, op)),
    ]
    const number = names ? (names.id ? `${row}.${nameOf(names.id)}` : '0') : `${row}.id`
    const whose = (field?: string) => {
      if (!field) return 'NULL'
      const name = nameOf(field)
      return op === 'update' ? `coalesce(NEW.${name}, OLD.${name})` : `${row}.${name}`
    }
    return `  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), '${entity}', ${number}, ${whose(record.memberId)}, ${whose(record.costumeId)}, ${whose(record.paradeId)}, '${op}',
      '{'||substr(${parts.join('\n        ||')}, 2)||'}'
    FROM audit_context c WHERE c.id = 1${conditionOf(op)};`
  }

  function conditionOf(op: Op): string {
    // What comes or goes by the thousand is one event: an import, its undo, two records made one.
    const notByImport = op === 'update' ? '' : ` AND c.via IS NOT 'import'`
    const notByCron = record.notByCron && op !== 'insert' ? ` AND c.via IS NOT 'cron'` : ''
    return notByImport + notByCron
  }

  /** The old and the new value, each as JSON. */
  function both(field: string, op: Op): string {
    const value = (row: 'OLD' | 'NEW') => jsonOf(columnOf(field), `${row}.${nameOf(field)}`)
    if (op === 'insert') return `NULL, ${masked(field, value('NEW'))}`
    if (op === 'delete') return `${masked(field, value('OLD'))}, NULL`
    return `${masked(field, value('OLD'))}, ${masked(field, value('NEW'))}`
  }

  function masked(field: string, value: string): string {
    const mask: Mask | undefined = record.masks?.[field]
    if (!mask) return value
    if (mask === 'changed') return `iif(${value} = '', '', 'geändert')`
    return `iif(${value} = '', '', '…'||iif(length(${value}) > 4, substr(${value}, -4), ''))`
  }

  /** Nothing, where nothing is to be told. */
  function part(field: string, op: Op): string {
    const name = nameOf(field)
    const without = literal(columnOf(field).default)
    const isTold = {
      insert: `NEW.${name} IS NOT ${without}`,
      update: `OLD.${name} IS NOT NEW.${name}`,
      delete: `OLD.${name} IS NOT ${without}`,
    }[op]
    return `iif(${isTold}, ',"${field}":'||json_array(${both(field, op)}), '')`
  }

  function trigger(op: Op): Trigger {
    const name = `${tableName}_${op}_audited`
    const entered = fields.map(nameOf)
    const of = op === 'update' ? ` OF ${entered.join(', ')}` : ''
    const changed = `(${wrapped(entered.map((one) => `OLD.${one} IS NOT NEW.${one}`))})`
    const conditions = [
      ...(op === 'update' ? [changed] : []),
      ...[record.onlyIf?.[op] ?? []].flat(),
    ]
    const when = conditions.length > 0 ? `\n  WHEN ${conditions.join('\n    AND ')}` : ''
    const head = `CREATE TRIGGER ${name} AFTER ${op.toUpperCase()}${of} ON ${tableName}${when}`
    return { name, sql: `${head} BEGIN\n${line(op)}\nEND;` }
  }

  return [trigger('insert'), ...(fields.length > 0 ? [trigger('update')] : []), trigger('delete')]
}

/** Joined by OR, in lines of some 110 characters. */
function wrapped(conditions: readonly string[]): string {
  const [first = '', ...others] = conditions
  return others.reduce((text, one) => {
    const isFull = text.length - text.lastIndexOf('\n') + one.length > 105
    return `${text}${isFull ? '\n   ' : ''} OR ${one}`
  }, first)
}

function jsonOf(column: Column, value: string): string {
  return column.dataType === 'boolean' ? `json(iif(${value}, 'true', 'false'))` : value
}

function literal(value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? '1' : '0'
  return typeof value === 'string' ? `'${value}'` : 'NULL'
}
