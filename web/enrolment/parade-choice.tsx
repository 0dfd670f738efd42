import { type Dispatch, useId } from 'react'
import { Failure } from '#web/ui/failure.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { WhenLoaded } from '#web/ui/when-loaded.tsx'
import { ageClass } from '#worker/domain/age.ts'
import type { AgeClass } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import { pricesFor } from './chosen-parades.ts'
import { costumeTypesNotLoaded, paradesNotLoaded } from './enrolment.api.ts'
import type { EnrolmentForm, FormAction } from './enrolment-form.ts'
import { ParadeCard } from './parade-card.tsx'
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
            />
          ))}
        </ul>
      )}
    </WhenLoaded>
  )
}

function ParadesSkeleton() {
  return (
    <Loading className="grid">
      <div className="grid gap-3">
        {[56, 64, 48, 60].map((width) => (
          <div
            key={width}
            className="flex items-center gap-4 rounded-xl border bg-card px-4.5 py-3.5"
          >
            <Skeleton className="size-6 flex-none" />
            <Skeleton className="h-15 w-13 flex-none rounded-b-[1.25rem]" />
            <div className="grid flex-1 gap-2.5 py-1">
              <Skeleton width={`${width}%`} />
              <Skeleton width={`${width - 16}%`} />
              <Skeleton width={`${width - 24}%`} />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  )
}
