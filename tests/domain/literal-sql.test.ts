import { expect, test } from 'vitest'
import { literalSql } from '#scripts/users/literal-sql.ts'

test('quotes are doubled, so that no value can end its literal', () => {
  const statement = { sql: 'UPDATE users SET last_name = ?', values: ["O'Hara'; DROP TABLE users"] }
  expect(literalSql(statement)).toBe("UPDATE users SET last_name = 'O''Hara''; DROP TABLE users'")
})

test('a value with ? or $& takes the place of one question mark only', () => {
  const statement = { sql: 'SET a = ?, b = ?, c = ?', values: ['scrypt$ln=14$&$1', '?', 7] }
  expect(literalSql(statement)).toBe("SET a = 'scrypt$ln=14$&$1', b = '?', c = 7")
})

test('a value that is missing or holds a NUL is refused', () => {
  expect(() => literalSql({ sql: 'SET a = ?', values: [] })).toThrow()
  expect(() => literalSql({ sql: 'SET a = ?', values: ['\0'] })).toThrow()
})
