import { type Browser, expect, type Page, test } from '@playwright/test'
import { forgetSignIn, putAs } from '#tests/e2e/session.ts'
import { runCron } from '#tests/e2e/survival/public-api.ts'
import { troubleIn } from '#tests/e2e/trouble.ts'
import { aFullParade, cancelOneOf, joinWaitingList } from '#tests/e2e/waiting-steps.ts'
import { paths } from '#web/paths.ts'
import { type ClockedServer, startClockedServer } from './clocked-server.ts'

// An offer of the waiting list ends by the server's clock, which this test sets.

const hour = 3_600_000

let server: ClockedServer

test.beforeAll(async () => {
  server = await startClockedServer()
})
test.afterAll(() => server?.stop())

test('Of three orders that wait, the first whose whole wish fits is offered the free place and lets it lapse, the next one takes it, and the family is offered two places once two are free', async ({
  browser,
}) => {
  const { origin } = server
  const types: { name: string }[] = await (await fetch(`${origin}/api/costumeType`)).json()
  const type = types[0]?.name ?? ''
  const parade = await aFullParade(origin, 'Warteumzug', 3)
  const troubles: string[] = []
  const waits = async (firstNames: readonly string[]) => {
    const page = await aPhone(browser, troubles)
    await page.goto(`${origin}${paths.paradeEnrolment}`)
    await joinWaitingList(page, parade, { firstNames, stamp: 'Warter', type })
    return page
  }
  const expectRank = async (page: Page, rank: number) => {
    await page.reload()
    await expect(page.getByText(new RegExp(`^Dein Rang: ${rank}\\.`))).toBeVisible()
  }
  const expectOffer = async (page: Page) => {
    await page.reload()
    await expect(page.getByRole('button', { name: 'Annehmen und bezahlen' })).toBeVisible()
  }
  const family = await waits(['Alma', 'Kaspar'])
  const alone = await waits(['Benno'])
  const last = await waits(['Clara'])

  await cancelOneOf(origin, parade)
  await expectRank(family, 1)
  await expectOffer(alone)
  await expect(alone.getByText('Platz für Dich gehalten')).toBeVisible()
  await expectRank(last, 2)

  await server.setClock(server.now() + 23 * hour)
  await runCron(origin)
  await expectOffer(alone)
  await expectRank(last, 2)

  await server.setClock(server.now() + 2 * hour)
  await runCron(origin)
  await alone.reload()
  await expect(alone.getByText('Nicht mehr auf der Warteliste')).toBeVisible()
  await expectRank(family, 1)
  await expectOffer(last)
  await last.getByRole('button', { name: 'Annehmen und bezahlen' }).click()
  await last.getByRole('button', { name: 'Jetzt bezahlen' }).click()
  await expect(last.getByRole('heading', { name: 'Anmeldung erfolgreich' })).toBeVisible()

  // By the server's clock the session has expired.
  forgetSignIn(origin, 'management')
  await putAs(origin, 'management', `/api/parade/${parade.id}`, { capacity: 5 })
  await expectOffer(family)
  await expect(family.getByText('Plätze für Dich gehalten')).toBeVisible()
  expect(troubles, 'errors in the console').toEqual([])
})

async function aPhone(browser: Browser, troubles: string[]): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  page.on('pageerror', (error) => troubles.push(String(error)))
  page.on('console', (message) => {
    const trouble = troubleIn(message)
    if (trouble !== null) troubles.push(trouble)
  })
  return page
}
