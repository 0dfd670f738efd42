import { allow } from '#worker/http/auth.ts'
import { factory } from '#worker/http/factory.ts'
import { query } from '#worker/http/validate.ts'
import { dueDateQuery } from './billing.contract.ts'
import { collectFees } from './collect-fees.ts'
import { currentYear } from './current-year.ts'
import { findFeeData } from './fees.queries.ts'
import { feesOf, toMembershipFees } from './list-fees.ts'
import { listRuns } from './runs.queries.ts'

const path = '/api/billing/membershipfees/:year'
const readers = ['management', 'readonly'] as const

export const billingRoutes = factory
  .createApp()
  .get(path, allow(readers), currentYear, async (c) => {
    const { year } = c.req.valid('param')
    const fees = feesOf(await findFeeData(c.get('db')), year, c.get('today'))
    return c.json(toMembershipFees(fees, year), 200)
  })
  .get(`${path}/xml`, allow(readers), currentYear, query(dueDateQuery), async (c) => {
    const { year } = c.req.valid('param')
    const { dueDate } = c.req.valid('query')
    const file = await collectFees(c.var, { year, dueDate })
    return c.body(file, 200, {
      'Content-Type': 'application/xml; charset=utf-8',
      // For programs that know no other letters, then for all others.
      'Content-Disposition': `attachment; filename="Mitgliedsbeitraege_${year}.xml"; filename*=UTF-8''${encodeURIComponent(`Mitgliedsbeiträge_${year}.xml`)}`,
    })
  })
  .get(`${path}/runs`, allow(readers), currentYear, async (c) => {
    return c.json(await listRuns(c.get('db'), c.req.valid('param').year), 200)
  })
