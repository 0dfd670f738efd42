import { Document } from 'sepa'
import type { Day } from '#worker/domain/dates.ts'
import { type Debit, sumInCent } from '#worker/domain/sepa-debit.ts'
import type { Creditor } from './creditor.ts'

type SepaOrder = {
  messageId: string
  /** `2026-11-21T13:42:05`, in Europe/Berlin. */
  createdAt: string
  dueDate: Day
  creditor: Creditor
  /** At least one, validated and in the basic character set, since the library checks very little. */
  debits: readonly Debit[]
}

type PaymentInfo = ReturnType<Document['createPaymentInfo']>

/** pain.008.001.08, CORE and RCUR, one block: required by German banks since November 2026. */
export function sepaFile({ messageId, createdAt, dueDate, creditor, debits }: SepaOrder): string {
  const document = new Document('pain.008.001.08')
  document.grpHdr.id = messageId
  document.grpHdr.created = localDate(createdAt)
  document.grpHdr.initiatorName = creditor.name
  const info = document.createPaymentInfo()
  info.batchBooking = true
  info.sequenceType = 'RCUR'
  info.collectionDate = localDate(`${dueDate}T12:00:00`)
  info.creditorName = creditor.name
  info.creditorIBAN = creditor.iban
  info.creditorBIC = creditor.bic
  info.creditorId = creditor.id
  // The library adds floats, which is inexact for thousands of large amounts.
  info.normalize = () => {
    info.controlSum = sumInCent(debits) / 100
  }
  document.addPaymentInfo(info)
  for (const debit of debits) addDebit(info, debit)
  return document.toString()
}

function addDebit(info: PaymentInfo, debit: Debit): void {
  const transaction = info.createTransaction()
  transaction.end2endId = debit.endToEndId
  transaction.amount = debit.amountInCent / 100
  transaction.mandateId = debit.mandateId
  transaction.mandateSignatureDate = localDate(`${debit.signedOn}T12:00:00`)
  transaction.debtorName = debit.name
  transaction.debtorIBAN = debit.iban
  transaction.remittanceInfo = debit.purpose
  info.addTransaction(transaction)
}

/** The library prints a date in local time, and a text without a zone is parsed as local time. */
function localDate(text: string): Date {
  return new Date(text)
}

/** The message id: the year, and the second in which the file was made. */
export function messageIdOf(year: number, instant: Date): string {
  return `MB${year}-${berlinStamp(instant).replace(/\D/g, '')}`
}

const berlinClock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Berlin',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** `2026-11-21T13:42:05`, in Europe/Berlin. */
export function berlinStamp(instant: Date): string {
  return berlinClock.format(instant).replace(' ', 'T')
}
