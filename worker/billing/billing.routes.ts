import { letterTextKinds } from '#worker/domain/codes.ts'
import { readers, requireRecentAuth, signedIn, treasurers } from '#worker/http/auth.ts'
import { factory } from '#worker/http/factory.ts'
import { csvDownload, recordExport } from '#worker/http/responses.ts'
import { codeParam, idParams, jsonBody, query } from '#worker/http/validate.ts'
import { mailerOf } from '#worker/mail/mailer.ts'
import { depsOf } from '#worker/orders/deps.ts'
import { addClaims } from './add-claims.ts'
import { claimsFor, feesFor, lettersFor } from './bank-data.ts'
import {
  adoptRunBody,
  bookingsBody,
  claimsQuery,
  closeYearBody,
  feePreviewBody,
  fileQuery,
  lettersBody,
  lettersQuery,
  letterTextBody,
  newClaimsBody,
  runBody,
  runDayBody,
  treasuryQuery,
  undoBookingBody,
  voidLettersBody,
  voidRunBody,
} from './billing.contract.ts'
import { bookFees } from './bookings.ts'
import { listClaims } from './claims.ts'
import { listFees } from './collection.ts'
import { anyYear, currentYear } from './current-year.ts'
import { selectLetterTexts } from './letters.queries.ts'
import {
  listLetters,
  resetLetterText,
  saveLetterText,
  voidLetters,
  writeLetters,
} from './letters.ts'
import { makeRun } from './make-run.ts'
import { previewFees } from './preview-fees.ts'
import { renderFile } from './render-file.ts'
import { reportCsv } from './report.ts'
import { adoptRun, creditRun, submitRun, voidRun } from './run-acts.ts'
import { selectRunsOf } from './runs.queries.ts'
import { readTreasury } from './treasury.ts'
import { undoBooking } from './undo-booking.ts'
import { findYearData } from './year-data.ts'
import { figuresOf } from './year-figures.ts'
import { closeYear, listYears } from './years.ts'

const path = '/api/billing/membershipfees/:year'
/** Enough for the bookings of a bank statement and for the ids of a large guild. */
const mostBytes = 1024 * 1024

