import type { Context } from 'hono'
import { read } from '#worker/db/read-together.ts'
import { isDuty, isHonorType } from '#worker/domain/codes.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { can } from '#worker/domain/rights.ts'
import {
  anyRole,
  authorise,
  management,
  readers,
  requireRight,
  secretaries,
  signedIn,
} from '#worker/http/auth.ts'
import { type AppEnv, factory, isLocal } from '#worker/http/factory.ts'
import { cacheForAMinute } from '#worker/http/responses.ts'
import { codeParam, jsonBody } from '#worker/http/validate.ts'
import {
  type CodeChange,
  honorKindBody,
  newHonorKindBody,
  newOfficeBody,
  officeBody,
  settingsBody,
} from './guild.contract.ts'
import { findLegal, findPublicGuild } from './guild.queries.ts'
import { listCodes } from './guild-codes.queries.ts'
import { addCode, changeCode, removeCode } from './save-code.ts'
import { saveSettings } from './save-settings.ts'
import { settingsRead } from './settings.queries.ts'
import { settingsForUser } from './settings-for-user.ts'

const offices = '/api/guild/offices'
const honors = '/api/guild/honors'

export const guildRoutes = factory
  .createApp()
  .get('/api/guild', requireRight('public'), async (c) => {
    cacheForAMinute(c)
    return c.json(await findPublicGuild(c.get('db')), 200)
  })
  .get('/api/guild/legal', requireRight('public'), async (c) => {
    cacheForAMinute(c)
    return c.json(await findLegal(c.get('db')), 200)
  })
  .get('/api/guild/settings', readers, async (c) => {
    return c.json(await settingsForUser(c, await read(c.get('db'), settingsRead(c.get('db')))), 200)
  })
  .put('/api/guild/settings', management, jsonBody(settingsBody), async (c) => {
    const mustBeConfirmed = () => authorise(c, ['management'], 'recentAuth')
    await saveSettings({ ...c.var, isLocal: isLocal(c), mustBeConfirmed }, c.req.valid('json'))
    return c.json(await settingsForUser(c, await read(c.get('db'), settingsRead(c.get('db')))), 200)
  })
  .get(offices, anyRole, async (c) => c.json(await listCodes(c.get('db'), 'offices'), 200))
  .post(offices, secretaries, jsonBody(newOfficeBody), async (c) => {
    await mayCount(c, c.req.valid('json'))
    return c.json(await addCode(c.get('db'), 'offices', c.req.valid('json')), 201)
  })
  .put(
    `${offices}/:code`,
    secretaries,
    codeParam('code', isDuty),
    jsonBody(officeBody),
    async (c) => {
      const { code } = c.req.valid('param')
      await mayCount(c, c.req.valid('json'))
      return c.json(await changeCode(c.get('db'), 'offices', code, c.req.valid('json')), 200)
    },
  )
  .delete(`${offices}/:code`, secretaries, codeParam('code', isDuty), async (c) => {
    await removeCode(c.get('db'), 'offices', c.req.valid('param').code)
    return c.body(null, 204)
  })
  .get(honors, anyRole, async (c) => c.json(await listCodes(c.get('db'), 'honors'), 200))
  .post(honors, secretaries, jsonBody(newHonorKindBody), async (c) => {
    return c.json(await addCode(c.get('db'), 'honors', c.req.valid('json')), 201)
  })
  .put(
    `${honors}/:code`,
    secretaries,
    codeParam('code', isHonorType),
    jsonBody(honorKindBody),
    async (c) => {
      const { code } = c.req.valid('param')
      return c.json(await changeCode(c.get('db'), 'honors', code, c.req.valid('json')), 200)
    },
  )
  .delete(`${honors}/:code`, secretaries, codeParam('code', isHonorType), async (c) => {
    await removeCode(c.get('db'), 'honors', c.req.valid('param').code)
    return c.body(null, 204)
  })

/** The rules of honors are settings. @throws DomainError Forbidden */
async function mayCount(c: Context<AppEnv>, { countsFor }: CodeChange): Promise<void> {
  if (countsFor !== undefined && !can((await signedIn(c)).user, 'manage')) {
    throw new DomainError('Forbidden', 'Dafür fehlt Dir die Berechtigung.')
  }
}
