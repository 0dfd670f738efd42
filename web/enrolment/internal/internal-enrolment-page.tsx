import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useReducer, useRef, useState } from 'react'
import { CashSwitch } from '#web/components/cash-switch.tsx'
import { Failure } from '#web/components/failure.tsx'
import { accompanimentOf, GuardianFields } from '#web/components/guardian-fields.tsx'
import { OverCapacityTick } from '#web/components/over-capacity-tick.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import type { SectionQuery } from '#web/components/query-section.tsx'
import { costumeTypesQuery } from '#web/data/costumes.ts'
import { enrolInternally, paradesToComeQuery } from '#web/data/enrolment.ts'
import { settingsQuery } from '#web/data/guild.ts'
import { membersQuery } from '#web/data/members.ts'
import {
  type ChosenParade,
  chosenParades,
  computeSum,
  enrolButtonText,
  guardianBelowOf,
  type Offer,
  pricesFor,
  toChosenExtras,
} from '#web/enrolment/chosen-parades.ts'
import { problemsOf } from '#web/enrolment/enrol-request.ts'
import { EnrolmentSummary } from '#web/enrolment/enrolment-summary.tsx'
import { missingOfParades, wrongBirthday } from '#web/enrolment/missing.ts'
import { ParadeLines } from '#web/enrolment/parade-lines.tsx'
import { birthdayOf } from '#web/enrolment/person-form.ts'
import { usePickableMembers } from '#web/enrolment/use-pickable-members.ts'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { missingWords, wordFor } from '#web/lib/missing-words.ts'
import { prefetch } from '#web/lib/query.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import type { PickableMember } from '#web/members/shared/member-search.ts'
import { Alert } from '#web/ui/alert.tsx'
import { ageClass } from '#worker/domain/birthdays.ts'
import { berlinDay, type Day } from '#worker/domain/dates.ts'
import { germanEuro } from '#worker/domain/money.ts'
import type { InternalEnrolBody } from '#worker/enrolment/enrolment.contract.ts'
import { emptyInternalForm, type InternalForm, internalFormReducer } from './internal-form.ts'
import { isOfferKnown, knownOffer, type OfferQueries, ParadesPart } from './parades-part.tsx'
import { PersonPart } from './person-part.tsx'

export function loader() {
  prefetch(paradesToComeQuery, costumeTypesQuery, membersQuery, settingsQuery)
  return null
}

export function InternalEnrolmentPage() {
  const parades = useQuery(paradesToComeQuery)
  const costumeTypes = useQuery(costumeTypesQuery)
  const members = usePickableMembers()
  const [count, setCount] = useState(0)
  const [last, setLast] = useState<Enrolled | null>(null)

  // Spec §4: after a success the page is reset for the next person in the queue.
  const startNext = (enrolled: Enrolled) => {
    setLast(enrolled)
    setCount(count + 1)
  }
  return (
    <Wrap>
      <PageHead title="Umzugsanmeldung im Stall" />
      <EnrolledAlert enrolled={last} />
      <InternalEnrolment
        key={count}
        offer={{ parades, costumeTypes }}
        members={members}
        isNext={count > 0}
        onStart={() => setLast(null)}
        onEnrolled={startNext}
      />
    </Wrap>
  )
}

type InternalEnrolmentProps = {
  offer: OfferQueries
  members: SectionQuery<PickableMember[]>
  /** A person was just enrolled, and the form is empty for the next one. */
  isNext: boolean
  onStart: () => void
  onEnrolled: (enrolled: Enrolled) => void
}

function InternalEnrolment({ offer, members, isNext, ...on }: InternalEnrolmentProps) {
  const { failure, ...entry } = useInternalEnrolment(offer, on.onEnrolled, on.onStart)
  const formRef = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!isNext) return
    window.scrollTo(0, 0)
    formRef.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [isNext])
  return (
    <form
      ref={formRef}
      noValidate
      autoComplete="off"
      onSubmit={entry.send}
      className="gap-10 [--control:3rem] md:max-lg:-mb-16 lg:grid lg:grid-cols-[minmax(0,1fr)_21.5rem]"
    >
      {/* The scroll margin keeps focused fields clear of the sticky bar. */}
      <div className="grid content-start gap-9 pb-6 max-lg:[&_input]:scroll-mb-40 max-lg:[&_select]:scroll-mb-40">
        {failure && (
          <Failure failure={failure} detail={detailOf(failure)} focusOnMount className="-mb-3" />
        )}
        {failure?.error?.code === 'ParadeFull' && (
          <OverCapacityTick
            checked={entry.form.overCapacity}
            onChange={(isConfirmed) => entry.dispatch({ type: 'overCapacity', isConfirmed })}
          />
        )}
        <PersonPart {...entry} members={members} />
        <ParadesPart {...entry} offer={offer} />
        {entry.below !== null && (
          <GuardianFields
            value={entry.form.accompaniment}
            errors={failure?.error?.fields ?? {}}
            onChange={(accompaniment) => entry.dispatch({ type: 'guardianTyped', accompaniment })}
          />
        )}
      </div>
      <EnrolmentSummary
        title="Anmeldung"
        totalInCent={entry.sum.totalInCent}
        missing={entry.missing}
        button={enrolButtonText(entry.sum.lines.length)}
        busy={entry.isPending}
        choice={
          entry.takesCash && (
            <CashSwitch
              priceInCent={entry.sum.totalInCent}
              checked={entry.isPaid}
              onChange={entry.setPaid}
            />
          )
        }
        className="lg:top-22! lg:max-h-[calc(100dvh-7rem)]!"
      >
        <p className="text-muted-foreground text-xs">
          {pricesFor[ageClass(entry.birthday, entry.today)]}
        </p>
        <ParadeLines lines={entry.sum.lines} className="mt-4" />
      </EnrolmentSummary>
    </form>
  )
}

