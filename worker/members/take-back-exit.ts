import { commit } from '#worker/db/commit.ts'
import type { Db } from '#worker/db/db.ts'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { dutyLabels } from '#worker/domain/labels.ts'
import { notFound } from '#worker/http/validate.ts'
import { type KeptEntry, newestExit, selectKept, takeBack } from './exits.queries.ts'
import type { ExitTakenBack } from './members.contract.ts'
import { findMember } from './members.queries.ts'

type Context = { db: Db; now: Date; today: Day }

/** "Austritt zurücknehmen": the newest one, waiting or not, and everything it ended that still can. */
export async function takeBackExit(
  { db, now, today }: Context,
  memberId: number,
): Promise<ExitTakenBack> {
  const exit = newestExit(memberId)
  const [kept, , , , , undone] = await commit(db, [
    selectKept(db, exit, today),
    ...takeBack(exit, now),
  ])
  const member = await findMember(db, memberId)
  if (!member) throw notFound()
  if (undone.length === 0) {
    const message = 'Bei diesem Mitglied gibt es keinen Austritt, der sich zurücknehmen lässt.'
    throw new DomainError('NoExit', message)
  }
  return { ...member, kept: kept.map(toKept) }
}

function toKept(entry: KeptEntry): ExitTakenBack['kept'][number] {
  const { kind, id } = entry
  return { kind, id, title: `${subjectOf(entry)} ${whatBecameOf(entry)}` }
}

function subjectOf({ kind, duty, costume, from }: KeptEntry): string {
  const since = `ab ${germanDate(from)}`
  if (kind === 'timespan') return `Die Mitgliedszeit ${since}`
  return kind === 'duty' ? `Das Amt ${duty && dutyLabels[duty]} ${since}` : `${costume}`
}

function whatBecameOf({ kind, owner, isOwned, isThere }: KeptEntry): string {
  if (kind !== 'costume') return `wurde inzwischen ${isThere ? 'geändert' : 'gelöscht'}.`
  if (owner) return `gehört inzwischen ${owner}.`
  return isOwned
    ? 'gehört dem Mitglied, wurde aber inzwischen geändert.'
    : 'liegt inzwischen bei der Zunft.'
}
