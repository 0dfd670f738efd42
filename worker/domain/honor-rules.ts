import type { HonorType } from './codes.ts'
import type { FieldMessages } from './errors.ts'
import { type HonorRule, rulesBySeries } from './honors.ts'

export type { HonorRule }

/** What is wrong with a table of honor rules, keyed by place: `honorRules.3.threshold`. */
export function honorRuleProblems(rules: readonly HonorRule[]): FieldMessages {
  const problems: FieldMessages = {}
  const seen = new Set<HonorType>()
  rules.forEach((rule, index) => {
    const at = (field: keyof HonorRule) => `honorRules.${index}.${field}`
    if (seen.has(rule.type)) problems[at('type')] = 'Diese Ehrung steht zweimal in der Tabelle.'
    seen.add(rule.type)
    if (rule.basis !== 'manual' && rule.threshold === null) {
      problems[at('threshold')] = 'Gib an, ab wie vielen die Ehrung fällig ist.'
    }
    if (rule.basis === 'dutyYears' && rule.duties.length === 0) {
      problems[at('duties')] = 'Wähle mindestens ein Amt, das zählt.'
    }
  })
  for (const steps of rulesBySeries(rules)) {
    steps.forEach((rule, step) => {
      const before = steps[step - 1]
      if (!before?.threshold || !rule.threshold || before.basis !== rule.basis) return
      if (rule.threshold > before.threshold) return
      const message = `Diese Stufe kommt nach „${before.label}“ und muss darüber liegen.`
      problems[`honorRules.${rules.indexOf(rule)}.threshold`] ??= message
    })
  }
  return problems
}
