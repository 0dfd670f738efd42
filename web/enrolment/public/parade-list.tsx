import type { ReactNode } from 'react'
import type { Offer } from '#web/enrolment/chosen-parades.ts'
import { cardPropsOf, ParadeCard } from '#web/enrolment/parade-card.tsx'
import type { PersonAction, PersonForm } from '#web/enrolment/person-form.ts'
import type { AgeClass } from '#worker/domain/codes.ts'
import { freePlacesText } from '#worker/domain/parade.ts'
import { germanDayTime } from '#worker/domain/times.ts'
import type { EnrolmentParade } from '#worker/enrolment/enrolment.contract.ts'

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
          note={noteOf(parade)}
          whenFull={parade.freePlaces === 0 ? 'allowed' : 'waits'}
        />
      ))}
    </ul>
  )
}

/** „noch 7 Plätze · Anmeldung bis …“, „ausgebucht · Warteliste“ */
function noteOf(parade: EnrolmentParade): ReactNode {
  const { freePlaces, dateEnrolmentEnd, timeEnrolmentEnd } = parade
  const until = `Anmeldung bis ${germanDayTime(dateEnrolmentEnd, timeEnrolmentEnd)}`
  const free = freePlacesText(freePlaces)
  return free ? (
    <>
      <b className="font-semibold text-foreground">{free}</b>
      {` · ${freePlaces || parade.isTooLate ? until : 'Warteliste'}`}
    </>
  ) : (
    until
  )
}
