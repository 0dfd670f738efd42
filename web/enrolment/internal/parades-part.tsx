import { type Dispatch, useId } from 'react'
import { QuerySection } from '#web/components/query-section.tsx'
import { type CostumeType, pricesFor } from '#web/enrolment/chosen-parades.ts'
import { cardOf, ParadeCard } from '#web/enrolment/parade-card.tsx'
import { ParadesSkeleton } from '#web/enrolment/parades-skeleton.tsx'
import { birthdayOf } from '#web/enrolment/person-form.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ageClass } from '#worker/domain/birthdays.ts'
import type { AgeClass } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { EnrolmentParade } from '#worker/enrolment/enrolment.contract.ts'
import type { InternalAction, InternalForm } from './internal-form.ts'
import type { OfferQueries } from './offer.ts'
import { WardrobeChoice } from './wardrobe-choice.tsx'

type ParadesPartProps = {
  offer: OfferQueries
  form: InternalForm
  dispatch: Dispatch<InternalAction>
  today: Day
}

export function ParadesPart({ offer, ...rest }: ParadesPartProps) {
  const titleId = useId()
  const { costumeTypes, parades } = offer
  const age = ageClass(birthdayOf(rest.form.entry), rest.today)
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="text-2xl tracking-[-0.012em]">
        Welche Umzüge?
      </h2>
      <p className="mt-0.5 mb-4 text-muted-foreground">Es gelten die {pricesFor[age]}.</p>
      <div className="grid gap-3">
        <QuerySection query={costumeTypes} waiting={null}>
          {() => null}
        </QuerySection>
        <QuerySection query={parades} waiting={<ParadesSkeleton />}>
          {(known) => (
            <Parades {...rest} age={age} parades={known} costumeTypes={costumeTypes.data ?? null} />
          )}
        </QuerySection>
      </div>
    </section>
  )
}

type ParadesProps = Pick<ParadesPartProps, 'form' | 'dispatch'> & {
  age: AgeClass
  parades: readonly EnrolmentParade[]
  costumeTypes: readonly CostumeType[] | null
}

function Parades({ parades, form, dispatch, ...card }: ParadesProps) {
  if (parades.length === 0) return <NothingAhead />
  return (
    <ul className="grid gap-3">
      {parades.map((parade) => (
        <ParadeCard
          key={parade.id}
          {...card}
          parade={parade}
          {...cardOf(form.entry, parade.id)}
          dispatch={dispatch}
          {...(form.enrolledIn.includes(parade.id) && {
            note: <Badge tone="blue">Nimmt schon teil</Badge>,
          })}
        >
          <WardrobeChoice form={form} paradeId={parade.id} dispatch={dispatch} />
        </ParadeCard>
      ))}
    </ul>
  )
}

function NothingAhead() {
  return (
    <Empty level="h3" title="Es steht kein Umzug an">
      Ab heute ist kein Umzug eingetragen.
    </Empty>
  )
}
