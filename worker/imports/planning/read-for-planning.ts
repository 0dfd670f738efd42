import { and, asc, getTableColumns, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import {
  costumeOwnerships,
  costumes,
  costumeTypes,
  dataVersion,
  dutyEntries,
  honorRules,
  honors,
  memberExits,
  members,
  memberTimespans,
  offices,
  parades,
  participations,
} from '#worker/db/schema.ts'
import type { Day } from '#worker/domain/dates.ts'
import { normaliseRow } from '#worker/domain/import/normalise.ts'
import type { ReadingBase, Staged } from '#worker/imports/plan.ts'
import type { CostumesReading } from './costumes.ts'
import type { DutiesReading, HonorsReading } from './honors-and-duties.ts'
import { sheetOf } from './judged-row.ts'
import type { MembersReading } from './members.ts'
import type { ParadesReading } from './parades.ts'
import type { ParadesBeforeReading } from './parades-before.ts'
import type { ParticipationsReading } from './participations.ts'

type Of =
  | ({ kind: 'members' } & MembersReading & Partial<Pick<HonorsReading, 'honorKinds'>>)
  | ({ kind: 'costumes' } & CostumesReading)
  | ({ kind: 'honors' } & HonorsReading)
  | ({ kind: 'duties' } & DutiesReading)
  | ({ kind: 'paradesBefore' } & ParadesBeforeReading)
  | ({ kind: 'parades' } & ParadesReading)
  | ({ kind: 'participations' } & ParticipationsReading)
  | { kind: 'archive' }

export type Reading = ReadingBase & { of: Of }

/** The columns by which rows of other kinds identify a member. */
const knownBy = {
  id: members.id,
  memberNumber: members.memberNumber,
  firstName: members.firstName,
  lastName: members.lastName,
  firstNameKey: members.firstNameKey,
  lastNameKey: members.lastNameKey,
  maidenNameKey: members.maidenNameKey,
  birthday: members.birthday,
  membershipState: members.membershipState,
  dateLeft: members.dateLeft,
  paradesBefore: members.paradesBefore,
  paradesBeforeUntil: members.paradesBeforeUntil,
  updatedAt: members.updatedAt,
}

/** Reads in one batch all data for the plan of this file, with the `data_version`. */
export async function readForPlanning(db: Db, staged: Staged, today: Day): Promise<Reading> {
  const version = db.select({ version: dataVersion.version }).from(dataVersion)
  const people = db.select(knownBy).from(members).where(isNull(members.anonymisedAt))
  const honorKinds = db
    .select({
      code: honorRules.type,
      label: honorRules.label,
      position: honorRules.position,
      hidden: honorRules.hidden,
    })
    .from(honorRules)
    .orderBy(asc(honorRules.position), asc(honorRules.id))
  const base = ([found]: { version: number }[], read: ReadingBase['members'] = []) => ({
    dataVersion: found?.version ?? 0,
    members: read,
  })
  switch (staged.kind) {
    case 'members': {
      const [versions, all, timespans, exits, rules] = await db.batch([
        version,
        db.select().from(members),
        db.select().from(memberTimespans),
        db.select().from(memberExits).where(isNull(memberExits.undoneAt)),
        honorKinds,
      ])
      const of: Of = { kind: 'members', members: all, timespans, exits, honorKinds: rules }
      return { ...base(versions, all), of }
    }
    case 'costumes': {
      const [versions, known, types, all, ownerships] = await db.batch([
        version,
        people,
        db.select().from(costumeTypes),
        db.select().from(costumes),
        db.select().from(costumeOwnerships),
      ])
      const of: Of = {
        kind: 'costumes',
        members: known,
        costumeTypes: types,
        costumes: all,
        ownerships,
      }
      return { ...base(versions), of }
    }
    case 'honors': {
      const [versions, known, held, rules] = await db.batch([
        version,
        people,
        db.select().from(honors),
        honorKinds,
      ])
      const of: Of = { kind: 'honors', members: known, honors: held, honorKinds: rules }
      return { ...base(versions), of }
    }
    case 'duties': {
      const [versions, known, duties, all] = await db.batch([
        version,
        people,
        db.select().from(dutyEntries),
        db
          .select({
            code: offices.code,
            label: offices.label,
            position: offices.position,
            hidden: offices.hidden,
          })
          .from(offices)
          .orderBy(asc(offices.position), asc(offices.id)),
      ])
      return { ...base(versions), of: { kind: 'duties', members: known, duties, offices: all } }
    }
    case 'paradesBefore': {
      const [versions, known] = await db.batch([version, people])
      return { ...base(versions), of: { kind: 'paradesBefore', members: known } }
    }
    case 'parades': {
      const [versions, all] = await db.batch([version, db.select().from(parades)])
      return { ...base(versions), of: { kind: 'parades', parades: all } }
    }
    case 'participations': {
      const { id: paradeId, title, host, date, cancelledAt } = getTableColumns(parades)
      const [versions, known, all, types, wardrobe, ownerships, places] = await db.batch([
        version,
        people,
        db.select({ id: paradeId, title, host, date, cancelledAt }).from(parades),
        db.select().from(costumeTypes),
        db.select().from(costumes),
        db.select().from(costumeOwnerships),
        selectPlaces(db, meantParades(staged, today)),
      ])
      const of: Of = {
        kind: 'participations',
        members: known,
        parades: all,
        costumeTypes: types,
        costumes: wardrobe,
        ownerships,
        places,
      }
      return { ...base(versions), of }
    }
    case 'archive':
      return { ...base(await version), of: { kind: 'archive' } }
  }
}

function selectPlaces(db: Db, meant: SQL | undefined) {
  const columns = getTableColumns(participations)
  return db
    .select({
      id: columns.id,
      paradeId: columns.paradeId,
      memberId: columns.memberId,
      state: columns.state,
      givenKey: columns.givenKey,
      costumeTypeId: columns.costumeTypeId,
      costumeNumberKey: columns.costumeNumberKey,
      participationConfirmed: columns.participationConfirmed,
    })
    .from(participations)
    .where(
      and(
        inArray(participations.paradeId, db.select({ id: parades.id }).from(parades).where(meant)),
        inArray(participations.state, ['reserved', 'booked']),
      ),
    )
}

/** The past parades that a row may mean, selected by day. */
function meantParades(staged: Staged, today: Day): SQL | undefined {
  const sheet = sheetOf(staged, today)
  const named = staged.rows.flatMap((row) => {
    const values = staged.choices.get(row.row)?.values
    const given = { ...row, values: values ?? null }
    const { items } = normaliseRow('participations', sheet, staged.answers, given, today)
    return items.map(({ parade }) => parade)
  })
  const isOver = lt(parades.date, today)
  const days = [...new Set(named.map(({ date }) => date))]
  // A row with only a title, or a day without a year, may mean any past parade.
  if (days.includes(undefined)) return isOver
  const wanted = sql`(SELECT value FROM json_each(${JSON.stringify(days)}))`
  return and(isOver, sql`${parades.date} IN ${wanted}`)
}
