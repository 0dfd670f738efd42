import type { D1Database } from '@cloudflare/workers-types'

/** Tables to empty, referring tables first. Settings, fees and honor rules are kept. */
export const clearedTables = [
  'prepared_statistics',
  'login_failures',
  'job_runs',
  'retention_runs',
  'refusals',
  'network_load',
  'hourly_counts',
  'circular_recipients',
  'mails',
  'circulars',
  'disclosures',
  'order_history',
  'order_refunds',
  'payment_events',
  'sandbox_refunds',
  'sandbox_payments',
  'check_in_acts',
  'participations',
  'match_acts',
  'orders',
  'parade_drafts',
  'extra_counts',
  'parades',
  'costume_ownerships',
  'costumes',
  'costume_types',
  'duty_entries',
  'assembly_honors',
  'honors',
  'member_exits',
  'member_merges',
  'member_no_duplicates',
  'member_timespans',
  'fee_letter_claims',
  'fee_letters',
  'letter_texts',
  'circular_attachment_parts',
  'circular_attachments',
  'circular_templates',
  'fee_bookings',
  'fee_claims',
  'sepa_run_parts',
  'sepa_runs',
  'members',
  'import_parts',
  'import_rows',
  'import_mappings',
  'imports',
  'passkey_challenges',
  'known_browsers',
  'passkeys',
  'user_links',
  'setup_links',
  'sessions',
  'user_roles',
  'saved_views',
  'users',
  // Last, because the deletions write lines here.
  'journal',
  'audit_entries',
]

/** Invalidates caches, since rows have changed without a line of the history. */
export const raiseVersions =
  'UPDATE data_version SET version = version + 1, members_version = abs(random() % 9007199254740991)'

export async function clearDatabase(db: D1Database): Promise<void> {
  const deletions = clearedTables.map((table) => db.prepare(`DELETE FROM ${table}`))
  // The ledger's triggers allow only this `via` to delete.
  const via = (who: string) => db.prepare(`UPDATE audit_context SET via = ${who} WHERE id = 1`)
  await db.batch([
    via(`'cli'`),
    ...deletions,
    via('NULL'),
    db.prepare(raiseVersions),
    // Ids start again, so backups made before belong to another guild.
    db.prepare('UPDATE guild_identity SET guild_id = lower(hex(randomblob(16)))'),
  ])
}

/** Whether there are neither members nor users, so that loading the demo cannot harm data. */
export async function isEmptyDatabase(db: D1Database): Promise<boolean> {
  const row = await db
    .prepare('SELECT EXISTS (SELECT 1 FROM members) OR EXISTS (SELECT 1 FROM users) AS filled')
    .first<{ filled: number }>()
  return row?.filled === 0
}
