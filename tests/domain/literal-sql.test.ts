import { expect, test } from 'vitest'
import { literalSql } from '#scripts/users/literal-sql.ts'

test('Quotes in a value are doubled, so that no value can end its SQL literal', () => {
  const statement = { sql: 'UPDATE users SET last_name = ?', values: ["O'Hara'; DROP TABLE users"] }
  expect(literalSql(statement)).toBe("UPDATE users SET last_name = 'O''Hara''; DROP TABLE users'")
})

test('A value that contains ? or $& replaces only its own placeholder in an SQL statement, and is not changed', () => {
  const statement = { sql: 'SET a = ?, b = ?, c = ?', values: ['scrypt$ln=14$&$1', '?', 7] }
  expect(literalSql(statement)).toBe("SET a = 'scrypt$ln=14$&$1', b = '?', c = 7")
})

test('An SQL statement with a missing value or a value with a NUL character is rejected', () => {
  expect(() => literalSql({ sql: 'SET a = ?', values: [] })).toThrow()
  expect(() => literalSql({ sql: 'SET a = ?', values: ['\0'] })).toThrow()
})
