import { management } from '#scripts/demo/users.ts'
import { call, json, rows, today, tokenOf } from '#tests/support/api.ts'
import type { Visits } from './visit.ts'

const year = 2027

async function ask(method: string, path: string, body?: unknown) {
  const token = await tokenOf(management.id)
  return json(call(method, `/api/billing/${path}`, body, { token }))
}

/** A SEPA file of the year. */
async function aRun(): Promise<number> {
  const newest = `SELECT id FROM sepa_runs WHERE year = ${year} AND voided_at IS NULL ORDER BY id DESC LIMIT 1`
  const [known] = await rows<{ id: number }>(newest)
  return known
    ? known.id
    : (await ask('POST', 'runs', { year, after: null, confirmClosing: true })).id
}

/** Voids the runs, so that their fees are open again. */
async function voidAll(): Promise<void> {
  const id = await aRun()
  await takeBack(id)
  await ask('POST', `runs/${id}/void`, { reason: 'Falscher Tag' })
}

/** Takes back the days of the credit and of the submission. */
async function takeBack(id: number): Promise<void> {
  await ask('POST', `runs/${id}/credited`, { day: null })
  await ask('POST', `runs/${id}/submitted`, { day: null })
}

/** Files for the bank. */
export const runs: Visits = {
  'POST /api/billing/runs/:id/credited': async () => ({
    path: `/api/billing/runs/${await aRun()}/credited`,
    body: { day: today },
  }),
  'POST /api/billing/runs/:id/submitted': async () => {
    const id = await aRun()
    await takeBack(id)
    return { path: `/api/billing/runs/${id}/submitted`, body: { day: today } }
  },
  'POST /api/billing/runs/:id/void': async () => {
    const id = await aRun()
    await takeBack(id)
    return { path: `/api/billing/runs/${id}/void`, body: { reason: 'Falscher Tag' } }
  },
  'POST /api/billing/runs/adopt': async () => {
    await voidAll()
    const { collectibleCount: count, collectibleInCent: sumInCent } = await ask(
      'GET',
      `membershipfees/${year}`,
    )
    return {
      path: '/api/billing/runs/adopt',
      body: {
        year,
        submittedOn: '2027-01-11',
        messageId: 'MB2027-20270111080000',
        expected: { count, sumInCent },
      },
      status: 201,
    }
  },
}
