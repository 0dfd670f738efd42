import { and, asc, gte, isNull } from 'drizzle-orm'
import { listCostumeTypes } from '#worker/costumes/costume-types.queries.ts'
import type { Db } from '#worker/db/db.ts'
import {
  ageRuleColumns,
  extraCounts,
  isOpenAt,
  isOpenOrComingAt,
  planColumns,
} from '#worker/db/open-parades.ts'
import { guildSettings, parades } from '#worker/db/schema.ts'
import type { Day } from '#worker/domain/dates.ts'
import { type Extra, takenOfExtra } from '#worker/domain/extras.ts'
import { isOpenForEnrolment, opensAt, publicFreePlaces } from '#worker/domain/parade.ts'
import { berlinMinute } from '#worker/domain/times.ts'
import { isTooLateForOffer } from '#worker/domain/waiting.ts'
import { toPublicGuild } from '#worker/guild/guild.queries.ts'
import type { ComingParade, EnrolmentParade } from './enrolment.contract.ts'

const columns = {
  id: parades.id,
  title: parades.title,
  host: parades.host,
  hostTown: parades.hostTown,
  date: parades.date,
  priceForAdultsInCent: parades.priceForAdultsInCent,
  priceForChildrenInCent: parades.priceForChildrenInCent,
  dateEnrolmentEnd: parades.dateEnrolmentEnd,
  timeEnrolmentEnd: parades.timeEnrolmentEnd,
  ...planColumns,
  isChildParade: parades.isChildParade,
  capacity: parades.capacity,
  takenCount: parades.takenCount,
  ...ageRuleColumns,
  extras: parades.extras,
  extraCounts,
}

type Row = Omit<EnrolmentParade, 'freePlaces' | 'extras'> &
  Parameters<typeof publicFreePlaces>[0] & {
    extras: readonly Extra[]
    extraCounts: readonly [id: number, taken: number][]
  }

function toEnrolmentParade<Of extends Row>(row: Of) {
  const { capacity, takenCount, extras, extraCounts: counts, ...parade } = row
  return {
    ...parade,
    freePlaces: publicFreePlaces({ capacity, takenCount }),
    extras: extras.map(({ capacity: limit, ...extra }) => {
      const takenCount = takenOfExtra(extra.id, counts)
      return { ...extra, freePlaces: publicFreePlaces({ capacity: limit, takenCount }) }
    }),
  }
}

function toPublicParade<Of extends Row>(row: Of, now: Date) {
  const late = isTooLateForOffer(row, now) && { isTooLate: true as const }
  return { ...toEnrolmentParade(row), ...late }
}

/** Parades open for public enrolment now, without cancelled ones. */
export async function listParadesOpenForEnrolment(db: Db, now: Date): Promise<EnrolmentParade[]> {
  const rows = await db
    .select(columns)
    .from(parades)
    .where(isOpenAt(berlinMinute(now)))
    .orderBy(asc(parades.date), asc(parades.paradeNumber), asc(parades.id))
  return rows.map((row) => toPublicParade(row, now))
}

/** Parades whose enrolment is open or opens later. */
function selectOpenOrComing(db: Db, now: Date) {
  return db
    .select({
      ...columns,
      dateEnrolmentStart: parades.dateEnrolmentStart,
      timeEnrolmentStart: parades.timeEnrolmentStart,
    })
    .from(parades)
    .where(isOpenOrComingAt(berlinMinute(now)))
    .orderBy(asc(parades.date), asc(parades.paradeNumber), asc(parades.id))
}

/** For staff: every parade from today on that is not cancelled. */
export async function listParadesFromToday(db: Db, today: Day): Promise<EnrolmentParade[]> {
  const rows = await db
    .select(columns)
    .from(parades)
    .where(and(gte(parades.date, today), isNull(parades.cancelledAt)))
    .orderBy(asc(parades.date), asc(parades.paradeNumber), asc(parades.id))
  return rows.map(toEnrolmentParade)
}

/** Everything the enrolment page shows, in one round trip. */
export async function readOffer(db: Db, { now, today }: { now: Date; today: Day }) {
  const [guild, rows, costumeTypes] = await db.batch([
    db
      .select({
        name: guildSettings.name,
        consentText: guildSettings.guardianConsentText,
        consentVersion: guildSettings.guardianConsentVersion,
      })
      .from(guildSettings),
    selectOpenOrComing(db, now),
    listCostumeTypes(db),
  ])
  const minute = berlinMinute(now)
  const [parades, coming]: [EnrolmentParade[], ComingParade[]] = [[], []]
  for (const row of rows.map((one) => toPublicParade(one, now))) {
    if (isOpenForEnrolment(row, minute)) {
      const { dateEnrolmentStart: _, timeEnrolmentStart: _t, ...parade } = row
      parades.push(parade)
    } else coming.push({ ...row, opensAt: opensAt(row).toISOString() })
  }
  // The parade that opens next comes first.
  coming.sort((a, b) => Date.parse(a.opensAt) - Date.parse(b.opensAt))
  const asksGuardian = parades.some(({ guardianBelow }) => guardianBelow !== null)
  return {
    guild: toPublicGuild(guild.map(({ name }) => ({ name }))),
    today,
    parades,
    coming,
    costumeTypes,
    /** What a guardian consents to; only where a parade needs one. */
    consentText: asksGuardian ? (guild[0]?.consentText ?? '') : '',
    consentVersion: guild[0]?.consentVersion ?? 1,
  }
}
