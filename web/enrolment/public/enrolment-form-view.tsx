import { Plus } from 'lucide-react'
import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import {
  type Entry,
  enrolButtonText,
  guardianBelowOf,
  isForWaitingList,
  type Offer,
  paidLater,
  personLabel,
  pricesFor,
  toWaitingList,
} from '#web/enrolment/chosen-parades.ts'
import {
  type EnrolmentForm,
  type FormAction,
  hasNewInput,
  isEmptyForm,
} from '#web/enrolment/enrolment-form.ts'
import { EnrolmentSummary } from '#web/enrolment/enrolment-summary.tsx'
import { fieldNames } from '#web/enrolment/form-fields.ts'
import type { Missing } from '#web/enrolment/missing.ts'
import { ParadeLines } from '#web/enrolment/parade-lines.tsx'
import type { PersonAction } from '#web/enrolment/person-form.ts'
import { unreachable } from '#web/lib/failure-detail.ts'
import { publicPaths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Day } from '#worker/domain/dates.ts'
import { maxPeople } from '#worker/domain/limits.ts'
import { GuardianPart } from './guardian-part.tsx'
import { ParadeList } from './parade-list.tsx'
import { BirthdayField, EmailField, NameFields } from './person-fields.tsx'
import type { ConfirmLoadFailure, useEnrolment } from './use-enrolment.ts'
import { loadDialogs, type usePreloadedDialogs } from './use-preloaded-dialogs.ts'

type EnrolmentFormViewProps = {
  formRef: RefObject<HTMLFormElement | null>
  form: EnrolmentForm
  dispatch: (action: FormAction) => void
  offer: Offer
  today: Day
  isLive: boolean
  enrolment: ReturnType<typeof useEnrolment>
  dialogs: ReturnType<typeof usePreloadedDialogs>
  consentText: string
  consentVersion: number | undefined
  /** An unpaid order is replaced by this one. */
  isReplacing: boolean
  onEmptied: () => void
}

/**
 * A form that works without scripts. Once hydrated it shows what is missing, sums up, takes several
 * people and asks for confirmation.
 */
