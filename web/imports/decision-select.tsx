import { Select } from '#web/ui/select.tsx'
import type { PreviewRow } from '#worker/imports/imports.contract.ts'
import type { Decision, RowChanges } from './use-row-changes.ts'

type DecisionSelectProps = { row: PreviewRow; changes: RowChanges }

/** What becomes of a row: undecided at first, where somebody has to say it. */
export function DecisionSelect({ row, changes }: DecisionSelectProps) {
  const options = optionsOf(row)
  const chosen = changes.decisionOf(row)
  const isAsked = row.verdict === 'duplicate' || row.candidates.length > 0
  return (
    <Select
      aria-label={`Entscheidung für Zeile ${row.row}`}
      value={keyOf(chosen)}
      onChange={(event) => {
        const option = options.find(({ decision }) => keyOf(decision) === event.target.value)
        changes.decide(row, option?.decision ?? { decision: null })
      }}
      className="min-h-9! max-md:min-h-11!"
    >
      <option value="">{isAsked || row.verdict === 'error' ? 'Offen' : 'Übernehmen'}</option>
      {options.map(({ decision, label }) => (
        <option key={keyOf(decision)} value={keyOf(decision)}>
          {label}
        </option>
      ))}
    </Select>
  )
}

const keyOf = ({ decision, memberId }: Decision): string =>
  decision === null ? '' : [decision, memberId].filter((part) => part !== undefined).join(' ')

function optionsOf({ candidates }: PreviewRow): { decision: Decision; label: string }[] {
  const [only, ...more] = candidates
  const same = candidates.map(({ memberId, name, memberNumber }) => ({
    decision: { decision: 'same', memberId } as const,
    label: more.length === 0 ? 'Dasselbe' : `Dasselbe: ${name}, Nr. ${memberNumber}`,
  }))
  const fresh = only ? [{ decision: { decision: 'new' } as const, label: 'Neu' }] : []
  return [...same, ...fresh, { decision: { decision: 'skip' }, label: 'Überspringen' }]
}
