import type { Offer } from '#web/enrolment/chosen-parades.ts'
import { cardPropsOf, ParadeCard } from '#web/enrolment/parade-card.tsx'
import type { PersonAction, PersonForm } from '#web/enrolment/person-form.ts'
import type { AgeClass } from '#worker/domain/codes.ts'
import { germanDayTime } from '#worker/domain/times.ts'

type ParadeListProps = {
  offer: Offer
  person: PersonForm
  age: AgeClass
  dispatch: (action: PersonAction) => void
  isLive: boolean
  look: 'card' | 'row'
  label?: string
}

export function ParadeList({ offer, person, look, label, ...card }: ParadeListProps) {
  return (
    <ul aria-label={label} className={look === 'card' ? 'grid gap-3' : 'border-t'}>
      {offer.parades.map((parade) => (
        <ParadeCard
          key={parade.id}
          {...card}
          look={look}
          parade={parade}
          costumeTypes={offer.costumeTypes}
          {...cardPropsOf(person, parade.id)}
          note={`Anmeldung bis ${germanDayTime(parade.dateEnrolmentEnd, parade.timeEnrolmentEnd)}`}
        />
      ))}
    </ul>
  )
}
