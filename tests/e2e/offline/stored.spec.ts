import type { Page } from '@playwright/test'
import { readRows } from '#tests/support/local-database.ts'
import { seenKey } from '#web/lib/first-visits.ts'
import { aDevice, signIn, signInAndPreload } from './device.ts'
import {
  confirmPersonOffline,
  enterOnSite,
  expectWaiting,
  openCheckIn,
  untilAllSent,
} from './helper-steps.ts'
import { expect, test } from './stage.ts'
import { storedOn } from './stored.ts'

// What a lost phone of a helper would reveal: names, costumes and confirmations, and nothing else.

/**
 * The keys that specification §3 requires for a signed-in user. They contain the user's own
 * address.
 */
const specKeys = ['localStorage user', 'localStorage userAuthenticationInformation']

type Secret = { what: string; text: string | null }

/** Personal data in the database that helpers may not see. */
function secretsOf(stateDir: string): Secret[] {
  return readRows<Secret>(
    stateDir,
    `SELECT 'birthday' AS what, birthday AS text FROM members
     UNION SELECT 'birthday', birthday FROM participations
     UNION SELECT 'birthday', strftime('%d.%m.%Y', birthday) FROM members
     UNION SELECT 'birthday', strftime('%d.%m.%Y', birthday) FROM participations
     UNION SELECT 'e-mail', e_mail FROM members
     UNION SELECT 'e-mail', email_address FROM orders
     UNION SELECT 'e-mail', email_address FROM users
     UNION SELECT 'street', address_street || ' ' || address_number FROM members
     UNION SELECT 'phone', phone FROM members
     UNION SELECT 'phone', phone_mobile FROM members
     UNION SELECT 'account', banking_iban FROM members`,
  ).filter(({ text }) => text !== null && text.length > 4)
}

async function expectNoSecrets(page: Page, stateDir: string): Promise<void> {
  const secrets = secretsOf(stateDir)
  expect(secrets.length, 'the guild has something to keep to itself').toBeGreaterThan(500)
  const { entries } = await storedOn(page)
  const found = entries
    .filter(({ place }) => !specKeys.includes(place))
    .flatMap(({ place, text }) =>
      secrets
        .filter((secret) => secret.text && text.includes(secret.text))
        .map(({ what, text: value }) => `${what} ${value} in ${place}`),
    )
  expect(found).toEqual([])
}

/** The names of all nested fields with a value. */
function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value)
    .filter(([, inner]) => inner !== null)
    .flatMap(([name, inner]) => [name, ...namesIn(inner)])
}

test('The phone of a helper stores no birthday, address or e-mail of participants; after signing out it stores only seen hints and a cookie', async ({
  stage,
  device,
}) => {
  const { guild, line, stateDir } = stage
  const page = await device.tab()
  await signInAndPreload(page, line.origin, 'helper')
  await openCheckIn(page, line.origin, guild.todayId)
  const [person] = await stage.take(1)
  if (!person) throw new Error('No unconfirmed participant')
  await expectNoSecrets(page, stateDir)

  await line.cut()
  await confirmPersonOffline(page, person)
  const vera = { firstName: 'Vera', lastName: 'Jubilar', birthday: '03.04.1987' }
  await enterOnSite(page, vera, guild.costumeTypes[0])
  await expectWaiting(page, 2)
  // A typed birthday is stored until its act is sent.
  expect(JSON.stringify((await storedOn(page)).store('acts'))).toContain('1987-04-03')
  await line.mend()
  await untilAllSent(page)
  const stored = await storedOn(page)
  expect(JSON.stringify(stored.entries)).not.toContain('1987')
  await expectNoSecrets(page, stateDir)
  const kept = ['acts', 'snapshots', 'meta'].flatMap((store) => namesIn(stored.store(store)))
  expect(kept).toContain('memberName')
  expect(
    kept.filter((name) => /memberId|birthday|mail|street|phone|iban|host ?plz/i.test(name)),
  ).toEqual([])

  await page.goto(line.origin)
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Abmelden' }).click()
  await expect(page).not.toHaveURL(line.origin)
  // The hints that were shown on this device, and the cookie that marks a known browser.
  const left = [`localStorage ${seenKey}`, 'cookie browser']
  await expect.poll(async () => (await storedOn(page)).everything()).toEqual(left)
})

test('The phone of a manager stores for the check-in no member id, birthday, street, phone or e-mail', async ({
  stage,
  device,
}) => {
  const { guild, line } = stage
  const page = await device.tab()
  await signInAndPreload(page, line.origin, 'management')
  await openCheckIn(page, line.origin, guild.todayId)
  const stored = await storedOn(page)
  const kept = ['acts', 'snapshots', 'meta'].flatMap((store) => namesIn(stored.store(store)))
  expect(kept).toContain('memberName')
  expect(kept.filter((name) => /memberId|birthday|mail|street|phone/i.test(name))).toEqual([])
})

test('In the browser of a read-only user or a signed-out visitor there is no service worker, cache or database', async ({
  stage,
}) => {
  const { line } = stage
  const device = await aDevice()
  const page = await device.tab()
  await page.goto(`${line.origin}/parade-enrolment`)
  await page.waitForLoadState('networkidle')
  const asStranger = await storedOn(page)
  expect(asStranger.everything().filter((one) => /worker|cache|database/.test(one))).toEqual([])
  await signIn(page, line.origin, 'readonly')
  await page.waitForLoadState('networkidle')
  const asReader = await storedOn(page)
  expect(asReader.everything().filter((one) => /worker|cache|database/.test(one))).toEqual([])
  await device.throwAway()
})
