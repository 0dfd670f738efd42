import { type Dispatch, useId } from 'react'
import { QuerySection, type SectionQuery } from '#web/components/query-section.tsx'
import { type CostumeType, type Offer, pricesFor } from '#web/enrolment/chosen-parades.ts'
import { cardPropsOf, ParadeCard } from '#web/enrolment/parade-card.tsx'
import { birthdayOf } from '#web/enrolment/person-form.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { ageClass } from '#worker/domain/birthdays.ts'
import type { AgeClass } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import { freePlacesText } from '#worker/domain/parade.ts'
import type { EnrolmentParade } from '#worker/enrolment/enrolment.contract.ts'
import {
  costumeOf,
  type InternalAction,
  type InternalForm,
  isSameCostume,
} from './internal-form.ts'

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
          whenFull="allowed"
          {...cardPropsOf(form.entry, parade.id)}
          dispatch={dispatch}
          note={
            form.enrolledIn.includes(parade.id) ? (
              <Badge tone="blue">Nimmt schon teil</Badge>
            ) : (
              freePlacesText(parade.freePlaces)
            )
          }
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

type WardrobeChoiceProps = {
  form: InternalForm
  paradeId: number
  dispatch: Dispatch<InternalAction>
}

/** Chooses one of several costumes that the member owns with one tap. */
function WardrobeChoice({ form, paradeId, dispatch }: WardrobeChoiceProps) {
  const { member, wardrobe, entry } = form
  if (!member || wardrobe.length < 2) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add a box to the layout.
    <div
      role="group"
      aria-label="Eigene Kleider"
      className="flex flex-wrap gap-2 px-5 pb-4 max-md:px-4 md:pl-30.5"
    >
      {wardrobe.map((costume) => (
        <button
          key={costume.id}
          type="button"
          aria-pressed={isSameCostume(entry.costumes[paradeId], costumeOf(costume))}
          onClick={() => dispatch({ type: 'costumePicked', paradeId, costume })}
          className="min-h-12 rounded-md border border-input bg-card px-4 font-semibold aria-pressed:border-secondary aria-pressed:bg-secondary aria-pressed:text-secondary-foreground"
        >
          {costume.type.name} {costume.number}
        </button>
      ))}
    </div>
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

/** The queries of parades and costume types, possibly still loading. */
export type OfferQueries = {
  parades: SectionQuery<EnrolmentParade[]>
  costumeTypes: SectionQuery<CostumeType[]>
}

/** The loaded part of the offer; a list that is not loaded is empty. */
export function knownOffer({ parades, costumeTypes }: OfferQueries): Offer {
  return { parades: parades.data ?? [], costumeTypes: costumeTypes.data ?? [] }
}

/** Whether it can be said which fields are missing; costume types that failed to load count as none. */
export function isOfferKnown({ parades, costumeTypes }: OfferQueries): boolean {
  return parades.data !== undefined && (costumeTypes.data !== undefined || !!costumeTypes.error)
}
