import { useState } from 'react'
import { useAct } from '#web/lib/use-act.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { type FeeRule, newestTable } from '#worker/domain/fees.ts'
import { type FeeTableDraft, feeDraftOf, feeProblemsOf, readFees } from './fee-draft.ts'
import { FeeRows } from './fee-rows.tsx'
import { saveSettings, settingsNotSaved } from './guild.api.ts'
import { TextField } from './text-field.tsx'

type FeeTableDialogProps = {
  /** Of all years. */
  rules: readonly FeeRule[]
  /** null = a new table, which begins as a copy of the newest. */
  year: number | null
  thisYear: number
  onClose: () => void
  onDone: () => void
}

export function FeeTableDialog({ rules, year, thisYear, ...props }: FeeTableDialogProps) {
  const others = rules.filter(({ validFrom }) => validFrom !== year)
  const [draft, setDraft] = useState(() => draftOf(rules, year, thisYear))
  const [tried, setTried] = useState<FeeTableDraft | null>(null)
  const read = readFees(draft)
  const toast = useToast()
  const { run, isBusy, failure } = useAct(saveSettings, () => {
    toast('Beiträge gespeichert')
    props.onDone()
    props.onClose()
  })
  // The server counts the rows as they were sent.
  const isCountedAlike = tried?.rows.length === draft.rows.length
  const fields = (isCountedAlike && failure?.error?.fields) || {}
  const refused = feeProblemsOf(fields, others.length)
  // What is half written is not judged before somebody tries.
  const unreadable = tried && 'problems' in read ? read.problems : null
  const errors = unreadable ?? refused
  const save = () => {
    setTried(draft)
    // The rows of other years first: what overlaps is said beside those of this one.
    if ('rules' in read) void run({ feeRules: [...others, ...read.rules] })
  }
  return (
    <FormDialog
      title={year === null ? 'Neue Beitragstabelle' : `Beiträge ab ${year}`}
      description="Es zählt das Alter am 1. Januar. „bis 17“ schließt die 17 ein, ohne „bis“ gilt die Zeile für alle darüber."
      notSaved={settingsNotSaved}
      failure={failure}
      busy={isBusy}
      blocked={unreadable !== null}
      onClose={props.onClose}
      onConfirm={save}
    >
      <TextField
        label="Gilt ab dem Jahr"
        required
        inputMode="numeric"
        isShort
        value={draft.validFrom}
        onChange={(validFrom) => setDraft({ ...draft, validFrom })}
        error={errors.validFrom}
        help="Davor gilt weiter die ältere Tabelle."
      />
      <FeeRows
        rows={draft.rows}
        errors={errors}
        onChange={(rows) => setDraft((before) => ({ ...before, rows }))}
      />
    </FormDialog>
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
