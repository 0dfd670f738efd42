import { participations } from '#worker/db/schema.ts'
import { decidePlaces } from '#worker/domain/enrolment.ts'
import { notFound, validationFailed } from '#worker/http/validate.ts'
import type { AtParadeBody } from '#worker/parades/parades.contract.ts'
import type { Deps } from './deps.ts'
import { expireSandboxHolds } from './orders.queries.ts'
import { insertPlace, readKnown, toKnown } from './places.queries.ts'
import { refuseTaken } from './refuse-taken.ts'

/** The body on site is flat; who is there already is shown beside the name. */
const fieldOnSite = { paradeId: 'lastName', costumeNumber: 'costumeNumber' } as const

type Entry = AtParadeBody & { paradeId: number; userId: number }

/** On site, on the day: booked and confirmed at once, the fee still to be paid. */
export async function enterAtParade(deps: Deps, entry: Entry): Promise<number> {
  const { db, today } = deps
  const at = deps.now.toISOString()
  const chosen = [
    {
      paradeId: entry.paradeId,
      costumeTypeId: entry.selectedCostumeTypeId,
      costumeNumber: entry.costumeNumber,
    },
  ]
  const [...rows] = await db.batch([...readKnown(db, entry, chosen)])
  const known = toKnown(rows)
  if (known.parades.length === 0) throw notFound()
  if (!known.costumeTypeIds.has(entry.selectedCostumeTypeId)) {
    throw validationFailed({ selectedCostumeTypeId: 'Diesen Kleidertyp gibt es nicht mehr.' })
  }
  const places = decidePlaces('onSite', entry, chosen, known, today)
  const [place] = places
  if (!place) throw notFound()

  const insert = insertPlace(db, {
    place,
    person: entry,
    door: 'onSite',
    state: 'booked',
    orderToken: null,
    feePayed: false,
    confirmedBy: entry.userId,
    createdBy: entry.userId,
    at,
  }).returning({ id: participations.id })
  const [, , inserted] = await db
    .batch([...expireSandboxHolds(db, at), insert])
    .catch((error: unknown) => refuseTaken(deps, places, error, (_, field) => fieldOnSite[field]))
  return (inserted[0] as { id: number }).id
}
