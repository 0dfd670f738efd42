import { decidePlaces } from '#worker/domain/enrolment.ts'
import { notFound } from '#worker/http/validate.ts'
import type { Deps } from '#worker/orders/deps.ts'
import type { AtParadeBody } from '#worker/parades/parades.contract.ts'
import { bookPlaces } from './book-places.ts'
import { type FieldNames, inFlatBody } from './flat-body.ts'
import { readKnown, toKnown } from './places.queries.ts'

/** Who is there already is shown beside the name. */
const fieldNames: FieldNames = {
  paradeId: 'lastName',
  costumeTypeId: 'selectedCostumeTypeId',
  costumeNumber: 'costumeNumber',
}

type Entry = AtParadeBody & { paradeId: number; userId: number }

/** On site, on the day: booked and confirmed at once, the fee still to be paid. */
export async function enterAtParade(deps: Deps, entry: Entry): Promise<number | undefined> {
  const { db, today } = deps
  const chosen = [
    {
      paradeId: entry.paradeId,
      costumeTypeId: entry.selectedCostumeTypeId,
      costumeNumber: entry.costumeNumber,
    },
  ]
  const known = toKnown(await db.batch([...readKnown(db, [entry], chosen)]))
  if (known.parades.length === 0) throw notFound()
  const places = inFlatBody(fieldNames, () => decidePlaces('onSite', entry, chosen, known, today))
  const booking = { door: 'onSite', places, userId: entry.userId } as const
  const [id] = await bookPlaces(deps, booking, (_, field) => fieldNames[field])
  return id
}
