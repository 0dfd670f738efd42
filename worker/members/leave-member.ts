import { eq, sql } from 'drizzle-orm'
import { commit } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import {
  costumeOwnerships,
  dutyEntries,
  memberExits,
  members,
  memberTimespans,
} from '#worker/db/schema.ts'
import type { MembershipState } from '#worker/domain/codes.ts'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import { DomainError, type FieldMessages } from '#worker/domain/errors.ts'
import { notFoundError, orNotFound, validationError } from '#worker/http/validate.ts'
import { assertNotAnonymised } from './anonymised.ts'
import {
  applyExits,
  closeWaitingExit,
  endSelectedRows,
  insertExit,
  type KeptEntry,
  newestExit,
  selectDue,
  selectNotRestored,
  undoExit,
  waitingExit,
} from './exits.queries.ts'
import type { ExitTakenBack, LeaveBody, StoredMember } from './members.contract.ts'
import { findMember } from './members.queries.ts'

type Context = { db: Db; now: Date; today: Day; user: { id: number } }

/**
 * Records an exit or a death, and ends what the user selected, in one commit; everything else is kept. With a
 * future date the member stays a member until then. A waiting exit is undone first.
 */
export async function leaveMember(
  { db, now, today, user }: Context,
  id: number,
  leave: LeaveBody,
): Promise<StoredMember> {
  const open = await findOpen(db, id)
  if (!open.member) throw notFoundError()
  assertNotAnonymised(open.member)
  assertPossible(leave, open, today)
  const { date, state } = leave
  const leaving = { memberId: id, leave, by: user.id, now, today }
  const statements = [
    ...undoExit(waitingExit(id), now),
    closeWaitingExit(id, now),
    ...insertExit(leaving),
    ...endSelectedRows(leaving),
    write
      .update(members)
      .set({
        dateLeft: date,
        version: sql`${members.version} + 1`,
        updatedAt: now.toISOString(),
        ...(date <= today && { membershipState: state }),
      })
      .where(eq(members.id, id)),
  ]
  await commit(db, statements, { stillMember: () => validationError({ date: hasLeftAlready }) })
  return orNotFound(await findMember(db, id))
}

const hasLeftAlready =
  'Dieses Mitglied ist schon ausgetreten oder verstorben. Gib einen Tag an, der nicht in der Zukunft liegt.'

type Entry = { id: number; from: Day; to: Day | null }
type Open = Awaited<ReturnType<typeof findOpen>>

/** What could be ended, in one read. Rows ended by a waiting exit count as before, since it is undone first. */
async function findOpen(db: Db, id: number) {
  const [found, waiting, timespans, offices, owned] = await db.batch([
    db
      .select({
        dateJoined: members.dateJoined,
        state: members.membershipState,
        anonymisedAt: members.anonymisedAt,
      })
      .from(members)
      .where(eq(members.id, id)),
    db
      .select({ date: memberExits.date, ended: memberExits.ended })
      .from(memberExits)
      .where(eq(memberExits.id, waitingExit(id))),
    db
      .select({ id: memberTimespans.id, from: memberTimespans.from, to: memberTimespans.to })
      .from(memberTimespans)
      .where(eq(memberTimespans.memberId, id)),
    db
      .select({ id: dutyEntries.id, from: dutyEntries.from, to: dutyEntries.to })
      .from(dutyEntries)
      .where(eq(dutyEntries.memberId, id)),
    db
      .select({
        id: costumeOwnerships.id,
        costumeId: costumeOwnerships.costumeId,
        from: costumeOwnerships.ownedFrom,
        to: costumeOwnerships.ownedTo,
      })
      .from(costumeOwnerships)
      .where(eq(costumeOwnerships.memberId, id)),
  ])
  const before = beforeWaiting(waiting[0])
  return {
    member: found[0],
    timespans: timespans.map((row) => before('timespan', row)),
    offices: offices.map((row) => before('duty', row)),
    owned: owned.map((row) => before('costume', row)),
  }
}

type EndedEntry = Entry & { kind: string }

