import { memo, type ReactNode, useState } from 'react'
import { ExtraFields, type WhenFull } from '#web/components/extra-fields.tsx'
import { keepServedContent } from '#web/lib/as-served.ts'
import { cn } from '#web/lib/cn.ts'
import { wholeTimes } from '#web/lib/whole-times.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field, FieldError } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import type { AgeClass } from '#worker/domain/codes.ts'
import { monthName, weekday } from '#worker/domain/dates.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { priceFor } from '#worker/domain/parade.ts'
import { planLines } from '#worker/domain/times.ts'
import type { EnrolmentParade } from '#worker/enrolment/enrolment.contract.ts'
import type { CostumeType } from './chosen-parades.ts'
import { DateTile } from './date-tile.tsx'
import { fieldNames } from './form-fields.ts'
import type { Costume, PersonAction, PersonForm } from './person-form.ts'

type ParadeCardProps = {
  parade: EnrolmentParade
  age: AgeClass
  /** null until they are loaded. */
  costumeTypes: readonly CostumeType[] | null
  dispatch: (action: PersonAction) => void
  /** A third line: the end of enrolment, the free places. */
  note?: ReactNode
  /** For the extras. */
  whenFull: WhenFull
  /** Shown above the two fields of a chosen parade. */
  children?: ReactNode
  /** `row`: an item of a list inside a card. */
  look?: keyof typeof looks
  /** false until the scripts run: all fields are rendered, and CSS shows those of ticked parades. */
  isLive?: boolean
} & ReturnType<typeof cardPropsOf>

/** The part of the form that a card shows; every value stays identical until this card changes. */
export function cardPropsOf({ chosen, costumes, extras, problems }: PersonForm, id: number) {
  return {
    isChosen: chosen.includes(id),
    costume: costumes[id],
    extras: extras[id],
    problem: problems[`parade:${id}`],
    numberProblem: problems[`costumeNumber:${id}`],
    typeProblem: problems[`costumeType:${id}`],
  }
}

/** A parade to tick, with two fields once chosen. Memoised: it renders only when its own values change. */
export const ParadeCard = memo(function ParadeCard({
  parade,
  age,
  costumeTypes,
  dispatch,
  look = 'card',
  isLive = true,
  isChosen,
  problem,
  ...rest
}: ParadeCardProps) {
  const { id } = parade
  // Fields of unticked parades are dropped on hydration, which would take twice as long with them.
  const [isAsServed] = useState(() => !isLive && isServedUnticked(id))
  const { item, head, below } = looks[look]
  return (
    <li className={cn('group/parade @container', item)}>
      {/* The whole head is the checkbox's label: the title is its name, the rest its
          description. */}
      <label htmlFor={`parade-${id}`} className={cn(headLook, head)}>
        <Checkbox
          id={`parade-${id}`}
          size="lg"
          name={fieldNames.parade}
          value={id}
          checked={isChosen}
          onChange={() => dispatch({ type: 'toggled', paradeId: id })}
          aria-labelledby={`parade-${id}-title`}
          aria-describedby={`parade-${id}-about${problem ? ` parade-${id}-problem` : ''}`}
          aria-invalid={problem ? true : undefined}
          className="max-md:mt-3.5"
        />
        <DateTile day={parade.date} />
        <ParadeText parade={parade} age={age} note={rest.note} />
      </label>
      {problem && (
        <div className={cn('pb-3.5', below)}>
          <FieldError id={`parade-${id}-problem`}>{problem}</FieldError>
        </div>
      )}
      {isChosen && rest.children}
      {isChosen || !(isLive || isAsServed) ? (
        <div key="drawn" className={isLive ? undefined : shownWhenTicked}>
          <div className={cn('grid gap-1 not-empty:pb-3', below)}>
            {planLines(parade).map((line) => (
              <p key={line} className="wrap-anywhere">
                {wholeTimes(line)}
              </p>
            ))}
          </div>
          <CostumeFields
            paradeId={id}
            costume={rest.costume}
            costumeTypes={costumeTypes}
            numberProblem={rest.numberProblem}
            typeProblem={rest.typeProblem}
            onChange={(change) => dispatch({ type: 'costumeChanged', paradeId: id, change })}
            className={cn('pb-5', below)}
          />
          {parade.extras.map((extra) => (
            <ExtraFields
              key={extra.id}
              names={{ extra: fieldNames.extra(id), seats: fieldNames.seats(id, extra.id) }}
              extra={extra}
              age={age}
              quantity={rest.extras?.find((one) => one.id === extra.id)?.quantity ?? 0}
              isLive={isLive}
              whenFull={rest.whenFull}
              onChange={(quantity) =>
                dispatch({ type: 'extraChanged', paradeId: id, extraId: extra.id, quantity })
              }
              className={cn('pb-4', below)}
            />
          ))}
        </div>
      ) : (
        !isLive && <div className={shownWhenTicked} {...keepServedContent} />
      )}
    </li>
  )
})

