import { counted } from '#web/lib/german-count.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { listName } from '#worker/domain/names.ts'
import type { PaymentPart } from './proposal.ts'
import type { Omission } from './statement-entry.ts'
import type { Row } from './statement-rows.ts'

const omissionWords: Readonly<Record<Omission, (count: number) => string>> = {
  pending: (count) =>
    `${counted(count, 'Zeile ist', 'Zeilen sind')} noch nicht gebucht. Lies sie ein, wenn sie es ${count === 1 ? 'ist' : 'sind'}.`,
  reversal: (count) =>
    `${counted(count, 'Stornobuchung', 'Stornobuchungen')} der Bank ausgelassen. Prüfe, was storniert wurde.`,
  currency: (count) => `${counted(count, 'Zeile', 'Zeilen')} in anderer Währung ausgelassen.`,
  unreadable: (count) => `${counted(count, 'Zeile ließ', 'Zeilen ließen')} sich nicht lesen.`,
  sumDiffers: (count) =>
    `Bei ${counted(count, 'Sammelbuchung', 'Sammelbuchungen')} ergeben die Einzelheiten eine andere Summe. Prüfe sie.`,
  otherAccount: (count) =>
    `${counted(count, 'Kontoauszug', 'Kontoauszüge')} eines anderen Kontos ausgelassen.`,
}

type Told = { omitted: Readonly<Record<Omission, number>>; doubled: number; foreign: number }

/** Why entries of the files are not listed, a sentence each. */
export function omittedInWords({ omitted, doubled, foreign }: Told): string[] {
  const left = Object.entries(omissionWords).map(([why, words]) => {
    const count = omitted[why as Omission]
    return count > 0 && words(count)
  })
  const rest = [
    doubled > 0 &&
      `${counted(doubled, 'Zeile steht', 'Zeilen stehen')} mehrmals da und ${doubled === 1 ? 'zählt' : 'zählen'} einmal.`,
    foreign > 0 &&
      `${counted(foreign, 'Abbuchung hat', 'Abbuchungen haben')} nichts mit Beiträgen zu tun.`,
  ]
  return [...left, ...rest].filter((sentence) => sentence !== false)
}

/** "2026 Gruber, Annegret 20,00 €" */
export function partInWords({ claim, amountInCent }: PaymentPart): string {
  return `${claim.year} ${listName(claim.member)} ${germanEuro(amountInCent)}`
}

/** "3 Rücklastschriften, 2 Überweisungen, 1 Gutschrift einer Datei" */
export function actsInWords(rows: readonly Row[]): string {
  const count = (group: string) => rows.filter(({ proposal }) => proposal.group === group).length
  const [returns, transfers, credits] = [count('returns'), count('transfers'), count('credits')]
  return [
    returns > 0 && counted(returns, 'Rücklastschrift', 'Rücklastschriften'),
    transfers > 0 && counted(transfers, 'Überweisung', 'Überweisungen'),
    credits > 0 && counted(credits, 'Gutschrift einer Datei', 'Gutschriften von Dateien'),
  ]
    .filter(Boolean)
    .join(', ')
}
