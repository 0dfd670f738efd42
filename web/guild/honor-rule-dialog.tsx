import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { useToast } from '#web/components/toast.tsx'
import { saveHonorRules } from '#web/data/guild.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { HonorRule } from '#worker/domain/honors.ts'
import { honorLabels } from '#worker/domain/labels.ts'
import {
  countsDifferently,
  draftOf,
  type HonorRuleDraft,
  problemsOf,
  readRule,
  withRule,
} from './honor-rule-draft.ts'
import { HonorRuleFields } from './honor-rule-fields.tsx'
import { RuleEffects } from './rule-effects.tsx'
import { sharedRules } from './settings-words.ts'
import { useRuleEffects } from './use-rule-effects.ts'

type HonorRuleDialogProps = {
  /** The whole table. */
  rules: readonly HonorRule[]
  stored: HonorRule
  /** For which the lists are looked at. */
  date: Day
  onClose: () => void
}

export function HonorRuleDialog({ rules, stored, date, onClose }: HonorRuleDialogProps) {
  const { type } = stored
  const toast = useToast()
  const submitting = useSubmitForm({
    initial: draftOf(stored),
    stored: { honorRules: [...rules] },
    shared: {
      ...sharedRules(type),
      draftOf: (newest) => draftOf(newest.honorRules.find((rule) => rule.type === type) ?? stored),
    },
    // Laid over the newest table that is known: rules that a colleague changed stay as they are.
    read: (draft: HonorRuleDraft, newest) => {
      const typed = readRule(type, draft)
      if ('problems' in typed) return typed
      return { body: { honorRules: withRule(newest?.honorRules ?? rules, typed.body) } }
    },
    mutation: saveHonorRules,
    // Refused places are told below, beside what the preview says of the rule as it is now.
    placeOf: () => null,
    onSuccess: (_saved, _body, wayBack) => {
      toast('Regel geändert', wayBack)
      onClose()
    },
  })
  const { form, failure } = submitting
  const typed = readRule(type, form.watch())
  const changed = 'body' in typed ? typed.body : stored
  const table = withRule(rules, changed)
  const isIdle = !countsDifferently(stored, changed)
  const effects = useRuleEffects(isIdle ? null : table, date)
  // What the preview says of the rule as it is now outweighs the refusal of an earlier one.
  const refused = effects.data ? null : (effects.error ?? failure)
  const problems = problemsOf(refused?.error?.fields ?? {}, table, type)
  return (
    <SubmitDialog
      title="Regel ändern"
      description={honorLabels[type]}
      submitting={submitting}
      detail={problems.others.join(' ') || undefined}
      blocked={'problems' in typed}
      onClose={onClose}
    >
      <HonorRuleFields problems={'problems' in typed ? typed.problems : problems.own} />
      <RuleEffects
        effects={effects}
        isIdle={isIdle}
        rules={table}
        date={date}
        obstacles={failure ? [] : problems.others}
      />
    </SubmitDialog>
  )
}
