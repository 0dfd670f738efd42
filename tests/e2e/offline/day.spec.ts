import { DatabaseSync } from 'node:sqlite'
import { rowOf } from '#tests/e2e/check-in-steps.ts'
import { databaseFile } from '#tests/support/local-database.ts'
import { paths } from '#web/paths.ts'
import { addDays, berlinDay } from '#worker/domain/dates.ts'
import { signInAndPreload } from './device.ts'
import {
  checkInListOf,
  confirmPerson,
  confirmPersonOffline,
  enterOnSite,
  expectWaiting,
  openCheckIn,
  type Person,
  takeBack,
  untilAllSent,
} from './helper-steps.ts'
import { expect, type Stage, test } from './stage.ts'
import { actsOf, confirmationsOf } from './stored-acts.ts'

// A parade day without a network: every act reaches the server once and in its original order.

const actsPath = '/api/check-in/acts'

/** The stored acts of these people. */
function storedActs(
  { stateDir, guild }: Stage,
  people: readonly Person[],
  lastNames: string[] = [],
) {
  const ids = new Set<number | null>(people.map(({ id }) => id))
  return actsOf(stateDir, guild.todayId).filter(
    (act) =>
      ids.has(act.participationId) || (act.lastName !== null && lastNames.includes(act.lastName)),
  )
}

const kindsOf = (acts: ReturnType<typeof storedActs>) =>
  acts.map(({ kind, participationId, lastName }) =>
    kind === 'enter' ? `enter ${lastName}` : `${kind} ${participationId}`,
  )

/** Each person is confirmed by exactly one act, with the time of the device. */
function expectConfirmed(stage: Stage, people: readonly Person[]): void {
  const ticks = confirmationsOf(stage.stateDir, stage.guild.todayId)
  for (const { id, memberName } of people) {
    const acts = storedActs(stage, [{ id } as Person]).filter(({ kind }) => kind === 'confirm')
    expect(
      acts.map(({ outcome }) => outcome),
      memberName,
    ).toEqual(['done'])
    expect(ticks.get(id), memberName).toMatchObject({
      confirmed: 1,
      confirmedAt: acts[0]?.actedAt,
    })
  }
}

test('After one visit the phone of a helper works without a network; once connected, each action is stored once and in order', async ({
  stage,
  device,
}) => {
  test.slow()
  const { guild, line } = stage
  const people = await stage.take(30)
  const [first, second] = people
  if (!first || !second) throw new Error('No unconfirmed participant')
  await signInAndPreload(await device.tab(), line.origin, 'helper')
  const before = await checkInListOf(stage.office(), guild.todayId)

  await line.cut()
  await device.context().setOffline(true)
  await device.close()
  await device.open()
  await device.context().setOffline(true)
  const page = await device.tab()
  await test.step('the list and the search work', async () => {
    await openCheckIn(page, line.origin, guild.todayId)
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(before.length)
    const search = page.getByRole('searchbox')
    await search.fill(first.memberName)
    await expect(rowOf(page, first.memberName)).toBeVisible()
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
    const numbered = people.find(({ costume }) => costume.number !== '')
    await search.fill(numbered?.costume.number ?? '')
    await expect(rowOf(page, numbered?.memberName ?? '')).toBeVisible()
    await search.fill('')
  })
  const confirmedBefore = before.filter(({ confirmed }) => confirmed).length
  await test.step('30 are confirmed, two entered, one confirmation revoked', async () => {
    for (const person of people.slice(0, 15)) await confirmPersonOffline(page, person)
    await enterOnSite(page, { firstName: 'Klara', lastName: 'Funkloch' }, guild.costumeTypes[0])
    await expect(rowOf(page, 'Funkloch, Klara')).toContainText('Wartet noch')
    await takeBack(page, second)
    for (const person of people.slice(15)) await confirmPersonOffline(page, person)
    const odilo = { firstName: 'Odilo', lastName: 'Funkloch', birthday: '01.02.1990' }
    await enterOnSite(page, odilo, guild.costumeTypes[1])
    await expect(rowOf(page, 'Funkloch, Odilo')).toContainText('Wartet noch')
    await expect(page.getByRole('main')).toContainText(`${confirmedBefore + 31} von`)
    await expectWaiting(page, 33)
  })
  await test.step('everything is there after the browser was closed again', async () => {
    await device.close()
    await device.open()
    await device.context().setOffline(true)
    const again = await device.tab()
    await openCheckIn(again, line.origin, guild.todayId)
    await expectWaiting(again, 33)
    await expect(rowOf(again, first.memberName)).toContainText('Wartet noch')
    await expect(rowOf(again, 'Funkloch, Klara')).toContainText('Wartet noch')
    expect(storedActs(stage, people, ['Funkloch'])).toEqual([])

    await line.mend()
    await device.context().setOffline(false)
    await untilAllSent(again)
    await expect(again.getByText('Wartet noch')).toHaveCount(0)
    await expect(rowOf(again, first.memberName)).toContainText(/Bestätigt um/)
  })
  const acts = storedActs(stage, people, ['Funkloch'])
  expect(kindsOf(acts)).toEqual([
    ...people.slice(0, 15).map(({ id }) => `confirm ${id}`),
    'enter Funkloch',
    `unconfirm ${second.id}`,
    ...people.slice(15).map(({ id }) => `confirm ${id}`),
    'enter Funkloch',
  ])
  expect(new Set(acts.map(({ outcome }) => outcome))).toEqual(new Set(['done']))
  expect(new Set(acts.map(({ device: id }) => id)).size, 'one phone').toBe(1)
  expectConfirmed(
    stage,
    people.filter((person) => person !== second),
  )
  expect(confirmationsOf(stage.stateDir, guild.todayId).get(second.id)).toMatchObject({
    confirmed: 0,
  })
  const after = await checkInListOf(stage.office(), guild.todayId)
  expect(after).toHaveLength(before.length + 2)
  expect(after.filter(({ confirmed }) => confirmed)).toHaveLength(confirmedBefore + 31)
})

