import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import type { Failure, Result } from '#web/lib/result.ts'
import { useAct } from '#web/lib/use-act.ts'
import type { CostumeDraft as Body, Costume } from '#worker/costumes/costumes.contract.ts'
import type { FieldMessages } from '#worker/domain/errors.ts'
import { type CostumeDraft, readDraft } from './costume-draft.ts'

export type Save = (body: Body) => Promise<Result<Costume>>

/** The form's state and what came of the last try; what was typed stays after a refusal. */
export function useSaveCostume(
  initial: CostumeDraft,
  save: Save,
  onSaved: (saved: Costume) => void,
) {
  const form = useForm<CostumeDraft>({ defaultValues: initial })
  const { run, isBusy, failure } = useAct((draft: CostumeDraft) => saveDraft(draft, save), onSaved)
  const { setError, getValues } = form
  useEffect(() => {
    const fields = failure?.error?.fields ?? {}
    for (const name of Object.keys(getValues()) as (keyof CostumeDraft)[]) {
      const message = fields[name]
      if (message) setError(name, { message })
    }
  }, [failure, setError, getValues])
  return { form, submit: form.handleSubmit(run), isBusy, failure }
}

async function saveDraft(draft: CostumeDraft, save: Save): Promise<Result<Costume>> {
  const read = readDraft(draft)
  return 'body' in read ? save(read.body) : { ok: false, failure: unreadable(read.problems) }
}

/** Reads like the server's own refusal, so that both are shown in one way. */
function unreadable(fields: FieldMessages): Failure {
  const message = 'Prüfe, ob alle Werte korrekt eingegeben wurden.'
  return { type: 'ApiError', error: { code: 'Unreadable', message, fields } }
}