const shownWhenTicked = 'hidden group-has-[[name=parade]:checked]/parade:block'

/** False for a parade that was ticked before hydration, whose fields may be in use already. */
function isServedUnticked(id: number): boolean {
  return Boolean(globalThis.document?.querySelector(`#parade-${id}:not(:checked)`))
}

const headLook =
  'grid grid-cols-[auto_auto_minmax(0,1fr)_auto] items-center max-md:grid-cols-[auto_auto_minmax(0,1fr)] max-md:items-start max-md:gap-3.5 @max-[15rem]:grid-cols-[auto_minmax(0,1fr)]'

const looks = {
  card: {
    item: 'rounded-xl border bg-card transition-[border-color,box-shadow] hover:border-border-strong has-[[name=parade]:checked]:border-secondary has-[[name=parade]:checked]:shadow-[0_0_0_1px_var(--secondary)]',
    head: 'gap-4 py-3.5 pr-5 pl-4.5 max-md:px-4',
    below: 'px-5 max-md:px-4 md:pl-30.5',
  },
  row: {
    item: 'border-b last:border-b-0',
    head: 'gap-3.5 py-3',
    below: 'md:pl-26',
  },
}

type ParadeTextProps = { parade: EnrolmentParade; age: AgeClass; note: ReactNode }

function ParadeText({ parade, age, note }: ParadeTextProps) {
  const { id, title, host, hostTown, date } = parade
  return (
    <>
      <span className="wrap-anywhere min-w-0 hyphens-auto max-md:col-start-3 max-md:row-start-1 @max-[15rem]:col-span-full @max-[15rem]:col-start-1 @max-[15rem]:row-start-2">
        <span id={`parade-${id}-title`} className="block text-[1.0625rem] leading-[1.3] font-bold">
          {title}
        </span>
        <span id={`parade-${id}-about`} className="block">
          <span className={cn('block text-muted-foreground', !note && besidePrice)}>
            {hostLine(host, hostTown)}
          </span>
          <span className="sr-only">
            {`, ${weekday(date)} ${date.slice(8)}. ${monthName(date)} ${date.slice(0, 4)}, `}
          </span>
          {note && (
            <span className={cn('inline-block text-xs text-muted-foreground', besidePrice)}>
              {note}
            </span>
          )}
        </span>
      </span>
      <span className="text-right text-[1.0625rem] leading-tight font-bold whitespace-nowrap tabular-nums max-md:col-start-3 max-md:row-start-1 max-md:place-self-end @max-[20.4rem]:row-start-2 @max-[15rem]:col-span-full @max-[15rem]:row-start-3">
        {germanEuro(priceFor(age, parade))}
      </span>
    </>
  )
}

// On phones the price is at the end of the last line; in very narrow cards below it.
const besidePrice = 'max-md:pr-15 @max-[20.4rem]:pr-0'

/** The host, with the town unless the host's name contains it. */
function hostLine(host: string, town: string): string {
  return town && !host.includes(town) ? `${host}, ${town}` : host
}

type CostumeFieldsProps = {
  paradeId: number
  costume: Costume | undefined
  costumeTypes: readonly CostumeType[] | null
  numberProblem: string | undefined
  typeProblem: string | undefined
  onChange: (change: Partial<Costume>) => void
  className?: string | undefined
}

function CostumeFields({
  paradeId,
  costume,
  costumeTypes,
  onChange,
  className,
  ...problems
}: CostumeFieldsProps) {
  const types = costumeTypes ?? []
  const chosenType = types.find((type) => type.id === costume?.costumeTypeId)
  return (
    <div
      className={cn(
        'grid grid-cols-[9rem_minmax(0,1fr)] items-start gap-4 pt-1 max-md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] max-md:gap-3 max-md:pt-0 max-md:pb-4 max-[22.4375rem]:grid-cols-1',
        className,
      )}
    >
      <Field label="Kleidernummer" required error={problems.numberProblem}>
        {(ids) => (
          <Input
            {...ids}
            name={fieldNames.costumeNumber(paradeId)}
            inputMode="text"
            autoComplete="off"
            value={costume?.costumeNumber ?? ''}
            onChange={(event) => onChange({ costumeNumber: event.target.value })}
          />
        )}
      </Field>
      <Field label="Kleidertyp" required error={problems.typeProblem}>
        {(ids) => (
          <Select
            {...ids}
            name={fieldNames.costumeTypeId(paradeId)}
            disabled={!costumeTypes}
            value={chosenType?.id ?? ''}
            onChange={(event) => onChange({ costumeTypeId: Number(event.target.value) || null })}
          >
            <option value="">Bitte wählen</option>
            {types.map((type) => (
              <option key={type.id} value={type.id}>
                {type.name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  )
}
