import { describe, expect, test } from 'vitest'
import { shroveTuesday } from '#scripts/demo/days.ts'
import { type DemoGuild, makeDemoGuild } from '#scripts/demo/demo-guild.ts'
import { sizeOf } from '#scripts/demo/size.ts'
import { ageClass } from '#worker/domain/birthdays.ts'
import { feeStates } from '#worker/domain/codes.ts'
import { fullYears } from '#worker/domain/dates.ts'
import { type FeeBooking, feeState } from '#worker/domain/fee-ledger.ts'
import { isOpenForEnrolment, priceFor } from '#worker/domain/parade.ts'

const size = sizeOf(420, 12)

const asBooking = ({ id, kind, amountInCent, day, ...row }: DemoGuild['feeBookings'][number]) =>
  ({
    id,
    kind,
    amountInCent,
    day,
    runId: row.runId ?? null,
    endToEndId: row.endToEndId ?? null,
    mandateId: row.mandateId ?? null,
    reversesId: row.reversesId ?? null,
    reasonCode: row.reasonCode ?? null,
    bankChargeInCent: row.bankChargeInCent ?? null,
    method: row.method ?? null,
    bankKey: null,
    note: row.note ?? '',
  }) satisfies FeeBooking

test('The demo guild is the same for the same size and day, and has other members for another seed', () => {
  const small = sizeOf(60, 2)
  expect(makeDemoGuild(small, '2026-11-21')).toEqual(makeDemoGuild(small, '2026-11-21'))
  expect(makeDemoGuild(small, '2026-11-21', 'other').members).not.toEqual(
    makeDemoGuild(small, '2026-11-21').members,
  )
})

