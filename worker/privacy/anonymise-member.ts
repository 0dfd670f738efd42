import { eq, sql } from 'drizzle-orm'
import { commit, guard } from '#worker/db/commit.ts'
import type { Db } from '#worker/db/db.ts'
import { recordEvent } from '#worker/db/record-event.ts'
import { rowsOf } from '#worker/db/statements.ts'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { fullName } from '#worker/domain/names.ts'
import {
  firstDayAfter,
  formerMembers,
  lastDayOver,
  periodInWords,
} from '#worker/domain/retention.ts'
import { cleanLine } from '#worker/domain/text.ts'
import { notFoundError, orNotFound, validationError } from '#worker/http/validate.ts'
import { assertNotAnonymised } from '#worker/members/anonymised.ts'
import type { StoredMember } from '#worker/members/members.contract.ts'
import { findMember } from '#worker/members/members.queries.ts'
import { anonymise } from './anonymise.ts'
import {
  anonymisationObstacles,
  hasAnonymisationObstacle,
  isFormer,
  leftOn,
} from './former-members.queries.ts'

type Context = { db: Db; now: Date; today: Day }

/**
 * Anonymises a former member, irreversibly.
 * @param name typed by the user, so that no member is anonymised by accident
 * @throws DomainError 422 `name`; NotYet with the reasons in words
 */
export async function anonymiseMember(
  { db, now, today }: Context,
  id: number,
  name: string,
): Promise<StoredMember> {
  assertNameTyped(await readAnonymisable(db, id, today), name)
  const isAllowed = sql`EXISTS (SELECT 1 FROM members m WHERE m.id = ${id} AND ${isFormer}
    AND m.anonymised_at IS NULL AND ${leftOn} <= ${lastDayOver(formerMembers, today)}
    AND NOT ${hasAnonymisationObstacle(today)})`
  await commit(
    db,
    [
      guard('anonymisable', isAllowed),
      ...anonymise(id, now.toISOString()),
      recordEvent({ entity: 'member', entityId: id, memberId: id }),
    ],
    { anonymisable: async () => notYetError(await readAnonymisable(db, id, today), today) },
  )
  return orNotFound(await findMember(db, id))
}

type Judged = Awaited<ReturnType<typeof readAnonymisable>>

/** @throws DomainError when the member does not exist, or is anonymised already */
async function readAnonymisable(db: Db, id: number, today: Day) {
  const open = anonymisationObstacles(today)
  const [found] = await rowsOf<{
    firstName: string
    lastName: string
    anonymisedAt: string | null
    isFormer: number
    leftOn: Day
    open: string
  }>(
    db,
    {
      firstName: sql`m.first_name`,
      lastName: sql`m.last_name`,
      anonymisedAt: sql`m.anonymised_at`,
      isFormer: sql`${isFormer}`,
      leftOn,
      open: sql`json_array(${sql.join(
        open.map(({ is }) => is),
        sql`, `,
      )})`,
    },
    sql`members m WHERE ${eq(sql`m.id`, id)}`,
  )
  if (!found) throw notFoundError()
  assertNotAnonymised(found)
  const flags: number[] = JSON.parse(found.open)
  return { ...found, open: open.filter((_, index) => flags[index]).map(({ sentence }) => sentence) }
}

function assertNameTyped(judged: Judged, name: string): void {
  if (cleanLine(name) === cleanLine(fullName(judged))) return
  throw validationError({ name: 'Das ist nicht der Name dieses Mitglieds.' })
}

function notYetError({ isFormer, leftOn, open }: Judged, today: Day): DomainError {
  const reasons = isFormer
    ? [...(leftOn > lastDayOver(formerMembers, today) ? [tooEarly(leftOn)] : []), ...open]
    : ['Das Mitglied ist weder ausgetreten noch verstorben.']
  const sentence = 'Das geht noch nicht.'
  return new DomainError('NotYet', [sentence, ...reasons].join(' '))
}

function tooEarly(left: Day): string {
  const first = germanDate(firstDayAfter(formerMembers, left))
  return `Es geht ab dem ${first}, ${periodInWords(formerMembers)} nach dem Austritt.`
}
