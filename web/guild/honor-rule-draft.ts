import { optionalNumber, type Read, read } from '#web/lib/typed.ts'
import type { Duty, HonorBasis, HonorType } from '#worker/domain/codes.ts'
import type { FieldMessages } from '#worker/domain/errors.ts'
import type { HonorRule } from '#worker/domain/honors.ts'

export type HonorRuleDraft = {
  label: string
  basis: HonorBasis
  threshold: string
  duties: Duty[]
  issuer: string
  certificateText: string
}

export function draftOf({ label, basis, threshold, duties, ...rule }: HonorRule): HonorRuleDraft {
  return {
    label,
    basis,
    threshold: threshold === null ? '' : String(threshold),
    duties: [...duties],
    issuer: rule.issuer,
    certificateText: rule.certificateText,
  }
}

const notANumber = 'Das ist keine ganze Zahl. Schreib sie so: 20'

/** What can be sent; whether it is acceptable is left to the server. */
export function readRule(type: HonorType, draft: HonorRuleDraft): Read<HonorRule> {
  const { basis } = draft
  const duties = basis === 'dutyYears' ? draft.duties : []
  const threshold = basis === 'manual' ? '' : draft.threshold
  const typed = read(
    { ...draft, duties, threshold },
    { threshold: optionalNumber(null, notANumber) },
  )
  return 'body' in typed ? { body: { type, ...typed.body } } : typed
}

export function withRule(rules: readonly HonorRule[], changed: HonorRule): HonorRule[] {
  return rules.map((rule) => (rule.type === changed.type ? changed : rule))
}

/** Neither a name nor what is printed changes a list; everything else may. */
export function countsDifferently(a: HonorRule, b: HonorRule): boolean {
  const counted = ({ basis, threshold, duties }: HonorRule) =>
    JSON.stringify([basis, threshold, duties.toSorted()])
  return counted(a) !== counted(b)
}

type Problems = { own: FieldMessages; others: string[] }

/**
 * What the server says of `honorRules.3.threshold` and its like: beside the fields of the rule that
 * is changed, and in words where another step of its series does not fit any more.
 */
export function problemsOf(fields: FieldMessages, rules: readonly HonorRule[], type: HonorType) {
  const problems: Problems = { own: {}, others: [] }
  for (const [place, message] of Object.entries(fields)) {
    const [, index, field = ''] = /^honorRules\.(\d+)\.(\w+)/.exec(place) ?? []
    const rule = rules[Number(index)]
    if (rule?.type === type) problems.own[field] = message
    else problems.others.push(rule ? `${rule.label}: ${message}` : message)
  }
  return problems
}