test('If the worker is killed while it receives actions of the check-in, each of them is still stored exactly once', async ({
  stage,
  device,
}) => {
  test.slow()
  const { guild, line } = stage
  const people = await stage.take(12)
  const page = await device.tab()
  await signInAndPreload(page, line.origin, 'helper')
  await openCheckIn(page, line.origin, guild.todayId)
  await line.cut()
  for (const person of people) await confirmPersonOffline(page, person)
  const anton = { firstName: 'Anton', lastName: 'Unterbruch' }
  await enterOnSite(page, anton, guild.costumeTypes[0])
  await expectWaiting(page, 13)

  await line.mend()
  await untilSomeArrived(stage, people)
  await stage.kill()
  const arrived = storedActs(stage, people, ['Unterbruch'])
  expect(arrived.length, 'it died in the middle').toBeGreaterThan(0)
  await stage.startAgain()
  await untilAllSent(page)
  expect(kindsOf(storedActs(stage, people, ['Unterbruch']))).toEqual([
    ...people.map(({ id }) => `confirm ${id}`),
    'enter Unterbruch',
  ])
  expectConfirmed(stage, people)
})

/** Polls as fast as possible, since the rest arrives within a moment. */
async function untilSomeArrived({ stateDir }: Stage, people: readonly Person[]): Promise<void> {
  const database = new DatabaseSync(databaseFile(stateDir), { readOnly: true })
  const ids = people.map(({ id }) => id).join(', ')
  const arrived = database.prepare(
    `SELECT count(*) AS count FROM check_in_acts
      WHERE device <> '' AND participation_id IN (${ids})`,
  )
  const end = Date.now() + 60_000
  try {
    while (Number(arrived.get()?.count) === 0) {
      if (Date.now() > end) throw new Error('Nothing arrived')
      await new Promise((resolve) => setImmediate(resolve))
    }
  } finally {
    database.close()
  }
}

