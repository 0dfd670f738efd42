import { useId } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { FormInput, FormSelect, FormTextarea } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { offeredOf, saveHonorRules, useOffices } from '#web/data/guild.ts'
import { optionalNumber, type ReadResult, readFields } from '#web/lib/typed.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { defaultCertificates } from '#worker/domain/certificates.ts'
import {
  type Duty,
  type HonorBasis,
  type HonorType,
  honorBases,
  isBuiltInHonor,
} from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { FieldMessages } from '#worker/domain/errors.ts'
import type { HonorRule } from '#worker/domain/honors.ts'
import { honorLabels } from '#worker/domain/labels.ts'
import { basisLabels, placeholderHelp } from './honor-rule-words.ts'
import { RuleEffects, useRuleEffects } from './rule-effects.tsx'
import { honorRuleConflictRules } from './settings-words.ts'

type HonorRuleDialogProps = {
  /** All rules. */
  rules: readonly HonorRule[]
  stored: HonorRule
  /** The day for which the effects are previewed. */
  date: Day
  onClose: () => void
}

export function HonorRuleDialog({ rules, stored, date, onClose }: HonorRuleDialogProps) {
  const { type } = stored
  const offices = useOffices()
  const submitting = useSubmitForm({
    initial: draftOf(stored),
    stored: { honorRules: [...rules] },
    shared: {
      ...honorRuleConflictRules(type, offices),
      draftOf: (newest) => draftOf(newest.honorRules.find((rule) => rule.type === type) ?? stored),
    },
    // Merged into the newest rules, so that a colleague's changes of other rules stay.
    read: (draft: HonorRuleDraft, newest) => {
      const typed = readRule(type, draft)
      if ('problems' in typed) return typed
      return { body: { honorRules: withRule(newest?.honorRules ?? rules, typed.body) } }
    },
    mutation: saveHonorRules,
    // Errors are assigned below, together with the preview's errors.
    placeOf: () => null,
    onSuccess: (_saved, _body, undoAction) => {
      toast('Regel geändert', undoAction)
      onClose()
    },
  })
  const { form, failure } = submitting
  const typed = readRule(type, form.watch())
  const changed = 'body' in typed ? typed.body : stored
  const table = withRule(rules, changed)
  const isIdle = !affectsLists(stored, changed)
  const effects = useRuleEffects(isIdle ? null : table, date)
  // A preview with a result is newer than the failure of the last submission.
  const refused = effects.data ? null : (effects.error ?? failure)
  const problems = problemsOf(refused?.error?.fields ?? {}, table, type)
  return (
    <SubmitDialog
      title="Regel ändern"
      description={isBuiltInHonor(type) ? honorLabels[type] : stored.label}
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

/** @param problems by field, such as `threshold` */
function HonorRuleFields({ problems }: { problems: FieldMessages }) {
  const basis = useFormContext<HonorRuleDraft>().watch('basis')
  return (
    <>
      <FormInput<HonorRuleDraft>
        name="label"
        label="Name der Ehrung"
        required
        problem={problems.label}
      />
      <div className="grid grid-cols-2 gap-4">
        <FormSelect<HonorRuleDraft> name="basis" label="Grundlage" problem={problems.basis}>
          {honorBases.map((each) => (
            <option key={each} value={each}>
              {basisLabels[each]}
            </option>
          ))}
        </FormSelect>
        {basis !== 'manual' && (
          <FormInput<HonorRuleDraft>
            name="threshold"
            label={basis === 'parades' ? 'Ab so vielen Sprüngen' : 'Ab so vielen Jahren'}
            required
            inputMode="numeric"
            inputClassName="tabular-nums"
            problem={problems.threshold}
          />
        )}
      </div>
      {basis === 'dutyYears' && <DutyTicks error={problems.duties} />}
      <FormInput<HonorRuleDraft>
        name="issuer"
        label="Verliehen von"
        help="Ein Verband wie „VSAN“; leer verleiht sie die Zunft selbst."
        problem={problems.issuer}
      />
      <FormTextarea<HonorRuleDraft>
        name="certificateText"
        label="Text der Urkunde"
        rows={3}
        placeholder={defaultCertificates[basis]}
        help={placeholderHelp(basis)}
        problem={problems.certificateText}
      />
    </>
  )
}

function DutyTicks({ error }: { error: string | undefined }) {
  const errorId = useId()
  const known = useOffices()
  const { field } = useController<HonorRuleDraft, 'duties'>({ name: 'duties' })
  const { all } = known
  const offices = offeredOf(known, field.value)
  return (
    <fieldset aria-describedby={error && errorId}>
      <legend className="mb-1 font-semibold text-sm max-md:text-[0.9375rem]">
        Ämter, die zählen
      </legend>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      <div className="grid grid-cols-2 gap-x-4 max-[22rem]:grid-cols-1">
        {offices.map(({ code: duty, label }) => (
          <Checkbox
            key={duty}
            labelClassName="min-h-9!"
            checked={field.value.includes(duty)}
            onChange={({ target }) =>
              field.onChange(
                all
                  .map(({ code }) => code)
                  .filter((each) => (each === duty ? target.checked : field.value.includes(each))),
              )
            }
          >
            {label}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}

type HonorRuleDraft = {
  label: string
  basis: HonorBasis
  threshold: string
  duties: Duty[]
  issuer: string
  certificateText: string
}

function draftOf({ label, basis, threshold, duties, ...rule }: HonorRule): HonorRuleDraft {
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

/** Reads the typed rule; the server decides whether the rule is acceptable. */
function readRule(type: HonorType, draft: HonorRuleDraft): ReadResult<HonorRule> {
  const { basis } = draft
  const duties = basis === 'dutyYears' ? draft.duties : []
  const threshold = basis === 'manual' ? '' : draft.threshold
  const typed = readFields(
    { ...draft, duties, threshold },
    { threshold: optionalNumber(null, notANumber) },
  )
  return 'body' in typed ? { body: { type, ...typed.body } } : typed
}

function withRule(rules: readonly HonorRule[], changed: HonorRule): HonorRule[] {
  return rules.map((rule) => (rule.type === changed.type ? changed : rule))
}

/** Whether the two rules may lead to different lists; name and certificate text do not matter. */
function affectsLists(a: HonorRule, b: HonorRule): boolean {
  const counted = ({ basis, threshold, duties }: HonorRule) =>
    JSON.stringify([basis, threshold, duties.toSorted()])
  return counted(a) !== counted(b)
}

type Problems = { own: FieldMessages; others: string[] }

/**
 * Splits errors such as `honorRules.3.threshold` into those at the edited rule's fields and sentences
 * about other rules.
 */
function problemsOf(fields: FieldMessages, rules: readonly HonorRule[], type: HonorType) {
  const problems: Problems = { own: {}, others: [] }
  for (const [place, message] of Object.entries(fields)) {
    const [, index, field = ''] = /^honorRules\.(\d+)\.(\w+)/.exec(place) ?? []
    const rule = rules[Number(index)]
    if (rule?.type === type) problems.own[field] = message
    else problems.others.push(rule ? `${rule.label}: ${message}` : message)
  }
  return problems
}
