import { costumesRead } from '#worker/costumes/ownerships.queries.ts'
import type { Db } from '#worker/db/db.ts'
import { readTogether } from '#worker/db/read-together.ts'
import { codesRead } from '#worker/guild/guild-codes.queries.ts'
import { settingsRead } from '#worker/guild/settings.queries.ts'
import { dutiesRead } from '#worker/members/duties.queries.ts'
import { honorsRead } from '#worker/members/honors.queries.ts'
import { feeRead, memberGoneError, memberRead } from '#worker/members/members.queries.ts'
import { familyRead } from '#worker/members/payer.ts'
import { paradesRead } from './participations.queries.ts'

/**
 * All that a member's page shows when it opens, in one round trip; each part equals the answer of its own
 * route.
 * @throws DomainError NotFound
 */
export async function readMemberPage(db: Db, id: number, year: number) {
  const parts = await readTogether(db, {
    member: memberRead(db, id),
    membershipfee: feeRead(db, id, year),
    family: familyRead(db, id),
    costumes: costumesRead(db, id),
    honors: honorsRead(db, id),
    duties: dutiesRead(db, id),
    parades: paradesRead(db, id),
    settings: settingsRead(db),
    offices: codesRead(db, 'offices'),
    honorKinds: codesRead(db, 'honors'),
  })
  const { member, membershipfee, family, costumes, honors, duties, parades, ...shared } = parts
  const isThere = member && membershipfee && family && costumes && honors && duties && parades
  if (!isThere) throw await memberGoneError(db, id)
  return { member, membershipfee, family, costumes, honors, duties, parades, ...shared }
}