test('If the answers to two requests with actions of the check-in are lost, each action is still stored once', async ({
  stage,
  device,
}) => {
  const { guild, line } = stage
  const people = await stage.take(4)
  const page = await device.tab()
  await signInAndPreload(page, line.origin, 'helper')
  await openCheckIn(page, line.origin, guild.todayId)
  line.loseAnswers(actsPath, 2)
  for (const person of people) await confirmPerson(page, person)
  await untilAllSent(page)
  expect(line.toLose()).toBe(0)
  await expect(page.getByText('Wartet noch')).toHaveCount(0)
  expect(kindsOf(storedActs(stage, people))).toEqual(people.map(({ id }) => `confirm ${id}`))
  expectConfirmed(stage, people)
})

test('A confirmation that waits to be sent is still there after the browser was killed right after the tap', async ({
  stage,
  device,
}) => {
  const { guild, line } = stage
  const people = await stage.take(3)
  await signInAndPreload(await device.tab(), line.origin, 'helper')
  await device.close()
  await device.open()
  const page = await device.tab()
  await openCheckIn(page, line.origin, guild.todayId)
  await line.cut()
  for (const person of people) await confirmPersonOffline(page, person)
  await device.kill()
  await device.open()
  const again = await device.tab()
  await openCheckIn(again, line.origin, guild.todayId)
  for (const { memberName } of people) {
    await expect(rowOf(again, memberName)).toContainText('Wartet noch')
  }
  await line.mend()
  await untilAllSent(again)
  expectConfirmed(stage, people)
})

test("Two tabs of the check-in show each other's actions at once, and each action is sent once", async ({
  stage,
  device,
}) => {
  const { guild, line } = stage
  const [here, there, ...others] = await stage.take(4)
  if (!here || !there) throw new Error('No unconfirmed participant')
  const page = await device.tab()
  await signInAndPreload(page, line.origin, 'helper')
  const second = await device.tab()
  for (const one of [page, second]) await openCheckIn(one, line.origin, guild.todayId)
  await line.cut()
  await page.bringToFront()
  await confirmPersonOffline(page, here)
  await expect(rowOf(second, here.memberName)).toContainText('Wartet noch')
  await second.bringToFront()
  await confirmPersonOffline(second, there)
  await expect(rowOf(page, there.memberName)).toContainText('Wartet noch')
  await takeBack(second, here)
  await expect(
    page.getByRole('button', { name: `${here.memberName} bestätigen`, exact: true }),
  ).toBeVisible()
  for (const person of others) await confirmPersonOffline(second, person)
  await line.mend()
  await untilAllSent(second)
  await page.bringToFront()
  await untilAllSent(page)
  expect(kindsOf(storedActs(stage, [here, there, ...others]))).toEqual([
    `confirm ${here.id}`,
    `confirm ${there.id}`,
    `unconfirm ${here.id}`,
    ...others.map(({ id }) => `confirm ${id}`),
  ])
  expectConfirmed(stage, [there, ...others])
  expect(confirmationsOf(stage.stateDir, guild.todayId).get(here.id)).toMatchObject({
    confirmed: 0,
  })
})

test('If a tab of the check-in is closed before its actions are sent, another tab sends them', async ({
  stage,
  device,
}) => {
  test.slow()
  const { guild, line } = stage
  const people = await stage.take(2)
  const other = await device.tab()
  await signInAndPreload(other, line.origin, 'helper')
  const page = await device.tab()
  for (const one of [other, page]) await openCheckIn(one, line.origin, guild.todayId)
  await line.cut()
  for (const person of people) await confirmPersonOffline(page, person)
  await page.close()
  await line.mend()
  await untilAllSent(other)
  expect(kindsOf(storedActs(stage, people))).toEqual(people.map(({ id }) => `confirm ${id}`))
  expectConfirmed(stage, people)
})

test('If a check-in list was never loaded, the page says offline that it is missing on the device', async ({
  stage,
  device,
}) => {
  const { guild, line } = stage
  const page = await device.tab()
  await signInAndPreload(page, line.origin, 'helper')
  await line.cut()
  // Later than the lists that a phone preloads.
  const later = guild.open.find(({ date }) => date > addDays(berlinDay(new Date()), 2))
  await page.goto(`${line.origin}${paths.checkIn(later?.id ?? 0)}`)
  const sentence = 'Diese Liste ist noch nicht auf dem Gerät. Öffne sie einmal mit Netz.'
  await expect(page.getByText(sentence)).toBeVisible()
})
