import { Trash2 } from 'lucide-react'
import { Fragment, useCallback } from 'react'
import { type Entry, type Offer, paradeCount, personLabel } from '#web/enrolment/chosen-parades.ts'
import type { EnrolmentForm, FormAction } from '#web/enrolment/enrolment-form.ts'
import type { Missing } from '#web/enrolment/missing.ts'
import type { PersonAction } from '#web/enrolment/person-form.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import type { AgeClass } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { ParadeList } from './parade-list.tsx'
import { BirthdayField, EmailField, NameFields } from './person-fields.tsx'

type PersonCardsProps = {
  form: EnrolmentForm
  entries: readonly Entry[]
  missing: readonly Missing[]
  dispatch: (action: FormAction) => void
  offer: Offer
  today: Day
  onOpen: (index: number | null) => void
  onRemove: (index: number) => void
}

/** Several people, each in a card; at most one card is open. */
export function PersonCards({ form, entries, ...rest }: PersonCardsProps) {
  return (
    <section aria-labelledby="people">
      <h2 id="people" className="text-2xl tracking-[-0.012em]">
        Wer läuft mit?
      </h2>
      <p className="mt-0.5 mb-4 text-muted-foreground">Eine Anmeldung und eine Zahlung für alle.</p>
      <ul className="grid gap-3">
        {entries.map((entry, index) => {
          const card = { ...rest, form, entry, index }
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the form holds all state of a person.
            <li key={index} data-person={index} className="min-w-0 rounded-xl border bg-card">
              {index === form.open ? <OpenCard {...card} /> : <ClosedCard {...card} />}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

type CardProps = Omit<PersonCardsProps, 'entries'> & { entry: Entry; index: number }

function ClosedCard({ form, entry, index, missing, onOpen, onRemove }: CardProps) {
  const name = personLabel(entry, index)
  const lacks = missing.find(({ person, whom }) => person === index && whom !== '')
  // Server errors are also shown on the closed card's line.
  const [serverError = index === 0 ? form.emailProblem : undefined] = Object.values(
    form.people[index]?.problems ?? {},
  )
  const sentence = lacks?.sentence ?? serverError
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5 pr-3 pl-5 max-md:pl-4">
      <div className="min-w-0 flex-[1_1_12rem]">
        <CardTitle name={name} age={entry.age} />
        <p className="wrap-anywhere text-muted-foreground">{paradesText(entry)}</p>
        {index === 0 && form.emailAddress.trim() !== '' && (
          <p className="wrap-anywhere text-muted-foreground">
            Bestätigung an {form.emailAddress.trim()}
          </p>
        )}
        {sentence && (
          <p className="wrap-anywhere font-[550] text-sm text-warning-soft-foreground">
            {sentence}
          </p>
        )}
      </div>
      <div className="ms-auto flex flex-wrap items-center justify-end gap-2">
        <Price cents={entry.sum.totalInCent} />
        <Button data-change aria-label={`${name} ändern`} onClick={() => onOpen(index)}>
          Ändern
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label={`${name} entfernen`}
          onClick={() => onRemove(index)}
        >
          <Trash2 />
        </Button>
      </div>
    </div>
  )
}

function OpenCard({ form, entry, index, dispatch, offer, today, ...on }: CardProps) {
  const name = personLabel(entry, index)
  const person = form.people[index] ?? form.people[0]
  const isFirst = index === 0
  const change = useCallback(
    (action: PersonAction) => dispatch({ type: 'personChanged', index, action }),
    [dispatch, index],
  )
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{name}</legend>
      <div className="flex flex-wrap items-center justify-between gap-x-4 px-5 pt-4 max-md:px-4">
        <div className="min-w-0 flex-[1_1_8rem]">
          <CardTitle name={name} age={entry.age} />
          <p className="text-muted-foreground">{paradeCount(entry.chosen.length)}</p>
        </div>
        <Price cents={entry.sum.totalInCent} />
      </div>
      <div className="grid gap-5 px-5 pt-4 pb-1 max-md:px-4">
        <div className="grid items-start gap-5 max-md:gap-4.5 md:grid-cols-2">
          <NameFields person={person} dispatch={change} isFirst={isFirst} />
          {isFirst && (
            <EmailField
              value={form.emailAddress}
              problem={form.emailProblem}
              onType={(value) => dispatch({ type: 'emailTyped', value })}
            />
          )}
          <BirthdayField person={person} dispatch={change} today={today} isFirst={isFirst} />
        </div>
        <ParadeList
          offer={offer}
          person={person}
          age={entry.age}
          dispatch={change}
          isLive
          look="row"
          label={`Umzüge von ${name}`}
        />
      </div>
      <div className="flex flex-wrap justify-between gap-3 border-t py-3 pr-4 pl-3">
        <Button
          variant="danger"
          className="wrap-anywhere min-w-0"
          onClick={() => on.onRemove(index)}
        >
          <Trash2 />
          {entry.firstName || 'Person'} entfernen
        </Button>
        <Button variant="secondary" onClick={() => on.onOpen(null)}>
          Fertig
        </Button>
      </div>
    </fieldset>
  )
}

function CardTitle({ name, age }: { name: string; age: AgeClass }) {
  return (
    <h3 className="wrap-anywhere flex flex-wrap items-center gap-x-2.5 gap-y-1 text-[1.0625rem]">
      {name} <Badge tone={age === 'Child' ? 'blue' : 'grey'}>{ageWords[age]}</Badge>
    </h3>
  )
}

const ageWords: Record<AgeClass, string> = { Adult: 'Erwachsen', Child: 'Kind' }

function Price({ cents }: { cents: number }) {
  return (
    <span className="whitespace-nowrap font-bold text-[1.0625rem] tabular-nums">
      {germanEuro(cents)}
    </span>
  )
}

/** "3 Umzüge, Kinderhansel 31"; several different costumes are not named. */
function paradesText({ chosen }: Entry): string {
  const costumes = new Set(
    chosen.map(({ costumeNumber, costumeType }) =>
      costumeType && costumeNumber.trim() ? `${costumeType.name} ${costumeNumber.trim()}` : '',
    ),
  )
  const [only] = costumes
  const count = paradeCount(chosen.length)
  return costumes.size === 1 && only ? `${count}, ${only}` : count
}

/** The summary beside the form: who takes part where, at which price. */
export function SumOfPeople({ entries }: { entries: readonly Entry[] }) {
  return (
    <ul className="mt-4">
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is static.
        <li key={index} className="border-t py-3">
          <p className="flex justify-between gap-4 font-bold">
            <span className="wrap-anywhere min-w-0">
              {entry.firstName || personLabel(entry, index)}{' '}
              {entry.age === 'Child' && (
                <span className="font-normal text-muted-foreground">Kind</span>
              )}
            </span>
            <Price cents={entry.sum.totalInCent} />
          </p>
          {entry.sum.lines.map((line) => (
            <Fragment key={line.id}>
              <SumLine text={line.title} cents={line.priceInCent} />
              {line.extras.map(({ id, text, priceInCent }) => (
                <SumLine key={id} text={text} cents={priceInCent} />
              ))}
            </Fragment>
          ))}
        </li>
      ))}
    </ul>
  )
}

function SumLine({ text, cents }: { text: string; cents: number }) {
  return (
    <p className="mt-0.5 flex justify-between gap-4 text-muted-foreground text-sm">
      <span className="wrap-anywhere min-w-0">{text}</span>
      <span className="whitespace-nowrap tabular-nums">{germanEuro(cents)}</span>
    </p>
  )
}
