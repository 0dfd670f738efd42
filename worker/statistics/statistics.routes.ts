import type { Context } from 'hono'
import { birthdayWindows } from '#worker/domain/birthdays.ts'
import { isDuty, isHonorType } from '#worker/domain/codes.ts'
import { anyRole, management, readers } from '#worker/http/auth.ts'
import { type AppEnv, factory } from '#worker/http/factory.ts'
import { answerText, csvDownload, readJsonText } from '#worker/http/responses.ts'
import { codeParam, jsonBody, query } from '#worker/http/validate.ts'
import {
  listBirthdays,
  listDutyHolders,
  listDutyStatistics,
  listEnrolments,
  listHonorHolders,
  listMembersWithoutJoiningDay,
} from './lists.queries.ts'
import { honoredForParades, paradesCsv, paradesPerMember } from './parades-per-member.ts'
import { pictures } from './pictures.ts'
import { preparedOrFresh, type Statistic } from './prepared.ts'
import { activeQuery, dateQuery, previewBody } from './statistics.contract.ts'
import { listUpcoming, previewHonors, upcomingHonorsCsv } from './upcoming-honors.ts'

const path = '/api/statistics'

export const statisticsRoutes = factory
  .createApp()
  .get(`${path}/parades-per-member`, readers, (c) => answer(c, paradesPerMember(c.get('today'))))
  .get(`${path}/parades-per-member/csv`, readers, async (c) => {
    const { body } = await preparedOrFresh(c.var, paradesPerMember(c.get('today')))
    return csvDownload(c, 'Sprungauswertung.csv', paradesCsv(readJsonText(body)))
  })
  .get(`${path}/parades-per-member/honored`, readers, (c) =>
    answer(c, honoredForParades(c.get('today'))),
  )
  .get(
    `${path}/members/birthdays/upcoming/:window`,
    readers,
    codeParam('window', birthdayWindows),
    async (c) => {
      const { window } = c.req.valid('param')
      return c.json(await listBirthdays(c.get('db'), window, c.get('today')), 200)
    },
  )
  .get(`${path}/members/anniversaries`, readers, query(dateQuery), async (c) => {
    const { date } = c.req.valid('query')
    return c.json(await listUpcoming(c.var, 'membershipYears', date), 200)
  })
  .get(`${path}/members/honors`, readers, query(dateQuery), async (c) => {
    return c.json(await listUpcoming(c.var, 'dutyYears', c.req.valid('query').date), 200)
  })
  .get(`${path}/members/csv`, readers, query(dateQuery), async (c) => {
    const csv = await upcomingHonorsCsv(c.var, c.req.valid('query').date)
    return csvDownload(c, 'Anstehende Ehrungen.csv', csv)
  })
  .get(`${path}/members/incomplete`, readers, async (c) => {
    return c.json(await listMembersWithoutJoiningDay(c.get('db')), 200)
  })
  .post(`${path}/honors/preview`, management, jsonBody(previewBody), async (c) => {
    const { honorRules, date } = c.req.valid('json')
    return c.json(await previewHonors(c.get('db'), honorRules, date), 200)
  })
  .get(`${path}/pictures`, readers, (c) => answer(c, pictures(c.get('today'))))
  .get(`${path}/parades/enrolments`, anyRole, async (c) => {
    return c.json(await listEnrolments(c.get('db'), c.get('today')), 200)
  })
  .get(`${path}/duties`, readers, async (c) => {
    return c.json(await listDutyStatistics(c.get('db'), c.get('today')), 200)
  })
  .get(
    '/api/duties/:duty/members',
    readers,
    codeParam('duty', isDuty),
    query(activeQuery),
    async (c) => {
      const { duty } = c.req.valid('param')
      const isActive = c.req.valid('query').active === 'true'
      return c.json(await listDutyHolders(c.get('db'), duty, isActive, c.get('today')), 200)
    },
  )
  .get('/api/honors/:honor/members', readers, codeParam('honor', isHonorType), async (c) => {
    return c.json(await listHonorHolders(c.get('db'), c.req.valid('param').honor), 200)
  })

async function answer<Answer>(c: Context<AppEnv>, statistic: Statistic<Answer>) {
  const { body } = await preparedOrFresh(c.var, statistic)
  return answerText(c, body)
}
