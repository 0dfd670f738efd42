import { Plus, Trash2, TriangleAlert } from 'lucide-react'
import { type ComponentProps, useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useController, useFieldArray, useFormContext } from 'react-hook-form'
import { FormInput } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { saveSettings } from '#web/data/guild.ts'
import { useDebouncedValue } from '#web/lib/use-debounced-value.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { FieldMessages } from '#worker/domain/errors.ts'
import { type FeeRule, newestTable } from '#worker/domain/fees.ts'
import { membershipStateLabels } from '#worker/domain/labels.ts'
import {
  evaluateFees,
  type FeeRowDraft,
  type FeeTableDraft,
  feeDraftOf,
  feeFieldOf,
  newFeeRow,
  readFees,
} from './fee-draft.ts'
import { FeeEffects } from './fee-effects.tsx'
import { feeConflictRules } from './settings-words.ts'

type FeeTableDialogProps = {
  /** The fee rules of all years. */
  rules: readonly FeeRule[]
  /** The year whose table is edited; null creates a new table, copied from the newest. */
  year: number | null
  thisYear: number
  onClose: () => void
}

export function FeeTableDialog({ rules, year, thisYear, onClose }: FeeTableDialogProps) {
  const rulesOfOtherYears = (all: readonly FeeRule[]) =>
    all.filter(({ validFrom }) => validFrom !== year)
  const others = rulesOfOtherYears(rules)
  const submitting = useSubmitForm({
    initial: draftOf(rules, year, thisYear),
    stored: { feeRules: [...rules] },
    shared: {
      ...feeConflictRules(new Set(others.map(({ validFrom }) => validFrom))),
      // The draft has no rows when the table is new and the conflict dialog drops it.
      draftOf: ({ feeRules }) =>
        feeDraftOf(
          year ?? thisYear,
          feeRules.filter(({ validFrom }) => validFrom === year),
        ),
    },
    // The newest tables of other years are sent too, so that a colleague's changes stay.
    read: (draft: FeeTableDraft, newest) =>
      readFees(draft, rulesOfOtherYears(newest?.feeRules ?? rules)),
    mutation: saveSettings,
    placeOf: (place, newest) =>
      feeFieldOf(place, rulesOfOtherYears(newest?.feeRules ?? rules).length),
    onSuccess: (_saved, _body, undoAction) => {
      toast('Beiträge gespeichert', undoAction)
      onClose()
    },
  })
  const { form, failure } = submitting
  // Whether incomplete input was submitted; before that it is not marked.
  const wasUnreadable = failure?.error?.code === 'Unreadable'
  const draft = form.watch()
  const seen = evaluateFees(draft, others, thisYear)
  const typed = JSON.stringify([draft.validFrom, draft.rows])
  const isAtRest = useDebouncedValue(typed) === typed
  const shown = isAtRest ? seen : null
  const isAsked = seen !== null && seen.without !== draft.agreedTo && seen.without !== ''
  return (
    <SubmitDialog
      title={year === null ? 'Neue Beitragstabelle' : `Beiträge ab ${year}`}
      description="Es zählt das Alter am 1. Januar. „bis 17“ schließt die 17 ein, ohne „bis“ gilt die Zeile für alle darüber."
      submitting={submitting}
      blocked={isAsked || (wasUnreadable && seen === null)}
      onClose={onClose}
    >
      <FormInput<FeeTableDraft>
        name="validFrom"
        label="Gilt ab dem Jahr"
        required
        inputMode="numeric"
        inputClassName="max-w-40 tabular-nums"
        help="Davor gilt weiter die ältere Tabelle."
      />
      <FeeRows problems={shown?.problems ?? {}} gaps={shown?.gaps ?? {}} />
      <FeeGapsQuestion without={shown?.without ?? ''} />
      {seen && <FeeEffects seen={seen} isAtRest={isAtRest} />}
    </SubmitDialog>
  )
}

function draftOf(rules: readonly FeeRule[], year: number | null, thisYear: number) {
  const model = year ?? newestTable(rules, Number.POSITIVE_INFINITY)
  const begins = year ?? (model === null ? thisYear : Math.max(model, thisYear) + 1)
  return feeDraftOf(
    begins,
    rules.filter(({ validFrom }) => validFrom === model),
  )
}

type FeeRowsProps = {
  /** Errors that saving would report, and groups without a row; keyed like `rows.1.ageFrom`. */
  problems: FieldMessages
  gaps: FieldMessages
}