export function EnrolmentFormView({ formRef, form, dispatch, ...props }: EnrolmentFormViewProps) {
  const {
    offer,
    today,
    isLive,
    enrolment,
    dialogs,
    consentText,
    consentVersion,
    isReplacing,
    onEmptied,
  } = props
  const { entries, missing, totalInCent, Step } = enrolment
  const [asks, setAsks] = useState<number | 'all' | null>(null)
  const focusNext = useFocusNext(formRef)
  const [first] = missing
  const below = guardianBelowOf(entries)
  const isAlone = form.people.length === 1
  // Without scripts the button cannot follow what is ticked.
  const waits = isLive && isForWaitingList(entries)

  /** Calls `act` once the dialogs' code is loaded, usually at once; if loading fails, the form says so. */
  const withDialogs = (act: () => void) => {
    if (dialogs) act()
    else loadDialogs().then(act, enrolment.reportLoadFailure)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void enrolment.ask()
  }
  const remove = (index: number) => {
    setAsks(null)
    focusNext('[data-add]')
    dispatch({ type: 'personRemoved', index })
  }
  return (
    <form
      ref={formRef}
      method="post"
      action={publicPaths.paradeEnrolment}
      noValidate
      onSubmit={submit}
      className="gap-10 lg:grid lg:grid-cols-[minmax(0,1fr)_21.5rem]"
    >
      {/* The scroll margin keeps focused fields clear of the sticky bar. */}
      <div className="grid min-w-0 content-start gap-9 pb-6 max-lg:[&_button]:scroll-mb-40 max-lg:[&_input]:scroll-mb-40 max-lg:[&_select]:scroll-mb-40">
        {enrolment.notOpened && <StepMissing why={enrolment.notOpened} />}
        {isAlone || !dialogs ? (
          <OnePerson {...{ form, dispatch, offer, today, isLive }} entry={entries[0]} />
        ) : (
          <dialogs.PersonCards
            {...{ form, entries, missing, dispatch, offer, today }}
            onOpen={(index) => {
              focusNext(
                index === null
                  ? `[data-person="${form.open}"] [data-change]`
                  : `[data-person="${index}"] input`,
              )
              dispatch({ type: 'opened', index })
            }}
            onRemove={(index) => {
              const person = form.people[index] ?? form.people[0]
              if (hasNewInput(person, form.people[index - 1])) setAsks(index)
              else remove(index)
            }}
          />
        )}
        <div className="-mt-5 grid justify-items-center gap-3 noscript:hidden">
          <Button
            data-add
            size="xl"
            block
            disabled={isLive && form.people.length >= maxPeople}
            className="border-dashed"
            onClick={() =>
              withDialogs(() => {
                focusNext(`[data-person="${form.people.length}"] input`)
                dispatch({ type: 'personAdded' })
              })
            }
          >
            <Plus />
            Weitere Person
          </Button>
          {form.people.length >= maxPeople && (
            <p className="text-muted-foreground text-sm">
              Höchstens {maxPeople} Personen auf einmal.
            </p>
          )}
          {isLive && !isEmptyForm(form) && (
            <Button variant="ghost" size="sm" onClick={() => withDialogs(() => setAsks('all'))}>
              Alles leeren
            </Button>
          )}
        </div>
        {(below !== null || (!isLive && consentText !== '')) && (
          <GuardianPart {...{ form, dispatch, below, consentText, consentVersion }} />
        )}
      </div>
      <EnrolmentSummary
        title="Deine Anmeldung"
        totalInCent={totalInCent}
        missing={isLive && first ? `${first.whom}${first.sentence}` : ''}
        onMissing={() => {
          if (!first) return
          focusNext(fieldOf(first))
          dispatch({ type: 'opened', index: first.person })
        }}
        totalLabel={waits ? paidLater : undefined}
        button={
          waits ? toWaitingList : enrolButtonText(entries[0]?.chosen.length ?? 0, entries.length)
        }
        note={waits ? 'Zu bezahlen ist noch nichts.' : 'Bezahlt wird im nächsten Schritt.'}
      >
        {isAlone && entries[0] ? (
          <SumOfOne entry={entries[0]} />
        ) : (
          dialogs && <dialogs.SumOfPeople entries={entries} />
        )}
      </EnrolmentSummary>
      {Step && (
        <Step
          entries={entries}
          totalInCent={totalInCent}
          emailAddress={form.emailAddress}
          guardian={below === null ? null : (form.guardian ?? null)}
          isReplacing={isReplacing}
          isBusy={enrolment.isBusy}
          failure={enrolment.failure}
          challengeRef={enrolment.challengeRef}
          onClose={() => {
            focusNext('[aria-invalid=true]')
            enrolment.close()
          }}
          onOnlyOpen={enrolment.dropParades}
          onConfirm={(how) => void enrolment.send(how)}
        />
      )}
      {dialogs && typeof asks === 'number' && (
        <dialogs.AskDialog
          title={`${entries[asks]?.firstName || 'Person'} entfernen?`}
          onClose={() => setAsks(null)}
          onConfirm={() => remove(asks)}
        >
          {removalText(entries, asks)}
        </dialogs.AskDialog>
      )}
      {dialogs && asks === 'all' && (
        <dialogs.AskDialog
          title="Alles leeren?"
          onClose={() => setAsks(null)}
          onConfirm={() => {
            setAsks(null)
            focusNext('input')
            onEmptied()
          }}
        >
          Alles, was Du eingegeben hast, wird gelöscht.
        </dialogs.AskDialog>
      )}
    </form>
  )
}

type OnePersonProps = Pick<
  EnrolmentFormViewProps,
  'form' | 'dispatch' | 'offer' | 'today' | 'isLive'
> & { entry: Entry | undefined }

