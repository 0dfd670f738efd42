import type { Context } from 'hono'
import { can } from '#worker/domain/rights.ts'
import { signedIn } from '#worker/http/auth.ts'
import { type AppEnv, isLocal } from '#worker/http/factory.ts'
import type { GuildSettings } from './guild.contract.ts'
import type { FoundSettings } from './settings.queries.ts'

/**
 * The settings as the signed-in user may see them: only management gets the list of users without a passkey.
 */
export async function settingsForUser(
  c: Context<AppEnv>,
  { settings, without }: FoundSettings,
): Promise<GuildSettings> {
  const { user } = await signedIn(c)
  const isOffered = !isLocal(c)
  const isTold = isOffered && can(user, 'manage')
  return { ...settings, passkeyRule: { isOffered, ...(isTold && { without }) } }
}