function FeeRows({ problems, gaps }: FeeRowsProps) {
  const { fields, append, remove } = useFieldArray<FeeTableDraft, 'rows'>({ name: 'rows' })
  const { clearErrors, getValues } = useFormContext<FeeTableDraft>()
  const all = useRef<HTMLFieldSetElement>(null)
  // A server error concerns the combination of rows, so any change clears it.
  const forget = () => 'body' in readFees(getValues(), []) && clearErrors('rows')
  const addRow = () => {
    forget()
    flushSync(() => append(newFeeRow, { shouldFocus: false }))
    all.current?.querySelector<HTMLSelectElement>('[data-fee-row]:last-of-type select')?.focus()
  }
  const removeRow = (index: number) => {
    forget()
    flushSync(() => remove(index))
    all.current?.querySelector<HTMLButtonElement>('[data-add]')?.focus()
  }
  return (
    <fieldset ref={all} className="grid gap-3">
      <legend className="sr-only">Zeilen</legend>
      {fields.map(({ id }, index) => (
        <FeeRow
          key={id}
          index={index}
          problems={problems}
          gaps={gaps}
          onRemove={() => removeRow(index)}
        />
      ))}
      {fields.length === 0 && (
        <p className="text-muted-foreground">Ohne Zeile gibt es diese Tabelle nicht mehr.</p>
      )}
      <Button data-add size="sm" className="w-fit" onClick={addRow}>
        <Plus />
        Zeile
      </Button>
    </fieldset>
  )
}

type FeeRowProps = {
  index: number
  /** Errors that saving would report, and groups without a row; keyed like `rows.1.ageFrom`. */
  problems: FieldMessages
  gaps: FieldMessages
  onRemove: () => void
}

const states = ['Active', 'Passive'] as const satisfies readonly FeeRule['state'][]

/** State, ages and amount in one line, errors below. */
function FeeRow({ index, problems, gaps, onRemove }: FeeRowProps) {
  const id = useId()
  const { register, formState } = useFormContext<FeeTableDraft>()
  const errors = formState.errors.rows?.[index] ?? {}
  // The server's error, else the one that saving would report.
  const errorAt = (name: keyof FeeRowDraft) =>
    errors[name]?.message ?? problems[`rows.${index}.${name}`]
  const gapAt = (name: keyof FeeRowDraft) => gaps[`rows.${index}.${name}`]
  const input = (name: keyof FeeRowDraft) => ({
    ...register(`rows.${index}.${name}`),
    ...(gapAt(name) && { 'aria-describedby': `${id}-gap` }),
    ...(errorAt(name) && { 'aria-invalid': true as const, 'aria-describedby': `${id}-error` }),
  })
  const fields = ['state', 'ageFrom', 'ageTo', 'amount'] as const
  const messages = [...new Set(fields.flatMap((name) => errorAt(name) ?? []))]
  const left = fields.flatMap((name) => gapAt(name) ?? [])
  const place = index + 1
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no grid in every browser.
    <div
      role="group"
      aria-label={`${place}. Zeile`}
      data-fee-row
      className="grid grid-cols-[minmax(0,1fr)_4rem_4rem_6rem_auto] items-end gap-2 max-[26rem]:grid-cols-3 max-md:border-b max-md:pb-3"
    >
      <Labelled label="Status" className="max-[26rem]:col-span-2">
        <Select {...input('state')}>
          {states.map((state) => (
            <option key={state} value={state}>
              {membershipStateLabels[state]}
            </option>
          ))}
        </Select>
      </Labelled>
      <Labelled label="Alter von">
        <Short {...input('ageFrom')} inputMode="numeric" placeholder="0" />
      </Labelled>
      <Labelled label="bis">
        <Short {...input('ageTo')} inputMode="numeric" placeholder="–" />
      </Labelled>
      <Labelled label="Euro">
        <Short {...input('amount')} inputMode="decimal" />
      </Labelled>
      <Button
        variant="ghost"
        size="icon"
        aria-label={`${place}. Zeile entfernen`}
        className="justify-self-end max-[26rem]:col-start-3 max-[26rem]:row-start-1"
        onClick={onRemove}
      >
        <Trash2 />
      </Button>
      {messages.length > 0 && (
        <div className="col-span-full">
          <FieldError id={`${id}-error`}>{messages.join(' ')}</FieldError>
        </div>
      )}
      {left.length > 0 && (
        <p
          id={`${id}-gap`}
          className="col-span-full flex items-start gap-1.5 font-medium text-warning-soft-foreground text-xs max-md:text-sm"
        >
          <TriangleAlert className="mt-px size-4" />
          Keine Zeile gibt es für: {left.join('; ')}.
        </p>
      )}
    </div>
  )
}

function Labelled({ label, className, children }: ComponentProps<'label'> & { label: string }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the caller puts the control inside.
    <label className={className}>
      <span className="mb-1 block font-semibold text-xs max-md:text-sm">{label}</span>
      {children}
    </label>
  )
}

function Short(props: ComponentProps<'input'>) {
  return <Input autoComplete="off" className="px-2! text-right tabular-nums" {...props} />
}

/** Asks the user to agree when groups have no fee, again whenever these groups change. */
function FeeGapsQuestion({ without }: { without: string }) {
  const { field } = useController<FeeTableDraft, 'agreedTo'>({ name: 'agreedTo' })
  return (
    <div role="status">
      {without && (
        <Alert tone="warn" title="Die Tabelle hat eine Lücke">
          <p>
            Keine Zeile gibt es für: {without}. Wer nichts zahlen soll, braucht eine mit 0 Euro.
          </p>
          <Checkbox
            checked={field.value === without}
            onChange={({ target }) => field.onChange(target.checked ? without : '')}
          >
            Trotzdem so speichern
          </Checkbox>
        </Alert>
      )}
    </div>
  )
}
