import type { Day } from '#worker/domain/dates.ts'
import { makeAssemblies } from './assemblies.ts'
import { makeAttendances } from './attendance.ts'
import { costumeTypeRows } from './costume-types.ts'
import { makeCostumes } from './costumes.ts'
import { makeDutyBook } from './duty-book.ts'
import { makeFees, withPayers } from './fees.ts'
import { makeGuests } from './guests.ts'
import { makeGuildSettings } from './guild.ts'
import { makeHonors } from './honors.ts'
import { type Member, makeMembers, timespansOf } from './members.ts'
import { makeOrders, orderHistoryOf, sandboxPaymentsOf } from './orders.ts'
import { makeOwnerships } from './ownerships.ts'
import { makeParades, specialsOf, withFullParade } from './parades.ts'
import { checkInActsOf, chooseDoors, makePublicRow, makeStaffRow } from './participations.ts'
import { type Random, seeded } from './random.ts'
import type { CostumeRow, OwnershipRow, ParadeRow, ParticipationRow } from './rows.ts'
import type { Size } from './size.ts'
import { makeWaiting } from './waiting.ts'
import { makeWardrobe } from './wardrobe.ts'

export type DemoGuild = ReturnType<typeof makeDemoGuild>

/** Makes a whole guild: the same for the same size, day and seed. */
export function makeDemoGuild(size: Size, today: Day, seed = 'Schellental') {
  const random = seeded(seed)
  const members = withPayers(makeMembers(random.fork('members'), size.members, today), today)
  const costumes = makeCostumes(random.fork('costumes'), size.costumes, today)
  const ownerships = makeOwnerships(random.fork('ownerships'), costumes, members, today)
  const parades = makeParades(random.fork('parades'), size, today)
  const walks = { size, today, members, costumes, ownerships, parades }
  const walked = makeWalks(random.fork('walks'), walks)
  const dutyBook = makeDutyBook(random.fork('duty book'), members, today)
  const paradeDays = confirmedDays(walked.participations, parades)
  const honorData = { today, members, dutyBook, paradeDays }
  const honors = makeHonors(random.fork('honors'), honorData).map((row, index) => ({
    ...row,
    id: index + 1,
  }))
  return {
    guildSettings: makeGuildSettings(today),
    members: members.map(({ row }) => row),
    memberTimespans: timespansOf(members),
    honors,
    assemblyHonors: makeAssemblies(random.fork('assemblies'), {
      today,
      members,
      honors,
      paradeDays,
    }),
    dutyEntries: dutyBook,
    costumeTypes: costumeTypeRows,
    costumes,
    costumeOwnerships: ownerships,
    parades: withFullParade(parades, walked.participations, today),
    ...walked,
    ...makeFees(random.fork('fees'), { today, members, honors }),
  }
}

type Walks = {
  size: Size
  today: Day
  members: readonly Member[]
  costumes: readonly CostumeRow[]
  ownerships: readonly OwnershipRow[]
  parades: readonly ParadeRow[]
}

function makeWalks(random: Random, { size, today, members, costumes, ownerships, parades }: Walks) {
  const guests = makeGuests(random.fork('guests'), members, today)
  const wardrobe = makeWardrobe(costumes, ownerships)
  const guild = { size, today, members, guests, wardrobe, parades }
  const attendances = makeAttendances(random.fork('attendances'), guild)
  const entries = chooseDoors(random.fork('doors'), attendances, today)
  const isPublic = Map.groupBy(entries, ({ door }) => door === 'public')
  const paid = makeOrders(random.fork('orders'), isPublic.get(true) ?? [], today)
  const rows = [
    ...paid.flatMap((one) =>
      one.entries.map((entry) => makePublicRow(random, entry, one.order, today)),
    ),
    ...(isPublic.get(false) ?? []).map((entry) => makeStaffRow(random, entry, today)),
  ]
  const waiting = makeWaiting(random.fork('waiting'), specialsOf(parades, today).full, {
    today,
    orders: paid.length,
    participations: rows.length,
  })
  const entered = [...numbered(rows), ...waiting.participations]
  const participations = withCodes(random.fork('codes'), entered, parades, today)
  return {
    orders: [...paid.map(({ order }) => order), ...waiting.orders],
    orderHistory: [...orderHistoryOf(paid), ...waiting.orderHistory],
    sandboxPayments: sandboxPaymentsOf(paid),
    participations,
    checkInActs: checkInActsOf(participations, parades, today),
  }
}

/** Check-in codes for parades to come: one for each person of an order or of one entry by staff. */
function withCodes(
  random: Random,
  rows: readonly ParticipationRow[],
  parades: readonly ParadeRow[],
  today: Day,
): ParticipationRow[] {
  const toCome = new Set(parades.flatMap(({ id, date }) => (date >= today ? id : [])))
  const codes = new Map<string, string>()
  return rows.map((row) => {
    if (!toCome.has(row.paradeId)) return { ...row, checkInCode: '' }
    const key = `${row.orderId ?? row.createdAt} ${row.givenKey}`
    const code = codes.get(key) ?? hex(random, 16)
    codes.set(key, code)
    return { ...row, checkInCode: code }
  })
}

function hex(random: Random, length: number): string {
  return Array.from({ length }, () => random.pick([...'0123456789ABCDEF'])).join('')
}

/** The rows with ids in the order of entry. */
function numbered(rows: readonly ParticipationRow[]): ParticipationRow[] {
  return rows
    .toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
    .map((row, index) => ({ ...row, id: index + 1 }))
}

function confirmedDays(
  participations: readonly ParticipationRow[],
  parades: readonly ParadeRow[],
): Map<number, Day[]> {
  const dates = new Map(parades.map(({ id, date }) => [id, date]))
  const byMember = new Map<number, Day[]>()
  for (const { memberId, participationConfirmed, state, paradeId } of participations) {
    if (!memberId || !participationConfirmed || state !== 'booked') continue
    const days = byMember.get(memberId) ?? []
    days.push(dates.get(paradeId) ?? '')
    byMember.set(memberId, days)
  }
  for (const days of byMember.values()) days.sort()
  return byMember
}