function OnePerson({ form, dispatch, offer, today, isLive, entry }: OnePersonProps) {
  const [person] = form.people
  const age = entry?.age ?? 'Adult'
  const change = useCallback(
    (action: PersonAction) => dispatch({ type: 'personChanged', index: 0, action }),
    [dispatch],
  )
  return (
    <>
      <section aria-labelledby="person" data-person={0}>
        <h2 id="person" className="text-2xl tracking-[-0.012em]">
          Wer läuft mit?
        </h2>
        <p className="mt-0.5 mb-4 text-muted-foreground">
          <span className="noscript:hidden">
            Mehrere? Unten kommt mit „Weitere Person“ jede dazu: eine Anmeldung und eine Zahlung für
            alle.
          </span>
        </p>
        <div className="grid items-start gap-5 max-md:gap-4.5 md:grid-cols-2">
          <NameFields person={person} dispatch={change} isFirst />
          <EmailField
            value={form.emailAddress}
            problem={form.emailProblem}
            onType={(value) => dispatch({ type: 'emailTyped', value })}
          />
          <BirthdayField person={person} dispatch={change} today={today} isFirst />
        </div>
      </section>
      <section aria-labelledby="parades">
        <h2 id="parades" className="text-2xl tracking-[-0.012em]">
          Welche Umzüge?
        </h2>
        <p className="mt-0.5 mb-4 text-muted-foreground">
          Kleidernummer und Kleidertyp gibst Du bei jedem gewählten Umzug an.
          {/* On small screens only; on large ones the summary beside the form says whose prices apply. */}
          <span className="lg:hidden"> Es gelten die {pricesFor[age]}.</span>
        </p>
        <ParadeList
          offer={offer}
          person={person}
          age={age}
          dispatch={change}
          isLive={isLive}
          look="card"
        />
      </section>
    </>
  )
}

function SumOfOne({ entry }: { entry: Entry }) {
  return (
    <>
      <p className="mb-4 text-muted-foreground text-xs">{pricesFor[entry.age]}</p>
      <ParadeLines lines={entry.sum.lines} />
    </>
  )
}

/** A selector of the field to fill in; without a key of the first parade. Only the open card has fields. */
function fieldOf({ key }: Missing): string {
  const [what, id] = (key ?? fieldNames.parade).split(':')
  if (id === undefined) return `[name="${what}"]`
  const { costumeNumber, costumeTypeId } = fieldNames
  return `[name="${(what === 'costumeType' ? costumeTypeId : costumeNumber)(Number(id))}"]`
}

/** "Ben Straßer und seine Umzüge …"; names only what the person has chosen. */
function removalText(entries: readonly Entry[], index: number): string {
  const entry = entries[index]
  if (!entry) return ''
  const others = entries.filter((_, at) => at !== index)
  const stay = others.map((one, at) => one.firstName || personLabel(one, at)).join(', ')
  const count = entry.chosen.length
  const parades = count === 0 ? '' : count === 1 ? ' mit 1 Umzug' : ` mit ${count} Umzügen`
  const verb = others.length === 1 ? 'bleibt' : 'bleiben'
  return `${personLabel(entry, index)} fällt${parades} aus dieser Anmeldung. ${stay} ${verb}.`
}

/** The code of the next step could not be loaded; the input stays. */
function StepMissing({ why }: { why: ConfirmLoadFailure }) {
  return (
    <Alert tone="error" focusOnMount>
      {why === 'offline' ? (
        <p>{unreachable}</p>
      ) : (
        <>
          <p>Der nächste Schritt ließ sich nicht laden. Was Du eingegeben hast, bleibt.</p>
          <Button size="sm" className="mt-2" onClick={() => window.location.reload()}>
            Seite neu laden
          </Button>
        </>
      )}
    </Alert>
  )
}

/** Takes a selector and focuses its element after the next render; if there is none, the focus stays. */
function useFocusNext(formRef: RefObject<HTMLFormElement | null>) {
  const next = useRef<string | null>(null)
  useEffect(() => {
    const goal = next.current && formRef.current?.querySelector<HTMLElement>(next.current)
    next.current = null
    if (goal) goal.focus()
  })
  return (selector: string) => {
    next.current = selector
  }
}
