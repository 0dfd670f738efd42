import { type Dispatch, useId } from 'react'
import { Failure } from '#web/ui/failure.tsx'
import { WhenLoaded } from '#web/ui/when-loaded.tsx'
import { ageClass } from '#worker/domain/age.ts'
import type { AgeClass } from '#worker/domain/codes.ts'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import { pricesFor } from './chosen-parades.ts'
import { costumeTypesNotLoaded, paradesNotLoaded } from './enrolment.api.ts'
import type { EnrolmentForm, FormAction } from './enrolment-form.ts'
import { ParadeCard } from './parade-card.tsx'
import { ParadesSkeleton } from './parades-skeleton.tsx'
import type { LoadedOffer } from './use-offer.ts'

type ParadeChoiceProps = {
  offer: LoadedOffer
  form: EnrolmentForm
  dispatch: Dispatch<FormAction>
  today: Day
}

export function ParadeChoice({ offer, form, dispatch, today }: ParadeChoiceProps) {
  const age = ageClass(form.birthday, today)
  const titleId = useId()
  const { costumeTypes } = offer
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
        {costumeTypes.result?.ok === false && (
          <Failure
            message={costumeTypesNotLoaded}
            failure={costumeTypes.result.failure}
            busy={costumeTypes.isPending}
            onRetry={costumeTypes.reload}
          />
        )}
        <Parades offer={offer} form={form} dispatch={dispatch} age={age} />
      </div>
    </section>
  )
}

type ParadesProps = Omit<ParadeChoiceProps, 'today'> & { age: AgeClass }

function Parades({ offer, form, dispatch, age }: ParadesProps) {
  const types = offer.costumeTypes.result
  return (
    <WhenLoaded loaded={offer.parades} message={paradesNotLoaded} waiting={<ParadesSkeleton />}>
      {(parades) => (
        <ul className="grid gap-3">
          {parades.map((parade) => (
            <ParadeCard
              key={parade.id}
              parade={parade}
              age={age}
              costumeTypes={types?.ok ? types.data : null}
              form={form}
              dispatch={dispatch}
              note={`Anmeldung bis ${germanDate(parade.dateEnrolmentEnd)}`}
            />
          ))}
        </ul>
      )}
    </WhenLoaded>
  )
}