export const billingRoutes = factory
  .createApp()
  .get(path, readers, currentYear, async (c) => {
    const { year } = c.req.valid('param')
    const today = c.get('today')
    const fees = listFees(await findYearData(c.get('db'), year, today), today)
    return c.json(feesFor((await signedIn(c)).user, fees), 200)
  })
  .get(`${path}/xml`, treasurers, requireRecentAuth, anyYear, query(fileQuery), async (c) => {
    const { year } = c.req.valid('param')
    const file = await renderFile(c.var, { year, ...c.req.valid('query') })
    recordExport(c, `Mitgliedsbeiträge_${year}.xml`)
    return c.body(file, 200, {
      'Content-Type': 'application/xml; charset=utf-8',
      // An ASCII name for old programs, then the name with its umlaut.
      'Content-Disposition': `attachment; filename="Mitgliedsbeitraege_${year}.xml"; filename*=UTF-8''${encodeURIComponent(`Mitgliedsbeiträge_${year}.xml`)}`,
    })
  })
  .get(`${path}/runs`, readers, currentYear, async (c) => {
    return c.json(await selectRunsOf(c.get('db'), c.req.valid('param').year), 200)
  })
  .get('/api/treasury', readers, query(treasuryQuery), async (c) => {
    const { year = Number(c.var.today.slice(0, 4)) } = c.req.valid('query')
    return c.json(await readTreasury(c.var, year), 200)
  })
  .get('/api/billing/years', readers, async (c) => c.json(await listYears(c.var), 200))
  .post('/api/billing/years', treasurers, jsonBody(closeYearBody), async (c) => {
    return c.json(await closeYear(c.var, c.req.valid('json')), 201)
  })
  .get('/api/billing/years/:year', readers, idParams('year'), async (c) => {
    return c.json(await figuresOf(c.var, c.req.valid('param').year), 200)
  })
  .get('/api/billing/years/:year/report.csv', readers, idParams('year'), async (c) => {
    const { year } = c.req.valid('param')
    return csvDownload(c, `Beitragsabrechnung_${year}.csv`, await reportCsv(c.var, year))
  })
  .get('/api/billing/claims', readers, query(claimsQuery), async (c) => {
    const claims = await listClaims(c.var, c.req.valid('query'))
    return c.json(claimsFor((await signedIn(c)).user, claims), 200)
  })
  .post('/api/billing/claims', treasurers, jsonBody(newClaimsBody), async (c) => {
    return c.json(await addClaims(c.var, c.req.valid('json')), 201)
  })
  .post('/api/billing/bookings', treasurers, jsonBody(bookingsBody, mostBytes), async (c) =>
    c.json(await bookFees(c.var, c.req.valid('json').bookings), 201),
  )
  .post(
    '/api/billing/bookings/:id/undo',
    treasurers,
    idParams('id'),
    jsonBody(undoBookingBody),
    async (c) => {
      const { note } = c.req.valid('json')
      return c.json(await undoBooking(c.var, c.req.valid('param').id, note), 201)
    },
  )
  .get('/api/billing/letters', readers, query(lettersQuery), async (c) => {
    const letters = await listLetters(c.var, c.req.valid('query').year)
    return c.json(lettersFor((await signedIn(c)).user, letters), 200)
  })
  .post('/api/billing/letters', treasurers, jsonBody(lettersBody, mostBytes), async (c) => {
    const written = await writeLetters({ ...c.var, mailer: mailerOf(c.env) }, c.req.valid('json'))
    depsOf(c).sendMailsOf('all')
    return c.json(written, 201)
  })
  .get('/api/billing/letter-texts', readers, async (c) =>
    c.json(await selectLetterTexts(c.get('db')), 200),
  )
  .put(
    '/api/billing/letter-texts/:kind',
    treasurers,
    codeParam('kind', letterTextKinds),
    jsonBody(letterTextBody),
    async (c) =>
      c.json(await saveLetterText(c.var, c.req.valid('param').kind, c.req.valid('json')), 200),
  )
  .delete(
    '/api/billing/letter-texts/:kind',
    treasurers,
    codeParam('kind', letterTextKinds),
    async (c) => {
      await resetLetterText(c.var, c.req.valid('param').kind)
      return c.body(null, 204)
    },
  )
  .post(
    '/api/billing/letters/void',
    treasurers,
    jsonBody(voidLettersBody, mostBytes),
    async (c) => {
      await voidLetters(c.var, c.req.valid('json'))
      return c.body(null, 204)
    },
  )
  .post(
    '/api/billing/runs/:id/void',
    treasurers,
    idParams('id'),
    jsonBody(voidRunBody),
    async (c) => {
      const { reason } = c.req.valid('json')
      return c.json(await voidRun(c.var, c.req.valid('param').id, reason), 200)
    },
  )
  .post(
    '/api/billing/runs/:id/credited',
    treasurers,
    idParams('id'),
    jsonBody(runDayBody),
    async (c) => {
      const { day } = c.req.valid('json')
      return c.json(await creditRun(c.var, c.req.valid('param').id, day), 200)
    },
  )
  .post(
    '/api/billing/runs/:id/submitted',
    treasurers,
    idParams('id'),
    jsonBody(runDayBody),
    async (c) => {
      const { day } = c.req.valid('json')
      return c.json(await submitRun(c.var, c.req.valid('param').id, day), 200)
    },
  )
  .post('/api/billing/runs/adopt', treasurers, jsonBody(adoptRunBody), async (c) => {
    return c.json(await adoptRun({ ...c.var, ...(await signedIn(c)) }, c.req.valid('json')), 201)
  })
  .post('/api/billing/runs', treasurers, jsonBody(runBody, mostBytes), async (c) => {
    return c.json(await makeRun({ ...c.var, ...(await signedIn(c)) }, c.req.valid('json')), 201)
  })
  .post('/api/billing/preview', treasurers, jsonBody(feePreviewBody), async (c) => {
    return c.json(await previewFees(c.get('db'), c.req.valid('json')), 200)
  })
