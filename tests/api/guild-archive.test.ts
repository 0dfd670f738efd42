import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeDemoGuild } from '#scripts/demo/demo-guild.ts'
import { loadDemoGuild } from '#scripts/demo/load.ts'
import { defaultMembers, defaultSeasons, sizeOf } from '#scripts/demo/size.ts'
import { management } from '#scripts/demo/users.ts'
import { setClock, signedIn, today, tokenOf } from '#tests/support/api.ts'
import { contents, putBack } from '#tests/support/contents.ts'
import { broughtBack, exported } from '#tests/support/guild-archive.ts'

beforeEach(() => setClock())

describe('a guild moves', () => {
  test('a guild of some years is the same somewhere else', async () => {
    const empty = await contents()
    await loadDemoGuild(env.DB, makeDemoGuild(sizeOf(defaultMembers, defaultSeasons), today), today)
    const before = await exported(await tokenOf(management.id))
    await putBack(empty)
    const { token } = await signedIn('management')
    await broughtBack(before, token)
    const after = await exported(token)
    expect(Object.keys(after)).toEqual(Object.keys(before))
    for (const [name, text] of Object.entries(before)) expect(after[name] === text, name).toBe(true)
  })
})
