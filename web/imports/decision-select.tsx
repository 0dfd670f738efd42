import { Select } from '#web/ui/select.tsx'
import type { PreviewRow } from '#worker/imports/imports.contract.ts'
import type { Decision, RowChanges } from './use-row-changes.ts'

type DecisionSelectProps = { row: PreviewRow; changes: RowChanges }

/** What becomes of a row: undecided at first, where somebody has to say it. */
export function DecisionSelect({ row, changes }: DecisionSelectProps) {
  const chosen = changes.decisionOf(row)
  const options = optionsOf(row, chosen)
  const isAsked = row.verdict === 'error' || options.length > 1
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
      <option value="">{row.ofAll ? ofAll[row.ofAll] : isAsked ? 'Offen' : 'Übernehmen'}</option>
      {options.map(({ decision, label }) => (
        <option key={keyOf(decision)} value={keyOf(decision)}>
          {label}
        </option>
      ))}
    </Select>
  )
}

/** What was answered for all of its kind. */
const ofAll = { same: 'Wie alle: Dasselbe', new: 'Wie alle: Neu' }

const keyOf = ({ decision, memberId }: Decision): string =>
  decision === null ? '' : [decision, memberId].filter((part) => part !== undefined).join(' ')

type Option = { decision: Decision; label: string }

/** @param chosen stays among them: of a row that is decided the server names nobody any more */
function optionsOf({ candidates }: PreviewRow, chosen: Decision): Option[] {
  const stored = candidates.filter(({ row }) => row === undefined)
  const [only] = candidates
  const same: Option[] =
    only && candidates.length === 1
      ? [{ decision: sameAs(only), label: 'Dasselbe' }]
      : stored.map((one) => ({ decision: sameAs(one), label: `Dasselbe: ${whoIs(one)}` }))
  const fresh: Option[] = only ? [{ decision: { decision: 'new' }, label: 'Neu' }] : []
  const options: Option[] = [
    ...same,
    ...fresh,
    { decision: { decision: 'skip' }, label: 'Überspringen' },
  ]
  const isOffered = options.some(({ decision }) => keyOf(decision) === keyOf(chosen))
  if (chosen.decision === null || isOffered) return options
  return [{ decision: chosen, label: chosen.decision === 'new' ? 'Neu' : 'Dasselbe' }, ...options]
}

type Candidate = PreviewRow['candidates'][number]

/** Somebody of the same file has no number yet: the row alone says who it is. */
function sameAs({ memberId, row }: Candidate): Decision {
  return row === undefined ? { decision: 'same', memberId } : { decision: 'same' }
}

const whoIs = ({ name, memberNumber }: Candidate): string =>
  memberNumber > 0 ? `${name}, Nr. ${memberNumber}` : name
