import type { Context } from 'hono'
import { commit } from '#worker/db/commit.ts'
import { recordEvent } from '#worker/db/record-event.ts'
import { addDays, berlinDay } from '#worker/domain/dates.ts'
import { fullName } from '#worker/domain/names.ts'
import {
  formerMembers,
  lastDayOver,
  type RetentionRule,
  retention,
} from '#worker/domain/retention.ts'
import {
  management,
  readers,
  requireRecentAuth,
  requireRight,
  signedIn,
} from '#worker/http/auth.ts'
import { readForm } from '#worker/http/body.ts'
import { type AppEnv, factory, isLocal, publicAddress } from '#worker/http/factory.ts'
import { plainPagePolicy } from '#worker/http/plain-page.ts'
import { limitPerNetwork } from '#worker/http/rate-limit.ts'
import { idParams, jsonBody, notFoundError } from '#worker/http/validate.ts'
import { disclosurePath, disclosureUrl, findByToken } from '#worker/mail/disclosure-mail.ts'
import { mailerOf } from '#worker/mail/mailer.ts'
import { memberFor } from '#worker/members/bank-data.ts'
import { depsOf } from '#worker/orders/deps.ts'
import { anonymiseMember } from './anonymise-member.ts'
import { readDisclosure, type Subject } from './disclosure.queries.ts'
import { disclosurePage } from './disclosure-page.ts'
import { selectProposed } from './former-members.queries.ts'
import {
  anonymiseBody,
  type DisclosureSent,
  disclosureBody,
  type Retention,
  type RuleRun,
} from './privacy.contract.ts'
import { linkPage, linkScript, requestDisclosure } from './request-disclosure.ts'
import { listRuns } from './retention.queries.ts'

export const privacyRoutes = factory
  .createApp()
  .get('/api/member/:id/disclosure', management, requireRecentAuth, idParams('id'), async (c) => {
    const { id } = c.req.valid('param')
    const db = c.get('db')
    const disclosure = await readDisclosure(db, { memberId: id })
    const [member] = disclosure.members
    if (!member) throw notFoundError()
    // Recorded although no data change.
    await commit(db, [recordEvent({ entity: 'disclosure', entityId: id, memberId: id })])
    const about = `Über ${fullName(member)}`.replace(/ +/g, ' ')
    return answerPaper(c, await disclosurePage(disclosure, { about, ...toldBeside(c) }))
  })
  .post(
    '/api/member/:id/anonymise',
    management,
    requireRecentAuth,
    idParams('id'),
    jsonBody(anonymiseBody),
    async (c) => {
      const { id } = c.req.valid('param')
      const member = await anonymiseMember(c.var, id, c.req.valid('json').name)
      return c.json(memberFor((await signedIn(c)).user, member), 200)
    },
  )
  .post(
    '/api/privacy/disclosure',
    management,
    requireRecentAuth,
    jsonBody(disclosureBody),
    async (c) => {
      const link = await requestDisclosure(c.var, c.req.valid('json').emailAddress)
      const origin = publicAddress(c)
      depsOf(c).sendMailsOf('all')
      const sent = mailerOf(c.env) !== null && origin !== ''
      const answer: DisclosureSent = isLocal(c)
        ? { sent, link: disclosureUrl(origin, link, c.env.JWT_SECRET) }
        : { sent }
      return c.json(answer, 202)
    },
  )
  .get('/api/privacy/retention', readers, async (c) => {
    const { db, today } = c.var
    const [runs, members] = await db.batch([
      listRuns(db, addDays(today, -31)),
      selectProposed(db, lastDayOver(formerMembers, today), today),
    ])
    return c.json({ rules: rulesOf(runs), members } satisfies Retention, 200)
  })
  .get(disclosurePath, requireRight('public'), async (c) => answerLinkPage(c, null))
  .post(disclosurePath, requireRight('public'), limitPerNetwork('LOGIN_LIMIT'), async (c) => {
    const token = (await readForm(c.req.raw)).get('token') ?? ''
    const db = c.get('db')
    const emailAddress = await findByToken(db, token, c.env.JWT_SECRET, c.get('now'))
    if (emailAddress === null)
      return answerLinkPage(c, { problem: 'Dieser Link gilt nicht mehr.', token })
    const subject: Subject = { emailAddress }
    const about = `Zur E-Mail Adresse ${emailAddress}`
    const told = await disclosurePage(await readDisclosure(db, subject), {
      about,
      ...toldBeside(c),
    })
    return answerPaper(c, told)
  })

function toldBeside(c: Context<AppEnv>) {
  const origin = publicAddress(c) || new URL(c.req.url).origin
  return { now: c.get('now'), privacyUrl: `${origin}/datenschutz` }
}

function answerPaper(c: Context<AppEnv>, page: string): Response {
  c.header('Content-Security-Policy', plainPagePolicy())
  c.header('Cache-Control', 'no-store')
  return c.html(page, 200)
}

async function answerLinkPage(
  c: Context<AppEnv>,
  rejected: Parameters<typeof linkPage>[0],
): Promise<Response> {
  c.header('Content-Security-Policy', plainPagePolicy(rejected ? undefined : linkScript))
  c.header('Cache-Control', 'no-store')
  return c.html(await linkPage(rejected), rejected ? 422 : 200)
}

type Run = Awaited<ReturnType<typeof listRuns>>[number]

/** @param runs newest first; the runs of one night are added up */
function rulesOf(runs: readonly Run[]): RuleRun[] {
  const rules = Object.keys(retention) as RetentionRule[]
  return rules.map((rule) => {
    const own = runs.filter((run) => run.rule === rule)
    const [newest] = own
    if (!newest) return { rule, last: null }
    const night = nightOf(newest)
    const rowCount = own
      .filter((run) => nightOf(run) === night)
      .reduce((sum, run) => sum + run.rowCount, 0)
    return { rule, last: { at: newest.at, rowCount } }
  })
}

const nightOf = ({ at }: Run) => berlinDay(new Date(at))
