import { and, eq } from 'drizzle-orm'
import { costumeTypes, parades, participations } from '#worker/db/schema.ts'
import { decidePlaces } from '#worker/domain/enrolment.ts'
import { notFound } from '#worker/http/validate.ts'
import type { Deps } from '#worker/orders/deps.ts'
import { type FieldNames, inFlatBody } from './flat-body.ts'
import { selectRegistered, toKnown } from './places.queries.ts'
import { takePlaces } from './take-places.ts'

const fieldNames: FieldNames = {
  // A parade is never at fault here: it is the one the place belongs to.
  paradeId: 'newCostumeNumber',
  costumeTypeId: 'newCostumeTypeId',
  costumeNumber: 'newCostumeNumber',
}

type Correction = {
  participationId: number
  newCostumeTypeId: number
  newCostumeNumber: string
}

/** The fifth door: another costume in a place that somebody has. Price and age class stay. */
export async function correctCostume(deps: Deps, correction: Correction): Promise<void> {
  const { db, today } = deps
  const booked = and(
    eq(participations.id, correction.participationId),
    eq(participations.state, 'booked'),
  )
  const costume = {
    costumeTypeId: correction.newCostumeTypeId,
    costumeNumber: correction.newCostumeNumber,
  }
  const [found, paradeRows, typeRows, costumeRows] = await db.batch([
    db.select().from(participations).where(booked),
    db
      .select()
      .from(parades)
      .where(
        eq(
          parades.id,
          db.select({ id: participations.paradeId }).from(participations).where(booked),
        ),
      ),
    db.select({ id: costumeTypes.id }).from(costumeTypes),
    selectRegistered(db, [costume]),
  ])
  const [stored] = found
  if (!stored) throw notFound()

  const door = stored.costumeNumberKey === '' ? 'correctionWithoutNumber' : 'correction'
  const chosen = [{ paradeId: stored.paradeId, ...costume }]
  const known = toKnown([paradeRows, typeRows, costumeRows, []])
  const places = inFlatBody(fieldNames, () => decidePlaces(door, stored, chosen, known, today))
  const [place] = places
  if (!place) throw notFound()
  const { costumeTypeId, costumeId, costumeNumber, costumeNumberKey } = place
  const run = () =>
    db
      .update(participations)
      .set({ costumeTypeId, costumeId, costumeNumber, costumeNumberKey })
      .where(booked)
  await takePlaces(deps, places, run, (_, field) => fieldNames[field], { own: stored.id })
}
