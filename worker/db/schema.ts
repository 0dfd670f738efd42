// The tables, one file per noun, in the order of migrations/0001_schema.sql, which explains each table and how
// long its rows are kept. CHECKs are in the migrations only; a test compares tables, columns, references and
// indexes. The values of a code are enforced here (`text({ enum })`) and by zod, not by the database. Dates are
// 'YYYY-MM-DD', instants ISO 8601 in UTC.

export * from './schema/assembly.ts'
export * from './schema/billing.ts'
export * from './schema/costumes.ts'
export * from './schema/guild.ts'
export * from './schema/history.ts'
export * from './schema/imports.ts'
export * from './schema/limits.ts'
export * from './schema/mails.ts'
export * from './schema/members.ts'
export * from './schema/merges.ts'
export * from './schema/operations.ts'
export * from './schema/orders.ts'
export * from './schema/parades.ts'
export * from './schema/participations.ts'
export * from './schema/payments.ts'
export * from './schema/privacy.ts'
export * from './schema/users.ts'
