import { isValidBIC, isValidIBAN } from 'ibantools'
import { isSepaReference } from '#worker/domain/sepa-mandate.ts'
import { plainIban } from '#worker/domain/text.ts'
import { maxLength } from '#worker/domain/text-limits.ts'
import type { RowReader } from './row-reader.ts'
import type { MemberValues } from './types.ts'

type BankValues = Pick<
  MemberValues,
  | 'bankingIban'
  | 'bankingBic'
  | 'bankingAccountOwner'
  | 'bankingBank'
  | 'bankingSepaAllowed'
  | 'bankingSepaAllowedDate'
  | 'mandateReference'
>

/** As the member's own page takes them (members/bank-data.ts); a mandate without date or IBAN is an error. */
export function readBankData(row: RowReader): BankValues {
  const values: BankValues = {}
  const iban = plainIban(row.line('bankingIban').replace(/^IBAN[\s:]*/i, ''))
  if (iban && !isValidIBAN(iban)) {
    row.error('bankingIban', 'Diese IBAN stimmt nicht. Prüfe, ob alle Ziffern richtig sind.')
  } else if (iban) values.bankingIban = iban
  const bic = row.line('bankingBic').replace(/\s/g, '').toUpperCase()
  if (bic && !isValidBIC(bic)) {
    row.error('bankingBic', 'Dieser BIC stimmt nicht. Er hat 8 oder 11 Zeichen.')
  } else if (bic) values.bankingBic = bic
  const owner = row.text('bankingAccountOwner', maxLength.line)
  if (owner !== undefined) values.bankingAccountOwner = owner
  const bank = row.text('bankingBank', maxLength.line)
  if (bank !== undefined) values.bankingBank = bank
  const reference = row.line('mandateReference')
  if (reference && !isSepaReference(reference)) {
    row.error('mandateReference', 'Diese Mandatsreferenz lehnt die Bank ab.')
  } else if (reference) values.mandateReference = reference
  const allowed = row.yesOrNo('bankingSepaAllowed')
  if (allowed !== undefined) values.bankingSepaAllowed = allowed
  const day = mandateDay(row, allowed === true)
  if (day !== undefined) values.bankingSepaAllowedDate = day
  if (allowed && values.bankingIban === undefined) {
    row.missing('bankingIban', 'Ein SEPA-Mandat braucht eine IBAN.')
  }
  return values
}

/** The day given once for the whole column is meant for mandates alone. */
function mandateDay(row: RowReader, isMandate: boolean) {
  const field = 'bankingSepaAllowedDate'
  const own = row.dayOf(field, row.inFile(field))
  const forAll = isMandate && own === undefined && !row.hasError(field) && !row.isCorrected(field)
  const day = forAll ? row.dayOf(field, row.forEmpty(field)) : own
  if (day !== undefined && day > row.today) {
    return row.error(field, 'Das Datum des SEPA-Mandats liegt in der Zukunft.')
  }
  if (isMandate && day === undefined && !row.hasError(field)) {
    row.missing(field, 'Gib an, wann das SEPA-Mandat unterschrieben wurde.')
    row.ask({ place: 'empty', field, word: '' })
  }
  return day
}
