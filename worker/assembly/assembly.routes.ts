import { readers, secretaries } from '#worker/http/auth.ts'
import { factory } from '#worker/http/factory.ts'
import { repeatable } from '#worker/http/repeatable.ts'
import { csvDownload } from '#worker/http/responses.ts'
import { dateParam, jsonBody, query } from '#worker/http/validate.ts'
import { assemblyQuery, enterBody, reportQuery, rowsBody, undoBody } from './assembly.contract.ts'
import { changeRows } from './change-rows.ts'
import { enterHonors, undoEntry } from './enter-honors.ts'
import { findAssembly } from './find-assembly.ts'
import { findReport } from './find-report.ts'
import { listOrders, ordersCsv } from './orders.ts'

const path = '/api/assembly'
const repeatableMarks = repeatable('marks are stored in the one row of a day, member and honor')

export const assemblyRoutes = factory
  .createApp()
  .get(path, readers, query(assemblyQuery), async (c) => {
    return c.json(await findAssembly(c.var, c.req.valid('query').date), 200)
  })
  .get(`${path}/report`, readers, query(reportQuery), async (c) => {
    const { year = Number(c.get('today').slice(0, 4)) } = c.req.valid('query')
    return c.json(await findReport(c.var, year), 200)
  })
  .get(`${path}/orders`, readers, async (c) => {
    return c.json(await listOrders(c.get('db')), 200)
  })
  .get(`${path}/:date/orders.csv`, readers, dateParam, async (c) => {
    const { date } = c.req.valid('param')
    return csvDownload(c, `Bestellung Ehrungen ${date}.csv`, await ordersCsv(c.var, date))
  })
  .put(
    `${path}/:date/rows`,
    secretaries,
    repeatableMarks,
    dateParam,
    jsonBody(rowsBody),
    async (c) => {
      const { rows, set } = c.req.valid('json')
      await changeRows(c.var, c.req.valid('param').date, { rows, set })
      return c.body(null, 204)
    },
  )
  .post(`${path}/:date/enter`, secretaries, dateParam, jsonBody(enterBody), async (c) => {
    return c.json(await enterHonors(c.var, c.req.valid('param').date, c.req.valid('json')), 201)
  })
  .post(`${path}/:date/undo`, secretaries, dateParam, jsonBody(undoBody), async (c) => {
    return c.json(await undoEntry(c.var, c.req.valid('param').date, c.req.valid('json').act), 200)
  })
