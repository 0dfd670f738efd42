import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import type { Failure, Result } from '#web/lib/result.ts'
import { useAct } from '#web/lib/use-act.ts'
import type { FieldMessages } from '#worker/domain/errors.ts'
import type { Parade } from '#worker/parades/parades.contract.ts'
import { type ParadeDraft, readDraft } from './parade-draft.ts'
import type { ParadeBody } from './parades.api.ts'

export type Save = (body: ParadeBody) => Promise<Result<Parade>>

/** The form's state and what came of the last try; what was typed stays after a refusal. */
export function useSaveParade(initial: ParadeDraft, save: Save, onSaved: (saved: Parade) => void) {
  const form = useForm<ParadeDraft>({ defaultValues: initial })
  const { run, isBusy, failure } = useAct((draft: ParadeDraft) => saveDraft(draft, save), onSaved)
  const { setError, getValues } = form
  useEffect(() => {
    const fields = failure?.error?.fields ?? {}
    for (const name of Object.keys(getValues()) as (keyof ParadeDraft)[]) {
      const message = fields[name]
      if (message) setError(name, { message })
    }
  }, [failure, setError, getValues])
  return { form, submit: form.handleSubmit(run), isBusy, failure }
}

async function saveDraft(draft: ParadeDraft, save: Save): Promise<Result<Parade>> {
  const read = readDraft(draft)
  return 'body' in read ? save(read.body) : { ok: false, failure: unreadable(read.problems) }
}

/** Reads like the server's own refusal, so that both are shown in one way. */
function unreadable(fields: FieldMessages): Failure {
  const message = 'Prüfe, ob alle Werte korrekt eingegeben wurden.'
  return { type: 'ApiError', error: { code: 'Unreadable', message, fields } }
}
