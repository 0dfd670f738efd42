import type { Result } from '#web/lib/result.ts'
import { SaveForm } from '#web/ui/save-form.tsx'
import type { Day } from '#worker/domain/dates.ts'
import type { Parade } from '#worker/parades/parades.contract.ts'
import { EnrolmentSection } from './enrolment-section.tsx'
import { HostSection } from './host-section.tsx'
import { type ParadeDraft, readDraft } from './parade-draft.ts'
import { ParadeSection } from './parade-section.tsx'
import type { ParadeBody } from './parades.api.ts'
import type { Suggestions } from './use-suggestions.ts'

type ParadeFormProps = {
  initial: ParadeDraft
  /** The parade that is changed; null for a new one. */
  changed: Parade | null
  suggestions: Suggestions
  today: Day
  save: (body: ParadeBody) => Promise<Result<Parade>>
  notSaved: string
  cancelTo: string
  onSaved: (saved: Parade) => void
}

export function ParadeForm({ suggestions, today, changed, ...props }: ParadeFormProps) {
  return (
    <SaveForm {...props} read={readDraft}>
      <ParadeSection titles={suggestions.titles} today={today} isNew={changed === null} />
      <HostSection hosts={suggestions.hosts} />
      <EnrolmentSection today={today} isBooked={(changed?.registrationCount ?? 0) > 0} />
    </SaveForm>
  )
}
