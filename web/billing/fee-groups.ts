import type { FeeRow } from '#worker/billing/billing.contract.ts'

export const feeGroups = ['collectible', 'uncollected', 'free'] as const
export type FeeGroup = (typeof feeGroups)[number]

export const feeGroupLabels: Record<FeeGroup, string> = {
  collectible: 'Einziehbar',
  uncollected: 'Nicht einziehbar',
  free: 'Beitragsfrei',
}

export function groupOf({ obstacle, amountInCent }: FeeRow): FeeGroup {
  if (obstacle === null) return 'collectible'
  return amountInCent === 0 ? 'free' : 'uncollected'
}

/** Something is missing or wrong; who just gave no mandate pays in another way. */
export function needsCare({ bankingSepaAllowed, amountInCent }: FeeRow): boolean {
  return bankingSepaAllowed || amountInCent === null
}

export function sumOf(rows: readonly FeeRow[]): number {
  return rows.reduce((sum, { amountInCent }) => sum + (amountInCent ?? 0), 0)
}
