import { certificateProblem } from './certificates.ts'
import type { HonorType } from './codes.ts'
import type { FieldMessages } from './errors.ts'
import { type HonorRule, rulesBySeries } from './honors.ts'

/**
 * What is wrong with some honor rules, keyed by place: `honorRules.3.threshold`.
 * @param stored the guild's whole table: the steps of a series must be in order with those that stay
 */
export function honorRuleProblems(
  given: readonly HonorRule[],
  stored: readonly HonorRule[] = [],
): FieldMessages {
  const problems: FieldMessages = {}
  const seen = new Set<HonorType>()
  given.forEach((rule, index) => {
    const at = (field: keyof HonorRule) => `honorRules.${index}.${field}`
    if (seen.has(rule.type)) problems[at('type')] = 'Diese Ehrung steht zweimal in der Tabelle.'
    seen.add(rule.type)
    if (rule.basis !== 'manual' && rule.threshold === null) {
      problems[at('threshold')] = 'Gib an, ab wie vielen die Ehrung fällig ist.'
    }
    if (rule.basis === 'dutyYears' && rule.duties.length === 0) {
      problems[at('duties')] = 'Wähle mindestens ein Amt, das zählt.'
    }
    const unprintable = certificateProblem(rule.basis, rule.certificateText)
    if (unprintable !== null) problems[at('certificateText')] = unprintable
  })
  const all = [...stored.filter(({ type }) => !seen.has(type)), ...given]
  for (const [lower, higher] of rulesBySeries(all).flatMap(stepsOutOfOrder)) {
    const index = given.indexOf(higher)
    if (index >= 0) {
      const message = `Diese Stufe kommt nach „${lower.label}“ und muss darüber liegen.`
      problems[`honorRules.${index}.threshold`] ??= message
    } else {
      const message = `Diese Stufe kommt vor „${higher.label}“ und muss darunter liegen.`
      problems[`honorRules.${given.indexOf(lower)}.threshold`] ??= message
    }
  }
  return problems
}

/** Pairs of steps that count the same and do not ascend; those by hand stand in nobody's way. */
function stepsOutOfOrder(steps: readonly HonorRule[]): [HonorRule, HonorRule][] {
  return steps.flatMap((higher, index) => {
    if (higher.basis === 'manual') return []
    const lower = steps.slice(0, index).findLast(({ basis }) => basis === higher.basis)
    if (!lower?.threshold || !higher.threshold || higher.threshold > lower.threshold) return []
    return [[lower, higher] as [HonorRule, HonorRule]]
  })
}
