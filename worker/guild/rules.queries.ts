import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { always, rowsOf } from '#worker/db/statements.ts'
import type { Duty } from '#worker/domain/codes.ts'
import type { HonorRule } from '#worker/domain/honors.ts'

type RuleRow = Omit<HonorRule, 'duties'> & { duties: string }

/** @param gate stands first in the FROM, for a statement that may find nothing */
export function selectHonorRules(db: Db, gate: SQL = always) {
  return rowsOf<RuleRow>(
    db,
    {
      type: sql`r.type`,
      basis: sql`r.basis`,
      threshold: sql`r.threshold`,
      label: sql`r.label`,
      issuer: sql`r.issuer`,
      certificateText: sql`r.certificate_text`,
      duties: sql`(SELECT json_group_array(d.duty) FROM honor_rule_duties d WHERE d.type = r.type)`,
    },
    sql`${gate} CROSS JOIN honor_rules r`,
  )
}

export function toHonorRules(rows: readonly RuleRow[]): HonorRule[] {
  return rows.map((row) => ({ ...row, duties: JSON.parse(row.duties) as Duty[] }))
}
