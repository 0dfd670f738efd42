import { and, eq, getTableColumns, isNull } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { commit, guard } from '#worker/db/commit.ts'
import { ageRuleColumns } from '#worker/db/open-parades.ts'
import { costumes, members, parades, participations } from '#worker/db/schema.ts'
import type { EnrolmentChannel } from '#worker/domain/codes.ts'
import { decidePlaces, type Place, totalOfPlaces } from '#worker/domain/enrolment.ts'
import { DomainError } from '#worker/domain/errors.ts'
import type { ChosenExtra } from '#worker/domain/extras.ts'
import type { Accompaniment } from '#worker/domain/minors.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { isOrganization } from '#worker/domain/names.ts'
import { berlinMinute } from '#worker/domain/times.ts'
import { cashOffError, takesCash } from '#worker/guild/guild.queries.ts'
import { notFoundError, validationError } from '#worker/http/validate.ts'
import { personColumns } from '#worker/members/member-columns.ts'
import type { Deps } from '#worker/orders/deps.ts'
import type { InternalEnrolBody } from './enrolment.contract.ts'
import { costumeColumns, insertPlaces, readKnown, toKnown } from './places.queries.ts'
import { type PathOf, takePlaces } from './take-places.ts'

type Booking = {
  door: Exclude<EnrolmentChannel, 'public'>
  places: readonly Place[]
  userId: number
  /** Whether the user has confirmed that the places may exceed the parade's limit. */
  overCapacity: boolean
  /** The instant at which the people were entered; default: now. */
  at?: string
  /** Whether the user took the fees in cash. */
  isPaid?: boolean
  /** Statements that run directly after the insert, in its batch. */
  behind?: readonly BatchItem<'sqlite'>[]
}

/**
 * Enrolments by staff are booked at once, all or none, with the fee unpaid or taken in cash. People entered on
 * site are confirmed as present.
 * @returns the new participations' ids in the order of the places
 * @throws DomainError CashOff when cash was taken and the guild does not record it
 */
export async function bookPlaces(
  deps: Deps,
  {
    door,
    places,
    userId,
    overCapacity,
    at = deps.now.toISOString(),
    isPaid = false,
    behind = [],
  }: Booking,
  pathOf: PathOf,
): Promise<number[]> {
  const entry = {
    door,
    state: 'booked',
    orderToken: null,
    feePayed: false,
    overCapacity,
    cashTakenBy: isPaid ? userId : null,
    confirmedBy: door === 'onSite' ? userId : null,
    createdBy: userId,
    at,
  } as const
  const run = async () => {
    const [areFree, isNext, insert, isWithinCapacity] = insertPlaces(places, entry)
    const returning = insert.returning({ id: participations.id })
    const cash = isPaid ? [guard('cashTaken', takesCash)] : []
    const [, , inserted] = await commit(
      deps.db,
      [areFree, isNext, returning, ...behind, isWithinCapacity, ...cash],
      {
        cashTaken: cashOffError,
      },
    )
    return inserted
  }
  const inserted = await takePlaces(deps, places, run, pathOf)
  return inserted.map(({ id }) => id)
}

/**
 * Enrols from the internal form (stall tablet). The stored name and birthday of a chosen member replace what
 * was typed.
 */
export async function enrolInternally(
  deps: Deps,
  body: InternalEnrolBody,
  userId: number,
): Promise<void> {
  const { memberId, parades: chosen, overCapacity, cashInCent, ...accompaniment } = body
  const rows = await deps.db.batch([...readKnown(deps.db, memberId ?? [body], chosen)])
  const person = memberId === null ? body : rows[3][0]
  if (!person) throw validationError({ memberId: 'Dieses Mitglied gibt es nicht mehr.' })

  // The chosen member is an organisation, which has no first name and does not walk in a parade.
  if (isOrganization(person)) throw validationError({ firstName: 'Gib den Vornamen an.' })
  const places = decidePlaces(
    'internal',
    person,
    chosen,
    toKnown(rows, memberId !== null),
    berlinMinute(deps.now),
    accompaniment,
  )
  const totalInCent = totalOfPlaces(places)
  if (cashInCent !== undefined && cashInCent !== totalInCent) throw cashChangedError(totalInCent)
  const isPaid = cashInCent !== undefined && totalInCent > 0
  const booking = { door: 'internal', places, userId, overCapacity, isPaid } as const
  await bookPlaces(deps, booking, (index, field) => `parades.${index}.${field}`)
}

function cashChangedError(totalInCent: number): DomainError {
  const message = `Der Preis hat sich geändert: Die Summe ist jetzt ${germanEuro(totalInCent)}. Es ist nichts angemeldet.`
  return new DomainError('PriceChanged', message, undefined, { totalInCent })
}

/** Fields of the dialog beside which errors are shown: it chooses a member and a costume instead of typing them. */
const entryFields = { paradeId: 'memberId', costumeNumber: 'costumeId' } as const

type ManagementEntry = Accompaniment & {
  paradeId: number
  memberId: number
  costumeId: number
  extras: ChosenExtra[]
  overCapacity: boolean
  userId: number
}

/** Management enters a member with a costume for any parade. */
export async function enterParticipation(
  deps: Deps,
  entry: ManagementEntry,
): Promise<number | undefined> {
  const { db, now } = deps
  const [paradeRows, costumeRows, memberRows] = await db.batch([
    db
      .select({ ...getTableColumns(parades), ...ageRuleColumns })
      .from(parades)
      .where(eq(parades.id, entry.paradeId)),
    db.select(costumeColumns).from(costumes).where(eq(costumes.id, entry.costumeId)),
    db
      .select(personColumns)
      .from(members)
      .where(and(eq(members.id, entry.memberId), isNull(members.anonymisedAt))),
  ])
  if (paradeRows.length === 0) throw notFoundError()
  const [costume] = costumeRows
  const [person] = memberRows
  if (!costume || !person) {
    throw validationError({
      ...(!costume && { costumeId: 'Dieses Kleid gibt es nicht mehr.' }),
      ...(!person && { memberId: 'Dieses Mitglied gibt es nicht mehr.' }),
    })
  }
  const { costumeTypeId, number: costumeNumber } = costume
  const known = {
    parades: paradeRows,
    costumeTypeIds: new Set([costumeTypeId]),
    costumes: costumeRows,
    memberIds: [[person.id]],
    isPicked: true,
  }
  const { paradeId, extras } = entry
  const chosen = [{ paradeId, costumeTypeId, costumeNumber, extras }]
  const places = decidePlaces('management', person, chosen, known, berlinMinute(now), entry)
  const { userId, overCapacity } = entry
  const booking = { door: 'management', places, userId, overCapacity } as const
  const [id] = await bookPlaces(deps, booking, (_, field) => entryFields[field])
  return id
}
