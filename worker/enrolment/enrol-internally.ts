import { decidePlaces } from '#worker/domain/enrolment.ts'
import { isOrganization } from '#worker/domain/names.ts'
import { validationFailed } from '#worker/http/validate.ts'
import type { Deps } from '#worker/orders/deps.ts'
import { bookPlaces } from './book-places.ts'
import type { InternalEnrolBody } from './enrolment.contract.ts'
import { readKnown, toKnown } from './places.queries.ts'

/** The stall tablet: with a member picked, their stored data win over what was typed. */
export async function enrolInternally(
  deps: Deps,
  body: InternalEnrolBody,
  userId: number,
): Promise<void> {
  const { memberId, parades: chosen } = body
  const rows = await deps.db.batch([...readKnown(deps.db, memberId ?? [body], chosen)])
  const person = memberId === null ? body : rows[3][0]
  if (!person) throw validationFailed({ memberId: 'Dieses Mitglied gibt es nicht mehr.' })

  // An organization walks in no parade: the spec asks every door for both names.
  if (isOrganization(person)) throw validationFailed({ firstName: 'Gib den Vornamen an.' })
  const places = decidePlaces(
    'internal',
    person,
    chosen,
    toKnown(rows, memberId !== null),
    deps.today,
  )
  const booking = { door: 'internal', places, userId } as const
  await bookPlaces(deps, booking, (index, field) => `parades.${index}.${field}`)
}
