import { FormInput } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { useToast } from '#web/components/toast.tsx'
import { saveSettings } from '#web/data/guild.ts'
import { useAtRest } from '#web/lib/use-at-rest.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { type FeeRule, newestTable } from '#worker/domain/fees.ts'
import { type FeeTableDraft, feeDraftOf, feePlaceOf, readFees, seeFees } from './fee-draft.ts'
import { FeeEffects } from './fee-effects.tsx'
import { FeeGapsQuestion } from './fee-gaps-question.tsx'
import { FeeRows } from './fee-rows.tsx'
import { sharedFees } from './settings-words.ts'

type FeeTableDialogProps = {
  /** Of all years. */
  rules: readonly FeeRule[]
  /** null = a new table, which begins as a copy of the newest. */
  year: number | null
  thisYear: number
  onClose: () => void
}

export function FeeTableDialog({ rules, year, thisYear, onClose }: FeeTableDialogProps) {
  const othersOf = (all: readonly FeeRule[]) => all.filter(({ validFrom }) => validFrom !== year)
  const others = othersOf(rules)
  const toast = useToast()
  const submitting = useSubmitForm({
    initial: draftOf(rules, year, thisYear),
    stored: { feeRules: [...rules] },
    shared: {
      ...sharedFees(new Set(others.map(({ validFrom }) => validFrom))),
      // A new table that is given up has no rows.
      draftOf: ({ feeRules }) =>
        feeDraftOf(
          year ?? thisYear,
          feeRules.filter(({ validFrom }) => validFrom === year),
        ),
    },
    // Beside the newest tables that are known: those that a colleague changed stay as they are.
    read: (draft: FeeTableDraft, newest) => readFees(draft, othersOf(newest?.feeRules ?? rules)),
    mutation: saveSettings,
    placeOf: (place, newest) => feePlaceOf(place, othersOf(newest?.feeRules ?? rules).length),
    onSuccess: (_saved, _body, wayBack) => {
      toast('Beiträge gespeichert', wayBack)
      onClose()
    },
  })
  const { form, failure } = submitting
  // What is half written is not judged before somebody tries.
  const wasUnreadable = failure?.error?.code === 'Unreadable'
  const draft = form.watch()
  const seen = seeFees(draft, others, thisYear)
  const typed = JSON.stringify([draft.validFrom, draft.rows])
  const isAtRest = useAtRest(typed) === typed
  const told = isAtRest ? seen : null
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
      <FeeRows problems={told?.problems ?? {}} gaps={told?.gaps ?? {}} />
      <FeeGapsQuestion without={told?.without ?? ''} />
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
