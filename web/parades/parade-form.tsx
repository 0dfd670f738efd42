import { useQuery } from '@tanstack/react-query'
import { SubmitForm } from '#web/components/submit-form.tsx'
import { hostsQuery, titlesQuery } from '#web/data/parades.ts'
import type { SubmittedForm } from '#web/lib/use-submit-form.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { Parade } from '#worker/parades/parades.contract.ts'
import { EnrolmentSection } from './enrolment-section.tsx'
import { HostSection } from './host-section.tsx'
import type { ParadeDraft } from './parade-draft.ts'
import { ParadeSection } from './parade-section.tsx'

type ParadeFormProps = {
  submitting: SubmittedForm<ParadeDraft>
  /** The parade that is changed; null for a new one. */
  stored: Parade | null
  today: Day
  cancelTo: string
}

export function ParadeForm({ stored, today, ...form }: ParadeFormProps) {
  const hosts = useQuery(hostsQuery)
  const titles = useQuery(titlesQuery)
  return (
    <SubmitForm {...form}>
      <ParadeSection titles={titles} today={today} isNew={stored === null} />
      <HostSection hosts={hosts} />
      <EnrolmentSection today={today} isBooked={(stored?.registrationCount ?? 0) > 0} />
    </SubmitForm>
  )
}
