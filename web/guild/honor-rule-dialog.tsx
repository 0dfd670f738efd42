import { useState } from 'react'
import { queryClient } from '#web/lib/query.ts'
import type { Failure, Result } from '#web/lib/result.ts'
import { useAct } from '#web/lib/use-act.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useToast } from '#web/ui/toast.tsx'
import type { Day } from '#worker/domain/dates.ts'
import type { FieldMessages } from '#worker/domain/errors.ts'
import type { HonorRule } from '#worker/domain/honors.ts'
import { honorLabels } from '#worker/domain/labels.ts'
import { ruleNotSaved, saveHonorRules } from './guild.api.ts'
import { countsDifferently, draftOf, problemsOf, readRule, withRule } from './honor-rule-draft.ts'
import { HonorRuleFields } from './honor-rule-fields.tsx'
import { RuleEffects } from './rule-effects.tsx'
import { useRuleEffects } from './use-rule-effects.ts'

type HonorRuleDialogProps = {
  /** The whole table. */
  rules: readonly HonorRule[]
  stored: HonorRule
  /** For which the lists are looked at. */
  date: Day
  onClose: () => void
  onDone: () => void
}

export function HonorRuleDialog({ rules, stored, date, onClose, onDone }: HonorRuleDialogProps) {
  const { type } = stored
  const [draft, setDraft] = useState(() => draftOf(stored))
  const read = readRule(type, draft)
  const changed = 'rule' in read ? read.rule : stored
  const table = withRule(rules, changed)
  const isIdle = !countsDifferently(stored, changed)
  const effects = useRuleEffects(isIdle ? null : table, date)
  const toast = useToast()
  const { run, isBusy, failure } = useAct(saveHonorRules, () => {
    void queryClient.invalidateQueries()
    toast('Regel geändert')
    onDone()
    onClose()
  })
  const problems = problemsOf(refusedFields(effects.result, failure), table, type)
  return (
    <FormDialog
      title="Regel ändern"
      description={honorLabels[type]}
      notSaved={ruleNotSaved}
      failure={failure}
      detail={problems.others.join(' ') || undefined}
      busy={isBusy}
      blocked={'problems' in read}
      onClose={onClose}
      onConfirm={() => void run(table)}
    >
      <HonorRuleFields
        draft={draft}
        onChange={(changes) => setDraft((before) => ({ ...before, ...changes }))}
        errors={'problems' in read ? read.problems : problems.own}
      />
      <RuleEffects
        effects={effects}
        isIdle={isIdle}
        rules={table}
        date={date}
        obstacles={failure ? [] : problems.others}
      />
    </FormDialog>
  )
}

/** What the preview says of the rule as it is now outweighs the refusal of an earlier one. */
function refusedFields(preview: Result<unknown> | null, failure: Failure | null): FieldMessages {
  const refused = preview ? (preview.ok ? null : preview.failure) : failure
  return refused?.error?.fields ?? {}
}