// In November, in the season, on its last day, in summer, on a leap day.
describe.each(['2026-11-21', '2027-01-17', '2027-02-09', '2027-07-01', '2028-02-29'])(
  'The demo guild made on %s',
  (day) => {
    const guild = makeDemoGuild(size, day)

    test('The demo guild has 420 members in all states, 600 costumes of 7 types, 12 seasons and over 10,000 participations', () => {
      expect(guild.members).toHaveLength(420)
      expect(new Set(guild.members.map((row) => row.membershipState)).size).toBe(4)
      expect(guild.costumes).toHaveLength(600)
      expect(guild.costumeTypes).toHaveLength(7)
      const inSeason = guild.parades.filter(({ date }) => isInSeason(date))
      expect(new Set(inSeason.map(({ date }) => date.slice(0, 4))).size).toBe(12)
      expect(guild.participations.length).toBeGreaterThan(10_000)
    })

    test('In the demo guild at least four parades are open for enrolment, and at a parade of today less than half of the places are ticked off', () => {
      const open = guild.parades.filter((parade) => isOpenForEnrolment(parade, day))
      expect(open.length).toBeGreaterThanOrEqual(4)
      const [today] = guild.parades.filter(({ date }) => date === day)
      const booked = guild.participations.filter(
        ({ paradeId, state }) => paradeId === today?.id && state === 'booked',
      )
      const confirmed = booked.filter((row) => row.participationConfirmed)
      expect(booked.length).toBeGreaterThan(100)
      expect(confirmed.length).toBeGreaterThan(20)
      expect(confirmed.length).toBeLessThan(booked.length / 2)
      expect(confirmed.every((row) => row.participationConfirmedAt?.startsWith(day))).toBe(true)
    })

    test('In the demo guild the membership timespans of a member do not overlap, begin on the day of joining and end on the day of leaving', () => {
      const spans = Map.groupBy(guild.memberTimespans, ({ memberId }) => memberId)
      for (const member of guild.members) {
        const own = spans.get(member.id) ?? []
        expect(own[0]?.from).toBe(member.dateJoined)
        expect(own.at(-1)?.to ?? null).toBe(member.dateLeft ?? null)
        expectNoOverlap(own.map(({ from, to }) => [from, to ?? null]))
        const isGone = member.membershipState === 'Left' || member.membershipState === 'Died'
        expect(Boolean(member.dateLeft)).toBe(isGone)
      }
      expect([...spans.values()].some((own) => own.length > 1)).toBe(true)
    })

    test('In the demo guild no costume ownership, office or honor lies in the future or after its member left', () => {
      const left = new Map(guild.members.map(({ id, dateLeft }) => [id, dateLeft ?? '9999']))
      const held = [
        ...guild.costumeOwnerships.map((row) => ({ ...row, from: row.ownedFrom, to: row.ownedTo })),
        ...guild.dutyEntries,
      ]
      for (const { memberId, from, to } of held) {
        expect(from <= day && from <= (to ?? '9999') && (to ?? day) <= day).toBe(true)
        expect((to ?? '9999') <= (left.get(memberId) ?? '')).toBe(true)
      }
      for (const { memberId, date } of guild.honors) {
        expect(date < day && date < (left.get(memberId) ?? '')).toBe(true)
      }
    })

    test('The demo guild has fees of last year in all states, and no fees of this year', () => {
      const year = Number(day.slice(0, 4)) - 1
      const accounts = guild.feeClaims.map((claim) => ({
        amountInCent: claim.amountInCent,
        bookings: guild.feeBookings.filter(({ claimId }) => claimId === claim.id).map(asBooking),
      }))
      expect(new Set(guild.feeClaims.map((claim) => claim.year))).toEqual(new Set([year]))
      expectUnique(guild.feeClaims.map(({ memberId }) => String(memberId)))
      expect(new Set(accounts.map(feeState))).toEqual(new Set(feeStates))
      expect(guild.feeBookings.every((row) => row.day < day && row.createdAt < day)).toBe(true)
      for (const run of guild.sepaRuns) {
        const lines = guild.feeBookings.filter(
          ({ kind, runId }) => kind === 'collected' && runId === run.id,
        )
        expect(lines).toHaveLength(run.claimCount)
        expect(new Set(lines.map(({ endToEndId }) => endToEndId)).size).toBe(run.debitCount)
        expect(lines.reduce((sum, { amountInCent }) => sum - amountInCent, 0)).toBe(run.sumInCent)
      }
      expect(guild.sepaRuns).toHaveLength(2)
    })

    test('In two families of the demo guild a parent with a SEPA mandate pays the fees of the children', () => {
      const paidFor = guild.members.filter(({ payerId }) => payerId != null)
      const payers = new Set(paidFor.map(({ payerId }) => payerId))
      expect(payers.size).toBe(2)
      expect(paidFor.length).toBeGreaterThanOrEqual(2)
      // A debit each: what the file collects is counted by its fees.
      for (const { birthday } of paidFor) {
        expect(fullYears(birthday ?? '', `${day.slice(0, 4)}-01-01`)).toBeLessThan(18)
      }
      for (const id of payers) {
        const payer = guild.members.find((one) => one.id === id)
        expect(payer).toMatchObject({ membershipState: 'Active', bankingSepaAllowed: true })
        expect(payer?.payerId ?? null).toBeNull()
      }
    })

    test('In the demo guild a costume number is registered once for each type, and a costume has one owner at a time', () => {
      const registered = guild.costumes.filter((row) => !row.registeredUntil)
      expectUnique(registered.map((row) => `${row.costumeTypeId} ${row.numberKey}`))
      const byCostume = Map.groupBy(guild.costumeOwnerships, ({ costumeId }) => costumeId)
      for (const owners of byCostume.values()) {
        const spans = owners.map(({ ownedFrom, ownedTo }) => [ownedFrom, ownedTo] as Span)
        expectNoOverlap(spans.sort(([a], [b]) => (a < b ? -1 : 1)))
      }
      expect(guild.costumes.some(({ number }) => /^\d+a$/.test(number))).toBe(true)
    })

    test('In the demo guild no member holds the same office twice at the same time', () => {
      const terms = Map.groupBy(guild.dutyEntries, ({ memberId, duty }) => `${memberId} ${duty}`)
      for (const own of terms.values()) {
        const spans = own.map(({ from, to }) => [from, to] as Span)
        expectNoOverlap(spans.sort(([a], [b]) => (a < b ? -1 : 1)))
      }
    })

    test('In the demo guild no member has an honor twice, and some honors for 25 parades are due but not given', () => {
      const once = guild.honors.filter(({ type }) => type !== 'Extra_Certificate')
      expectUnique(once.map(({ memberId, type }) => `${memberId} ${type}`))
      const honored = guild.honors.filter(({ type }) => type === 'Parades_25')
      expect(countOfAtLeast(guild, 25)).toBeGreaterThan(honored.length)
      expect(countOfAtLeast(guild, 100)).toBeGreaterThan(0)
    })

    test('In the demo guild the honors of the last assembly are entered (those of two members not handed over) and the next assembly is prepared', () => {
      const next = guild.guildSettings.assemblyDate ?? ''
      const [coming, last] = [true, false].map((isNext) =>
        guild.assemblyHonors.filter(({ date }) => (date === next) === isNext),
      ) as [DemoGuild['assemblyHonors'], DemoGuild['assemblyHonors']]
      expectUnique(guild.assemblyHonors.map((row) => `${row.date} ${row.memberId} ${row.type}`))
      for (const row of last) {
        const honor = guild.honors.find(({ id }) => id === row.honorId)
        expect(honor).toMatchObject({ memberId: row.memberId, type: row.type, date: row.date })
        expect([row.act !== null, row.date < day]).toEqual([true, true])
        expect(row.attendance).toBe(row.handedOverOn === null ? 'excused' : 'present')
      }
      const waiting = last.filter(({ handedOverOn }) => handedOverOn === null)
      expect(new Set(waiting.map(({ memberId }) => memberId)).size).toBe(2)
      expect(coming.filter(({ choice }) => choice === 'added')).toMatchObject([
        { type: 'Honorary_Member_Extra' },
      ])
      expect(coming.filter(({ attendance }) => attendance === 'present').length).toBeGreaterThan(1)
      expect(coming.filter(({ orderedOn }) => orderedOn).length).toBeGreaterThan(1)
      expect(coming.every(({ honorId, act }) => !honorId && !act)).toBe(true)
      // Who has it is not honored once more.
      const held = new Set(guild.honors.map(({ memberId, type }) => `${memberId} ${type}`))
      expect(coming.filter(({ memberId, type }) => held.has(`${memberId} ${type}`))).toEqual([])
    })

    test('In the demo guild the enrolment for each parade begins before it ends, and ends before the day of the parade', () => {
      for (const { date, dateEnrolmentStart, dateEnrolmentEnd } of guild.parades) {
        expect(dateEnrolmentStart <= dateEnrolmentEnd && dateEnrolmentEnd < date).toBe(true)
      }
      expectUnique(guild.parades.map(({ paradeNumber }) => paradeNumber))
    })

    test('In the demo guild no person and no numbered costume is booked twice for the same parade', () => {
      const living = guild.participations.filter(({ state }) => state === 'booked')
      expectUnique(living.map((row) => `${row.paradeId} ${row.personKey}`))
      const numbered = living.filter(({ costumeNumberKey }) => costumeNumberKey)
      expectUnique(
        numbered.map((row) => `${row.paradeId} ${row.costumeTypeId} ${row.costumeNumberKey}`),
      )
    })

    test('In the demo guild each participation has the age class and the price of the day of enrolment', () => {
      const parades = new Map(guild.parades.map((parade) => [parade.id, parade]))
      for (const row of guild.participations) {
        const parade = parades.get(row.paradeId)
        const age = ageClass(row.birthday ?? null, row.createdAt.slice(0, 10))
        expect(row.ageClass).toBe(age)
        const extras = row.extras?.reduce((sum, { priceInCent }) => sum + priceInCent, 0) ?? 0
        expect(row.priceInCent).toBe(parade && priceFor(age, parade) + extras)
      }
      expect(guild.participations.some((row) => row.ageClass === 'Child')).toBe(true)
    })

    test('In the demo guild a future parade has a bus with prices for adults and children, of which some seats are taken and at least five are free', () => {
      const toCome = guild.parades.filter(({ date }) => date > day)
      const [parade, ...others] = toCome.filter(({ extras }) => extras?.length)
      expect(others).toEqual([])
      expect(isOpenForEnrolment(parade as NonNullable<typeof parade>, day)).toBe(true)
      const bus = parade?.extras?.find(({ kind }) => kind === 'bus')
      const { priceForAdultsInCent: adult = 0, priceForChildrenInCent: child = 0 } = bus ?? {}
      expect(child > 0 && adult > child).toBe(true)
      const booked = guild.participations.flatMap(({ extras, ...row }) =>
        (extras ?? []).map((extra) => ({ ...row, extra })),
      )
      expect(new Set(booked.map(({ paradeId }) => paradeId))).toEqual(new Set([parade?.id]))
      const seats = booked.filter(({ extra }) => extra.id === bus?.id)
      for (const { ageClass: age, extra } of seats) {
        const own = age === 'Child' ? child : adult
        expect(extra.priceInCent).toBe(own + (extra.quantity - 1) * adult)
      }
      const taken = seats.reduce((sum, { extra }) => sum + extra.quantity, 0)
      expect(taken).toBeGreaterThan(2)
      expect((bus?.capacity ?? 0) - taken).toBeGreaterThanOrEqual(5)
    })

    test('In the demo guild one future parade requires a guardian for children, and each enrolled child has a guardian', () => {
      const [parade, ...others] = guild.parades.filter(({ guardianBelow }) => guardianBelow)
      expect(others).toEqual([])
      const people = guild.participations.filter(({ paradeId }) => paradeId === parade?.id)
      expect(people.every(({ birthday }) => birthday)).toBe(true)
      const isMinor = ({ birthday }: (typeof people)[number]) =>
        fullYears(birthday ?? '', parade?.date ?? '') < 16
      const minors = people.filter(isMinor)
      expect(minors.length).toBeGreaterThan(1)
      for (const row of minors) {
        expect(row.guardianName).toContain(row.lastName)
        expect(row).toMatchObject({ guardianConsent: 1, guardianAt: row.createdAt })
        expect(row.guardianPhone).toMatch(/^0171 39200\d\d$/)
      }
      const accompanied = guild.participations.filter(({ guardianName }) => guardianName)
      expect(accompanied).toHaveLength(minors.length)
    })

    test('In the demo guild one open parade is full, and the enrolment of another parade, which has no participants, opens next Friday at 20:00', () => {
      const [full, ...others] = guild.parades.filter(({ capacity }) => capacity != null)
      expect(others).toEqual([])
      expect(full && isOpenForEnrolment(full, day)).toBe(true)
      const of = (id: number | undefined) =>
        guild.participations.filter((row) => row.paradeId === id && row.state === 'booked').length
      expect(full?.capacity).toBeGreaterThan(3)
      expect(of(full?.id)).toBe(full?.capacity)
      const [later, ...more] = guild.parades.filter((row) => row.dateEnrolmentStart > day)
      expect(more).toEqual([])
      const { dateEnrolmentStart: start = '', timeEnrolmentStart: time } = later ?? {}
      expect([new Date(`${start}T12:00:00Z`).getUTCDay(), time]).toEqual([5, '20:00'])
      expect(Date.parse(start) - Date.parse(day)).toBeLessThanOrEqual(7 * 86_400_000)
      expect(of(later?.id)).toBe(0)
    })

    test('In the demo guild each public enrolment belongs to a paid order over exactly the sum of its places', () => {
      const sums = new Map<number, number>()
      for (const { door, orderId, priceInCent, ...place } of guild.participations) {
        const { participationFeePayed } = place
        expect(door === 'public').toBe(Boolean(orderId))
        if (!orderId || place.state === 'waiting') continue
        expect(participationFeePayed).toBe(true)
        sums.set(orderId, (sums.get(orderId) ?? 0) + priceInCent)
      }
      const paid = guild.orders.filter(({ state }) => state === 'paid')
      expect(sums).toEqual(new Map(paid.map((order) => [order.id, order.amountInCent])))
      const charged = guild.orders.filter((order) => order.provider === 'sandbox')
      expect(charged.map((order) => [order.providerRef, order.amountInCent])).toEqual(
        guild.sandboxPayments.map((payment) => [payment.ref, payment.amountInCent]),
      )
      expect(guild.orders.every((order) => order.createdAt < `${day}T`)).toBe(true)
    })

    test('In the demo guild some orders are of families: an adult is the payer and has the first place, and children are among the others', () => {
      const ofOrder = Map.groupBy(
        guild.participations.filter(({ orderId }) => orderId),
        ({ orderId }) => orderId,
      )
      let families = 0
      for (const { id, firstName, lastName, placeCount } of guild.orders) {
        const places = ofOrder.get(id) ?? []
        const people = Map.groupBy(places, ({ givenKey }) => givenKey)
        expect([places.length, people.size <= 8]).toEqual([placeCount, true])
        expect(places[0]).toMatchObject({ firstName, lastName })
        if (people.size === 1) continue
        families += 1
        const [payer, ...others] = [...people.values()].map(([first]) => first)
        expect(payer?.ageClass).toBe('Adult')
        expect(others.some((one) => one?.ageClass === 'Child')).toBe(true)
      }
      expect(families).toBeGreaterThan(20)
    })

    test('In the demo guild each person of an order has one check-in code for all coming parades', () => {
      const dates = new Map(guild.parades.map(({ id, date }) => [id, date]))
      const isToCome = ({ paradeId }: { paradeId: number }) => (dates.get(paradeId) ?? '') >= day
      const toCome = guild.participations.filter(isToCome)
      expect(toCome.filter(({ checkInCode }) => !/^[0-9A-F]{16}$/.test(checkInCode ?? ''))).toEqual(
        [],
      )
      const over = guild.participations.filter((row) => !isToCome(row))
      expect(new Set(over.map(({ checkInCode }) => checkInCode))).toEqual(new Set(['']))
      const codes = new Set(toCome.map(({ checkInCode }) => checkInCode))
      const people = new Set(toCome.map((row) => `${row.orderId ?? row.createdAt} ${row.givenKey}`))
      expect(codes.size).toBe(people.size)
    })

    test('In the demo guild every participant without a matched member enrolled publicly, and has another name or birthday than all members', () => {
      const members = guild.members.map(keyOf)
      const unmatched = guild.participations.filter(({ memberId }) => memberId === null)
      expect(unmatched.length).toBeGreaterThan(5)
      for (const row of unmatched) {
        expect([row.door, row.personKey.startsWith('p:')]).toEqual(['public', true])
        expect(members).not.toContain(row.personKey)
      }
    })

    test('In the demo guild every IBAN has valid check digits, and some members lack an IBAN, a mandate or a birthday', () => {
      const ibans = guild.members.map(({ bankingIban }) => bankingIban ?? '')
      expect(ibans.filter((iban) => iban !== '').every(hasRightCheckDigits)).toBe(true)
      expect(ibans).toContain('')
      expect(guild.members.some((row) => row.bankingIban && !row.bankingSepaAllowed)).toBe(true)
      expect(guild.members.some((row) => row.birthday === null)).toBe(true)
      expect(guild.members.some((row) => row.maidenName)).toBe(true)
    })
  },
)

