import type { FeeLetter } from '#worker/billing/billing.contract.ts'
import { berlinDay, germanDate } from '#worker/domain/dates.ts'
import { feeLetterTitle } from '#worker/domain/fee-letters.ts'

/** "Mahnung vom 03.12.2026, fällig 17.12.2026" */
export function letterSummary(letter: FeeLetter): string {
  return `${feeLetterTitle(letter)} vom ${letterDate(letter)}, fällig ${germanDate(letter.dueOn)}`
}

export function letterDate({ createdAt }: Pick<FeeLetter, 'createdAt'>): string {
  return germanDate(berlinDay(new Date(createdAt)))
}

/** "Gedruckt", or the state of the mail. */
export function deliveryText({ channel, mailState }: FeeLetter): string {
  if (channel === 'letter') return 'Gedruckt'
  switch (mailState) {
    case 'sent':
      return 'E-Mail verschickt'
    case 'failed':
      return 'E-Mail nicht angekommen: drucke es'
    case 'skipped':
      return 'E-Mail nicht verschickt: war schon erledigt'
    case 'waiting':
    case 'sending':
      return 'E-Mail wartet'
    case null:
      return 'E-Mail'
  }
}
