import { type Dispatch, useId } from 'react'
import { QuerySection } from '#web/ui/query-section.tsx'
import { ageClass } from '#worker/domain/age.ts'
import type { AgeClass } from '#worker/domain/codes.ts'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import { pricesFor } from './chosen-parades.ts'
import { birthdayOf, type EnrolmentForm, type FormAction } from './enrolment-form.ts'
import { ParadeCard } from './parade-card.tsx'
import { ParadesSkeleton } from './parades-skeleton.tsx'
import type { OfferQueries } from './use-offer.ts'

type ParadeChoiceProps = {
  offer: OfferQueries
  form: EnrolmentForm
  dispatch: Dispatch<FormAction>
  today: Day
}

export function ParadeChoice({ offer, form, dispatch, today }: ParadeChoiceProps) {
  const age = ageClass(birthdayOf(form), today)
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="text-2xl tracking-[-0.012em]">
        Welche Umzüge?
      </h2>
      <p className="mt-0.5 mb-4 text-muted-foreground">
        Kleidernummer und Kleidertyp gibst Du bei jedem gewählten Umzug an.
        {/* The summary says so beside the form; on small screens it is a bar without room. */}
        <span className="lg:hidden"> Es gelten die {pricesFor[age]}.</span>
      </p>
      <div className="grid gap-3">
        <QuerySection query={offer.costumeTypes} waiting={null}>
          {() => null}
        </QuerySection>
        <Parades offer={offer} form={form} dispatch={dispatch} age={age} />
      </div>
    </section>
  )
}

type ParadesProps = Omit<ParadeChoiceProps, 'today'> & { age: AgeClass }

function Parades({ offer, form, dispatch, age }: ParadesProps) {
  return (
    <QuerySection query={offer.parades} waiting={<ParadesSkeleton />}>
      {(parades) => (
        <ul className="grid gap-3">
          {parades.map((parade) => (
            <ParadeCard
              key={parade.id}
              parade={parade}
              age={age}
              costumeTypes={offer.costumeTypes.data ?? null}
              form={form}
              dispatch={dispatch}
              note={`Anmeldung bis ${germanDate(parade.dateEnrolmentEnd)}`}
            />
          ))}
        </ul>
      )}
    </QuerySection>
  )
}