function beforeWaiting(waiting: { date: Day; ended: string } | undefined) {
  const ended: EndedEntry[] = waiting ? JSON.parse(waiting.ended) : []
  return <Row extends Entry>(kind: string, row: Row): Row => {
    const entry = ended.find(
      // Timespans are found by their first day, since saving a member gives them new ids.
      (one) =>
        one.kind === kind && one.from === row.from && (kind === 'timespan' || one.id === row.id),
    )
    return entry && row.to === waiting?.date ? { ...row, to: entry.to } : row
  }
}

function assertPossible(leave: LeaveBody, open: Open, today: Day): void {
  const problems: FieldMessages = {}
  const { date, state } = leave
  const starts = [
    open.member?.dateJoined ?? date,
    ...open.timespans.filter(({ to }) => leave.endTimespans && to === null).map(({ from }) => from),
  ]
  if (date > today) {
    if (state === 'Died') problems.date = 'Das Datum liegt in der Zukunft.'
    else if (!isMember(open.member?.state)) problems.date = hasLeftAlready
  }
  if (starts.some((from) => from > date)) problems.date = 'Das Datum liegt vor dem Eintritt.'
  check('dutyIds', leave.dutyIds, open.offices, 'Dieses Amt')
  const costumes = open.owned.map(({ costumeId, ...row }) => ({ ...row, id: costumeId }))
  check('costumeIds', leave.costumeIds, costumes, 'Dieses Kleid')
  if (Object.keys(problems).length > 0) throw validationError(problems)

  function check(field: string, ids: number[], entries: Entry[], what: string): void {
    ids.forEach((id, index) => {
      const entry = entries.find((one) => one.id === id && (one.to === null || one.to > date))
      if (!entry) problems[`${field}.${index}`] = `${what} gehört nicht (mehr) zu diesem Mitglied.`
      else if (entry.from > date) problems[`${field}.${index}`] = `${what} beginnt erst später.`
    })
  }
}

function isMember(state: MembershipState | undefined): boolean {
  return state === 'Active' || state === 'Passive'
}

/**
 * "Austritt zurücknehmen" and "Todesfall zurücknehmen": undoes the member's newest exit or death, waiting or
 * not, and restores what it ended as far as possible.
 */
export async function undoMemberExit(
  { db, now, today }: Omit<Context, 'user'>,
  memberId: number,
): Promise<ExitTakenBack<StoredMember>> {
  const exit = newestExit(memberId)
  const [kept, , , , , undone] = await commit(db, [
    selectNotRestored(db, exit, today),
    ...undoExit(exit, now),
  ])
  const member = orNotFound(await findMember(db, memberId))
  if (undone.length === 0) {
    const message =
      'Bei diesem Mitglied gibt es keinen Austritt oder Todesfall, der sich zurücknehmen lässt.'
    throw new DomainError('NoExit', message)
  }
  return { ...member, kept: kept.map(toKept) }
}

function toKept(entry: KeptEntry): ExitTakenBack['kept'][number] {
  const { kind, id } = entry
  return { kind, id, title: `${subjectOf(entry)} ${outcomeOf(entry)}` }
}

function subjectOf({ kind, duty, costume, from }: KeptEntry): string {
  const since = `ab ${germanDate(from)}`
  if (kind === 'timespan') return `Die Mitgliedszeit ${since}`
  return kind === 'duty' ? `Das Amt ${duty} ${since}` : `${costume}`
}

function outcomeOf({ kind, owner, isOwned, isThere }: KeptEntry): string {
  if (kind !== 'costume') return `wurde inzwischen ${isThere ? 'geändert' : 'gelöscht'}.`
  if (owner) return `gehört inzwischen ${owner}.`
  return isOwned
    ? 'gehört dem Mitglied, wurde aber inzwischen geändert.'
    : 'liegt inzwischen bei der Zunft.'
}

/**
 * Run on the night after the last day of membership: sets the state to Ausgetreten. All due exits in one
 * commit, also after missed runs; a second run finds none.
 */
export async function applyDueExits({ db, now, today }: { db: Db; now: Date; today: Day }) {
  const due = await selectDue(db, today)
  if (due.length === 0) return
  const ids = due.map(({ id }) => id)
  await commit(db, [...applyExits(ids, now)])
}
