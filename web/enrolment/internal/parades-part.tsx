import { type Dispatch, useId } from 'react'
import { pricesFor } from '#web/enrolment/chosen-parades.ts'
import { costumeTypesNotLoaded, paradesNotLoaded } from '#web/enrolment/enrolment.api.ts'
import { ParadeCard } from '#web/enrolment/parade-card.tsx'
import { ParadesSkeleton } from '#web/enrolment/parades-skeleton.tsx'
import type { LoadedOffer } from '#web/enrolment/use-offer.ts'
import { Empty } from '#web/ui/empty.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { WhenLoaded } from '#web/ui/when-loaded.tsx'
import { ageClass } from '#worker/domain/age.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { EnrolmentParade } from '#worker/enrolment/enrolment.contract.ts'
import type { InternalAction, InternalForm } from './internal-form.ts'
import { WardrobeChoice } from './wardrobe-choice.tsx'

type ParadesPartProps = {
  offer: LoadedOffer
  form: InternalForm
  dispatch: Dispatch<InternalAction>
  today: Day
}

export function ParadesPart({ offer, ...rest }: ParadesPartProps) {
  const titleId = useId()
  const { costumeTypes } = offer
  const age = ageClass(rest.form.entry.birthday, rest.today)
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="text-2xl tracking-[-0.012em]">
        Welche Umzüge?
      </h2>
      <p className="mt-0.5 mb-4 text-muted-foreground">Es gelten die {pricesFor[age]}.</p>
      <div className="grid gap-3">
        {costumeTypes.result?.ok === false && (
          <Failure
            message={costumeTypesNotLoaded}
            failure={costumeTypes.result.failure}
            busy={costumeTypes.isPending}
            onRetry={costumeTypes.reload}
          />
        )}
        <WhenLoaded loaded={offer.parades} message={paradesNotLoaded} waiting={<ParadesSkeleton />}>
          {(parades) => <Parades {...rest} parades={parades} types={costumeTypes.result} />}
        </WhenLoaded>
      </div>
    </section>
  )
}

type ParadesProps = Omit<ParadesPartProps, 'offer'> & {
  parades: readonly EnrolmentParade[]
  types: LoadedOffer['costumeTypes']['result']
}

function Parades({ parades, types, form, dispatch, today }: ParadesProps) {
  if (parades.length === 0) return <NothingAhead />
  return (
    <ul className="grid gap-3">
      {parades.map((parade) => (
        <ParadeCard
          key={parade.id}
          parade={parade}
          age={ageClass(form.entry.birthday, today)}
          costumeTypes={types?.ok ? types.data : null}
          form={form.entry}
          dispatch={dispatch}
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
