import type { Day } from '#worker/domain/dates.ts'
import type { FieldMessages } from '#worker/domain/errors.ts'
import { type MemberFields, timespanProblems } from '#worker/domain/member.ts'
import { isEmailAddress } from '#worker/domain/text.ts'
import { bankDataProblems } from './bank-data.ts'

export const dayToCome = 'Der Stichtag muss vor heute liegen.'

/** Everything that keeps a member from being saved, a sentence per field. */
export function memberProblems(fields: MemberFields, today: Day): FieldMessages {
  return {
    ...dateProblems(fields, today),
    ...timespanProblems(fields.membershipActiveTimespan),
    ...bankDataProblems(fields, today),
    ...(fields.eMail && !isEmailAddress(fields.eMail)
      ? { eMail: 'Das ist keine gültige E-Mail Adresse.' }
      : {}),
  }
}

function dateProblems(fields: MemberFields, today: Day): FieldMessages {
  const problems: FieldMessages = {}
  if (fields.birthday && fields.birthday > today) {
    problems.birthday = 'Der Geburtstag liegt in der Zukunft.'
  }
  if (fields.dateJoined && fields.dateLeft && fields.dateLeft < fields.dateJoined) {
    problems.dateLeft = 'Der Austritt liegt vor dem Eintritt.'
  }
  if (fields.paradesBefore > 0 && !fields.paradesBeforeUntil) {
    problems.paradesBeforeUntil = 'Gib an, bis wann diese Sprünge gezählt sind.'
  } else if (fields.paradesBeforeUntil && fields.paradesBeforeUntil >= today) {
    problems.paradesBeforeUntil = dayToCome
  }
  return problems
}
