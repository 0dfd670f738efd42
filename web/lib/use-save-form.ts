import { useEffect } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type { FieldMessages } from '#worker/domain/errors.ts'
import type { Result } from './result.ts'
import { unreadable } from './unreadable.ts'
import { useAct } from './use-act.ts'

type Read<Body> = { body: Body } | { problems: FieldMessages }

export type SaveFormRules<Draft, Body, Saved> = {
  initial: Draft
  /** What can be sent, or why what was typed cannot be read. */
  read: (draft: Draft) => Read<Body>
  save: (body: Body) => Promise<Result<Saved>>
  onSaved: (saved: Saved) => void
}

/** The form's state and what came of the last try; what was typed stays after a refusal. */
export function useSaveForm<Draft extends FieldValues, Body, Saved>({
  initial,
  read,
  save,
  onSaved,
}: SaveFormRules<Draft, Body, Saved>) {
  const form = useForm<Draft>({ defaultValues: initial as DefaultValues<Draft> })
  const trySave = async (draft: Draft): Promise<Result<Saved>> => {
    const typed = read(draft)
    return 'body' in typed ? save(typed.body) : { ok: false, failure: unreadable(typed.problems) }
  }
  const { run, isBusy, failure } = useAct(trySave, onSaved)
  const { setError, getValues } = form
  useEffect(() => {
    const fields = failure?.error?.fields ?? {}
    for (const name of Object.keys(getValues())) {
      const message = fields[name]
      if (message) setError(name as Path<Draft>, { message })
    }
  }, [failure, setError, getValues])
  return { form, submit: form.handleSubmit(run), isBusy, failure }
}
