import { useWatch } from 'react-hook-form'
import { FormEuro } from '#web/components/form-fields.tsx'
import { FormSection } from '#web/components/form-section.tsx'
import type { Day } from '#worker/domain/dates.ts'
import { parseTypedEuro } from '#worker/domain/money.ts'
import { DayField } from './draft-fields.tsx'
import type { ParadeDraft } from './parade-draft.ts'

type EnrolmentSectionProps = {
  today: Day
  /** Somebody has enrolled already. */
  isBooked: boolean
}

const half = 'md:col-span-6'
const narrow = 'max-md:col-span-6 md:col-span-3'

export function EnrolmentSection({ today, isBooked }: EnrolmentSectionProps) {
  return (
    <FormSection title="Anmeldung">
      <DayField
        name="dateEnrolmentStart"
        label="Anmeldung von"
        required
        keeps
        today={today}
        className={half}
      />
      <DayField
        name="dateEnrolmentEnd"
        label="Anmeldung bis"
        required
        keeps
        today={today}
        className={half}
      />
      <FormEuro<ParadeDraft>
        name="priceForAdultsInCent"
        label="Preis Erwachsene"
        isReplaced
        className={narrow}
      />
      <FormEuro<ParadeDraft>
        name="priceForChildrenInCent"
        label="Preis Kinder"
        isReplaced
        className={narrow}
      />
      <PriceHint isBooked={isBooked} />
    </FormSection>
  )
}

function PriceHint({ isBooked }: { isBooked: boolean }) {
  const prices = useWatch<ParadeDraft, ['priceForAdultsInCent', 'priceForChildrenInCent']>({
    name: ['priceForAdultsInCent', 'priceForChildrenInCent'],
  })
  const isFree = prices.every((typed) => parseTypedEuro(typed) === 0)
  const hints = [
    isFree && 'Die Teilnahme ist kostenlos.',
    isBooked && 'Ein neuer Preis gilt nur für neue Anmeldungen.',
  ].filter(Boolean)
  return (
    <p role="status" className="-mt-3 text-muted-foreground text-xs max-md:text-sm empty:hidden">
      {hints.join(' ')}
    </p>
  )
}
