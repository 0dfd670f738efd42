import { allow } from '#worker/http/auth.ts'
import { factory } from '#worker/http/factory.ts'
import { tellExport } from '#worker/http/files.ts'
import { jsonBody, query } from '#worker/http/validate.ts'
import { feePreviewBody, fileQuery, runBody } from './billing.contract.ts'
import { currentYear } from './current-year.ts'
import { findFeeData } from './fees.queries.ts'
import { feesOf, toMembershipFees } from './list-fees.ts'
import { makeRun } from './make-run.ts'
import { previewFees } from './preview-fees.ts'
import { renderFile } from './render-file.ts'
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
  .get(`${path}/xml`, allow(readers), currentYear, query(fileQuery), async (c) => {
    const { year } = c.req.valid('param')
    const file = await renderFile(c.var, { year, ...c.req.valid('query') })
    tellExport(c, `Mitgliedsbeiträge_${year}.xml`)
    return c.body(file, 200, {
      'Content-Type': 'application/xml; charset=utf-8',
      // For programs that know no other letters, then for all others.
      'Content-Disposition': `attachment; filename="Mitgliedsbeitraege_${year}.xml"; filename*=UTF-8''${encodeURIComponent(`Mitgliedsbeiträge_${year}.xml`)}`,
    })
  })
  .get(`${path}/runs`, allow(readers), currentYear, async (c) => {
    return c.json(await listRuns(c.get('db'), c.req.valid('param').year), 200)
  })
  .post('/api/billing/runs', allow(['management']), jsonBody(runBody), async (c) => {
    return c.json(await makeRun(c.var, c.req.valid('json')), 201)
  })
  .post('/api/billing/preview', allow(['management']), jsonBody(feePreviewBody), async (c) => {
    return c.json(await previewFees(c.get('db'), c.req.valid('json')), 200)
  })
