import { sql } from 'drizzle-orm'
import type { MiddlewareHandler } from 'hono'
import { DomainError } from '#worker/domain/errors.ts'
import { settingsForUser } from '#worker/guild/settings-for-user.ts'
import { anyRole, management, paradeKeepers, readers, signedIn } from '#worker/http/auth.ts'
import { type AppEnv, factory } from '#worker/http/factory.ts'
import { idParams, jsonBody, notFoundError, orNotFound, query } from '#worker/http/validate.ts'
import { memberFor } from '#worker/members/bank-data.ts'
import { depsOf } from '#worker/orders/deps.ts'
import { offerFreePlacesAfter, shortenOffersAfter } from '#worker/orders/offer-places.ts'
import { discardDraft, listDrafts, proposeDrafts } from './drafts.queries.ts'
import { readMemberPage } from './member-page.ts'
import { assertMaySeeParade, seesBirthdays, seesParticipants } from './parade-rights.ts'
import {
  changeParadesBody,
  enrolmentWindowBody,
  hostSearch,
  newParadeBody,
  paradeBody,
} from './parades.contract.ts'
import {
  deleteParade,
  findParadeDetails,
  findParadesByHost,
  findTodaysParade,
  listHosts,
  listParadesOfYear,
  listTitles,
  nextParadeNumber,
} from './parades.queries.ts'
import { listParadesOfMember, listParticipations } from './participations.queries.ts'
import { addParade, changeParade, changeParades, setEnrolmentWindow } from './save-parade.ts'

/** `:year`, four digits from 1900 to 2099; otherwise 404. */
const yearParam: MiddlewareHandler<
  AppEnv,
  string,
  { in: { param: { year: string } }; out: { param: { year: number } } }
> = async (c, next) => {
  const text = c.req.param('year') ?? ''
  const year = Number(text)
  if (!/^\d{4}$/.test(text) || year < 1900 || year > 2099) {
    throw new DomainError('InvalidRequest', 'Das ist kein Jahr zwischen 1900 und 2099.')
  }
  c.req.addValidatedData('param', { year })
  await next()
}

export const paradesRoutes = factory
  .createApp()
  .get('/api/parade/year/:year', readers, yearParam, async (c) => {
    return c.json(await listParadesOfYear(c.get('db'), c.req.valid('param').year), 200)
  })
  .get('/api/parade/number', paradeKeepers, async (c) => {
    return c.json({ number: await nextParadeNumber(c.get('db')) }, 200)
  })
  .get('/api/parade/hosts', paradeKeepers, async (c) => {
    return c.json(await listHosts(c.get('db')), 200)
  })
  .get('/api/parade/titles', paradeKeepers, async (c) => {
    return c.json(await listTitles(c.get('db')), 200)
  })
  .get('/api/parades/hosts', readers, query(hostSearch), async (c) => {
    return c.json(await findParadesByHost(c.get('db'), c.req.valid('query').search), 200)
  })
  .get('/api/parade/today', anyRole, async (c) => {
    return c.json(await findTodaysParade(c.get('db'), c.get('today')), 200)
  })
  .get('/api/parade/drafts', paradeKeepers, async (c) => {
    return c.json(await listDrafts(c.get('db'), c.get('today')), 200)
  })
  .post('/api/parade/drafts', paradeKeepers, async (c) => {
    const { db, now, today, user } = c.var
    return c.json(await proposeDrafts(db, { now, today, user }), 200)
  })
  .delete('/api/parade/drafts/:id', management, idParams('id'), async (c) => {
    if (!(await discardDraft(c.get('db'), c.req.valid('param').id))) throw notFoundError()
    return c.body(null, 204)
  })
  .post('/api/parade', paradeKeepers, jsonBody(newParadeBody), async (c) => {
    return c.json(await addParade(c.get('db'), c.req.valid('json')), 201)
  })
  .post(
    '/api/parades/enrolment-window',
    paradeKeepers,
    jsonBody(enrolmentWindowBody),
    async (c) => {
      const changed = await setEnrolmentWindow(c.get('db'), c.req.valid('json'))
      return c.json({ changed }, 200)
    },
  )
  .post('/api/parades/change', paradeKeepers, jsonBody(changeParadesBody), async (c) => {
    const { ids, ...given } = c.req.valid('json')
    return c.json({ changed: await changeParades(c.get('db'), ids, given) }, 200)
  })
  .get('/api/parade/:id', anyRole, idParams('id'), async (c) => {
    const parade = orNotFound(await findParadeDetails(c.get('db'), c.req.valid('param').id))
    await assertMaySeeParade(c, parade.date)
    return c.json(parade, 200)
  })
  .put('/api/parade/:id', paradeKeepers, idParams('id'), jsonBody(paradeBody), async (c) => {
    const { id } = c.req.valid('param')
    const given = c.req.valid('json')
    const changed = await changeParade(c.get('db'), id, given)
    if ('date' in given || 'timeStart' in given) await shortenOffersAfter(depsOf(c))
    // More places, more seats, or another day.
    const offeredPlaces = await offerFreePlacesAfter(depsOf(c), sql`SELECT ${id}`)
    return c.json({ ...changed, offeredPlaces }, 200)
  })
  .delete('/api/parade/:id', management, idParams('id'), async (c) => {
    if (!(await deleteParade(c.get('db'), c.req.valid('param').id))) throw notFoundError()
    return c.body(null, 204)
  })
  .get('/api/parade/:id/participation', anyRole, idParams('id'), async (c) => {
    const { id } = c.req.valid('param')
    const rights = { list: seesParticipants(c), birthdays: seesBirthdays(c) }
    return c.json(orNotFound(await listParticipations(c.get('db'), id, rights)), 200)
  })
  // The route stands in this room, because no lower room knows all parts of a member's page.
  .get('/api/member/:id/page', readers, idParams('id'), async (c) => {
    const year = Number(c.get('today').slice(0, 4))
    const page = await readMemberPage(c.get('db'), c.req.valid('param').id, year)
    const member = memberFor((await signedIn(c)).user, page.member)
    return c.json({ ...page, member, settings: await settingsForUser(c, page.settings) }, 200)
  })
  .get('/api/member/:id/parades', readers, idParams('id'), async (c) => {
    return c.json(orNotFound(await listParadesOfMember(c.get('db'), c.req.valid('param').id)), 200)
  })
