import type { EnrolmentChannel } from '#worker/domain/codes.ts'
import { addDays, type Day } from '#worker/domain/dates.ts'
import { nameKey, personKey } from '#worker/domain/enrolment.ts'
import { costumeNumberKey } from '#worker/domain/names.ts'
import type { Attendance } from './attendance.ts'
import { addYears, earliest } from './days.ts'
import { type Given, makeGiven, priced } from './extras.ts'
import { instant } from './instant.ts'
import type { Random } from './random.ts'
import type { CheckInActRow, ParadeRow, ParticipationRow } from './rows.ts'
import { helper, management } from './users.ts'

/** A participation with its way of enrolment; public ones get their order later. */
export type Entry = { attendance: Attendance; door: EnrolmentChannel; given: Given }

export function chooseDoors(
  random: Random,
  attendances: readonly Attendance[],
  today: Day,
): Entry[] {
  const give = makeGiven(random.fork('given'))
  return attendances.map((attendance) => {
    const { parade, person, costume } = attendance
    const isOver = parade.date <= today
    const door = random.weighted<EnrolmentChannel>([
      ['public', 64],
      ['internal', 28],
      ['management', costume.id === null ? 0 : 4],
      ['onSite', isOver ? 4 : 0],
    ])
    const given = give(attendance)
    return { attendance, door: person.memberId === null ? 'public' : door, given }
  })
}

/** A participation entered by staff: internally, by management, or on site. */
export function makeStaffRow(random: Random, entry: Entry, today: Day): ParticipationRow {
  const { door, attendance } = entry
  const { parade } = attendance
  const isOnSite = door === 'onSite'
  const lastDay = earliest(parade.dateEnrolmentEnd, addDays(today, -1))
  const createdDay = isOnSite ? parade.date : random.day(parade.dateEnrolmentStart, lastDay)
  const createdAt = instant(random, createdDay, isOnSite ? 11 : 8, isOnSite ? 12 : 19)
  const row = { ...makeRow(entry, createdAt), createdBy: isOnSite ? helper.id : management.id }
  if (isOnSite) {
    const confirmed = { ...row, ...confirmedAt(createdAt) }
    // On site the number may be left empty.
    const isUnnumbered = random.chance(0.4)
    const plain = { costumeId: null, costumeNumber: '', costumeNumberKey: '' }
    return payCash(random, isUnnumbered ? { ...confirmed, ...plain } : confirmed, parade.date)
  }
  if (random.chance(0.008)) {
    return { ...row, state: 'cancelled', cancelledAt: createdAt, cancelledBy: management.id }
  }
  return payCash(random, checkIn(random, row, parade.date, today), createdDay)
}

/** A participation paid online, at the time of its order. */
export function makePublicRow(
  random: Random,
  entry: Entry,
  order: { id: number; paidAt: string },
  today: Day,
): ParticipationRow {
  const row = {
    ...makeRow(entry, order.paidAt),
    orderId: order.id,
    participationFeePayed: true,
    feePayedAt: order.paidAt,
  }
  return checkIn(random, row, entry.attendance.parade.date, today)
}

function makeRow(entry: Entry, createdAt: string): ParticipationRow {
  const { door, attendance, given } = entry
  const { parade, person, costume } = attendance
  const { memberId, firstName, lastName, birthday } = person
  return {
    id: 0,
    paradeId: parade.id,
    memberId,
    orderId: null,
    door,
    state: 'booked',
    firstName,
    lastName,
    birthday,
    personKey: personKey(person),
    givenKey: nameKey(person),
    costumeTypeId: costume.typeId,
    costumeId: costume.id,
    costumeNumber: costume.number,
    costumeNumberKey: costumeNumberKey(costume.number),
    ...priced(entry, createdAt.slice(0, 10)),
    participationFeePayed: false,
    participationConfirmed: false,
    checkInCode: '',
    ...(given.guardian && {
      guardianName: given.guardian.name,
      guardianPhone: given.guardian.phone,
      guardianConsent: 1,
      guardianAt: createdAt,
    }),
    createdAt,
  }
}

/** Nearly all enrolled people come; today's parade is partly ticked off. */
function checkIn(random: Random, row: ParticipationRow, paradeDay: Day, today: Day) {
  if (paradeDay > today) return row
  const isHere = random.chance(paradeDay === today ? 0.28 : 0.94)
  return isHere ? { ...row, ...confirmedAt(instant(random, paradeDay, 12, 12)) } : row
}

function confirmedAt(at: string) {
  return { participationConfirmed: true, participationConfirmedAt: at, confirmedBy: helper.id }
}

/** Marks most participations as paid in cash, usually on the bus; some stay unpaid. */
function payCash(random: Random, row: ParticipationRow, day: Day): ParticipationRow {
  if (row.priceInCent === 0 || random.chance(row.participationConfirmed ? 0.06 : 0.6)) return row
  const at = row.participationConfirmedAt ?? instant(random, day, 19, 20)
  return { ...row, participationFeePayed: true, feePayedAt: at, feePayedBy: helper.id }
}

/** On-site acts at the parades of the last year; older ones are deleted. */
export function checkInActsOf(
  rows: readonly ParticipationRow[],
  parades: readonly ParadeRow[],
  today: Day,
): CheckInActRow[] {
  const kept = new Set(parades.flatMap(({ id, date }) => (date > addYears(today, -1) ? id : [])))
  return rows.flatMap((row) => {
    if (!kept.has(row.paradeId)) return []
    const { participationConfirmedAt: confirmedAt, confirmedBy, feePayedAt, feePayedBy } = row
    const kind = row.door === 'onSite' ? 'enter' : 'confirm'
    return [
      ...(confirmedAt && confirmedBy ? [actOf(row, kind, confirmedAt, confirmedBy)] : []),
      ...(feePayedAt && feePayedBy ? [actOf(row, 'pay', feePayedAt, feePayedBy)] : []),
    ]
  })
}

function actOf(
  { id, paradeId }: ParticipationRow,
  kind: CheckInActRow['kind'],
  at: string,
  userId: number,
): CheckInActRow {
  const about = String(id).padStart(11, '0')
  return {
    id: `00000000-0000-4000-8000-${kind === 'pay' ? '2' : '1'}${about}`,
    kind,
    paradeId,
    participationId: id,
    userId,
    actedAt: at,
    receivedAt: at,
    outcome: 'done',
  }
}
