import { randomBytes } from 'node:crypto'
import { paths } from '#web/paths.ts'
import { isSolved, readTicket } from '#worker/domain/work.ts'
import { askToEnrol, chooseParade, fillPerson } from './enrolment-steps.ts'
import { expect, test } from './fixtures.ts'

test('If an enrolment is rejected with a challenge (403), it is sent again with the solution, and a message is shown while it is solved', async ({
  browserOf,
  guild,
}, { project }) => {
  const [parade] = guild.open
  if (!parade) throw new Error('No parade is open')
  const page = await browserOf(null)
  const ticket = `${randomBytes(16).toString('hex')}.${Date.now()}.16.14.${'x'.repeat(43)}`
  const loaded: string[] = []
  const sent: { challenge?: string }[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.route('**/api/parades/enrol', async (route) => {
    const { challenge, ...body } = route.request().postDataJSON()
    sent.push({ ...body, ...(challenge && { challenge }) })
    // The ticket is not the server's, so its solution is not sent on.
    if (challenge) return route.continue({ postData: body })
    const error = { code: 'ChallengeNeeded', message: 'Sehr viele.', ticket }
    return route.fulfill({ status: 403, json: { enrolSuccessful: false, error } })
  })
  await page.goto(paths.paradeEnrolment)
  await fillPerson(page, {
    firstName: 'Jörg',
    lastName: `Andrang ${project.name}`,
    emailAddress: 'joerg@example.de',
    birthday: '1991-11-01',
  })
  await chooseParade(page, parade, { number: `b ${project.name}`, type: guild.costumeTypes[0] })
  const dialog = await askToEnrol(page)
  expect(loaded.join()).not.toContain('work.worker')
  await dialog.getByRole('button', { name: 'Zahlungspflichtig anmelden' }).click()
  await expect(dialog.getByRole('status')).toContainText('gleich geht es weiter')
  if (process.env.SHOT)
    await page.screenshot({ path: `${process.env.SHOT}/busy-${project.name}.png` })

  await expect(page.getByRole('heading', { name: 'Bezahlung' })).toBeVisible()
  const [first, { challenge = '', ...second } = {}] = sent
  expect(second).toEqual(first)
  const [text = '', numbers = ''] = challenge.split('~')
  expect(text).toBe(ticket)
  const read = readTicket(ticket)
  expect(read && isSolved(read, numbers.split('.'))).toBe(true)
})
