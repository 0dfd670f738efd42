import { isValidBIC, isValidIBAN } from 'ibantools'
import type { Day } from '#worker/domain/dates.ts'
import type { FieldMessages } from '#worker/domain/errors.ts'
import { type MemberFields, timespanProblems } from '#worker/domain/member.ts'
import { isSepaReference } from '#worker/domain/sepa-text.ts'
import { isEmailAddress, plainIban, withoutBlanks } from '#worker/domain/text.ts'

export const countDayNotPast = 'Der Stichtag muss vor heute liegen.'

/** All problems of a member, one sentence per field. */
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
    problems.paradesBeforeUntil = countDayNotPast
  }
  return problems
}

type BankData = {
  bankingIban: string
  bankingBic: string
  bankingSepaAllowed: boolean
  bankingSepaAllowedDate: Day | null
  mandateReference: string
}

/** The bank data in their stored form: without blanks, in capitals. */
export function normaliseBankData<Fields extends BankData>(fields: Fields): Fields {
  return {
    ...fields,
    bankingIban: plainIban(fields.bankingIban),
    bankingBic: withoutBlanks(fields.bankingBic).toUpperCase(),
  }
}

/** A mandate needs a valid IBAN and a date that is not in the future. */
function bankDataProblems(data: BankData, today: Day): FieldMessages {
  const problems: FieldMessages = {}
  if (data.bankingIban && !isValidIBAN(data.bankingIban)) {
    problems.bankingIban = 'Diese IBAN stimmt nicht. Prüfe, ob alle Ziffern richtig sind.'
  }
  if (data.bankingBic && !isValidBIC(data.bankingBic)) {
    problems.bankingBic = 'Dieser BIC stimmt nicht. Er hat 8 oder 11 Zeichen.'
  }
  if (data.mandateReference && !isSepaReference(data.mandateReference)) {
    problems.mandateReference =
      "Diese Referenz lehnt die Bank ab. Erlaubt sind bis zu 35 Zeichen: Buchstaben ohne Umlaute und ß, Ziffern, + ? : ( ) . , ' - und, nicht am Rand und nicht doppelt, Leerzeichen und /."
  }
  if (!data.bankingSepaAllowed) return problems
  if (!data.bankingIban) problems.bankingIban = 'Ein SEPA-Mandat braucht eine IBAN.'
  if (!data.bankingSepaAllowedDate) {
    problems.bankingSepaAllowedDate = 'Gib an, wann das SEPA-Mandat unterschrieben wurde.'
  } else if (data.bankingSepaAllowedDate > today) {
    problems.bankingSepaAllowedDate = 'Das Datum des SEPA-Mandats liegt in der Zukunft.'
  }
  return problems
}

export const mandateDateNeeded =
  'Die IBAN ist neu. Gib an, wann das SEPA-Mandat für das neue Konto unterschrieben wurde.'

/** Whether the IBAN changed but not the day of the mandate, which was signed for the old account. */
export function needsNewMandateDate(before: BankData, after: BankData): boolean {
  return (
    before.bankingSepaAllowed &&
    after.bankingSepaAllowed &&
    before.bankingIban !== after.bankingIban &&
    before.bankingSepaAllowedDate === after.bankingSepaAllowedDate
  )
}