test('A demo guild of 5,000 members and 20 seasons has 400 parades and about 200,000 participations', () => {
  const large = sizeOf(5000, 20)
  const parades = large.seasons * large.paradesPerSeason
  expect(parades).toBe(400)
  // Those still to come have not filled up yet.
  expect(Math.abs((parades * large.participantsPerParade) / 200_000 - 1)).toBeLessThan(0.06)
})

test.each([
  [2024, '2024-02-13'],
  [2027, '2027-02-09'],
  [2028, '2028-02-29'],
  [2038, '2038-03-09'],
])('Shrove Tuesday of %i is %s', (year, expected) => {
  expect(shroveTuesday(year)).toBe(expected)
})

type Span = readonly [from: string, to: string | null]

function expectNoOverlap(spans: readonly Span[]): void {
  spans.forEach(([from], index) => {
    const before = spans[index - 1]
    if (before) expect(before[1] !== null && before[1] <= from).toBe(true)
  })
}

function expectUnique(keys: readonly (string | number | undefined)[]): void {
  expect(new Set(keys).size).toBe(keys.length)
}

function isInSeason(date: string): boolean {
  const year = date.slice(0, 4)
  return date >= `${year}-01-06` && date <= shroveTuesday(Number(year))
}

function countOfAtLeast({ participations }: DemoGuild, parades: number): number {
  const confirmed = participations.filter((row) => row.memberId && row.participationConfirmed)
  const byMember = Map.groupBy(confirmed, ({ memberId }) => memberId)
  return [...byMember.values()].filter((rows) => rows.length >= parades).length
}

function keyOf(member: DemoGuild['members'][number]): string {
  return `p:${member.firstNameKey}|${member.lastNameKey}|${member.birthday ?? ''}`
}

function hasRightCheckDigits(iban: string): boolean {
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  return iban.length === 22 && BigInt(digits) % 97n === 1n
}