/** Shown until the next person is sent: the name, and the amount to pay on the spot. */
function EnrolledAlert({ enrolled }: { enrolled: Enrolled | null }) {
  return (
    <div role="status">
      {enrolled && (
        <Alert tone="ok" title="Anmeldung war erfolgreich!" className="mb-6">
          <p>
            {enrolled.name} ist für {paradesText(enrolled.parades)} angemeldet. Summe{' '}
            <b className="font-semibold">{germanEuro(enrolled.totalInCent)}</b>
            {enrolled.isPaid && ', bar bezahlt'}
          </p>
        </Alert>
      )}
    </div>
  )
}

function paradesText(count: number): string {
  return count === 1 ? '1 Umzug' : `${count} Umzüge`
}

/** The result: "Annegret Gruber", 2 parades, and the amount to pay, or paid in cash. */
type Enrolled = { name: string; parades: number; totalInCent: number; isPaid: boolean }

function useInternalEnrolment(
  offer: OfferQueries,
  onEnrolled: (enrolled: Enrolled) => void,
  onStart: () => void,
) {
  const [form, dispatch] = useReducer(internalFormReducer, emptyInternalForm)
  const today = berlinDay(new Date())
  const birthday = birthdayOf(form.entry)
  const chosen = trimmedParades(form, knownOffer(offer))
  const missing = missingText(form, isOfferKnown(offer) ? chosen : null, today)
  const sum = computeSum(chosen, birthday, today)
  const below = guardianBelowOf([{ birthday, chosen }])
  const [isPaid, setPaid] = useState(false)
  const settings = useQuery(settingsQuery)
  const takesCash = sum.totalInCent > 0 && settings.data?.cashAtCheckIn !== false
  const cashInCent = takesCash && isPaid ? sum.totalInCent : undefined

  const showFailure = (failure: CallFailure, { parades }: InternalEnrolBody) => {
    const sent = parades.map((parade) => parade.paradeId)
    const problems = problemsOf(failure, sent)
    const { error } = failure
    dispatch(
      error?.code === 'PersonAlreadyEnrolled'
        ? { type: 'alreadyEnrolled', paradeIds: error.parades, problems }
        : { type: 'refused', problems },
    )
    const { code = '' } = error ?? {}
    if (['ParadeCancelled', 'ParadeFull', 'PriceChanged'].includes(code)) {
      void offer.parades.refetch()
    }
    if (code === 'CashOff') void settings.refetch()
  }
  const sending = { ...enrolInternally, onMutate: onStart, onError: showFailure }
  const { submit, isPending, failure } = useSubmit(sending, () => {
    const { firstName, lastName } = form.entry
    const name = `${firstName.trim()} ${lastName.trim()}`
    onEnrolled({
      name,
      parades: chosen.length,
      totalInCent: sum.totalInCent,
      isPaid: cashInCent !== undefined,
    })
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (missing !== '') return
    void submit({
      ...internalRequest(form, chosen),
      ...(cashInCent !== undefined && { cashInCent }),
    })
  }
  const cash = { takesCash, isPaid, setPaid }
  return { form, dispatch, birthday, today, sum, below, missing, send, isPending, failure, ...cash }
}

/** Spec §5: in internal enrolment costume numbers are trimmed before the check. */
function trimmedParades({ entry }: InternalForm, offer: Offer): ChosenParade[] {
  return chosenParades(entry, offer).map((one) => ({
    ...one,
    costumeNumber: one.costumeNumber.trim(),
  }))
}

/** Spec §5: the first reason why the form cannot be sent; '' when it can. */
function missingText(
  { entry }: InternalForm,
  chosen: readonly ChosenParade[] | null,
  today: Day,
): string {
  const blank = [
    !entry.firstName.trim() && wordFor.firstName,
    !entry.lastName.trim() && wordFor.lastName,
  ].filter((one) => one !== false)
  return [
    blank.length > 0 && `${missingWords(blank)}.`,
    wrongBirthday(entry.birthday, today),
    missingOfParades(chosen),
  ]
    .filter(Boolean)
    .join(' ')
}

/** The request's body, complete only when nothing is missing. */
function internalRequest(
  { entry, member, overCapacity, accompaniment }: InternalForm,
  chosen: readonly ChosenParade[],
): InternalEnrolBody {
  return {
    overCapacity,
    ...accompanimentOf(accompaniment),
    memberId: member?.id ?? null,
    firstName: entry.firstName.trim(),
    lastName: entry.lastName.trim(),
    birthday: birthdayOf(entry),
    parades: chosen.flatMap(({ parade, costumeNumber, costumeType, extras }) =>
      costumeType
        ? [
            {
              paradeId: parade.id,
              costumeTypeId: costumeType.id,
              costumeNumber,
              extras: toChosenExtras(extras),
            },
          ]
        : [],
    ),
  }
}
