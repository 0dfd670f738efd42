import { useEffect, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type { FieldMessages } from '#worker/domain/errors.ts'
import { changedFrom } from '#worker/domain/given.ts'
import { CallFailure } from './call-failure.ts'
import type { Writing } from './query.ts'
import { type Read, unreadableFields } from './typed.ts'
import type { WayBack } from './undo.ts'
import { useSubmit } from './use-submit.ts'

type Target<Body, Saved> =
  | { mutation: Writing<Body, Saved>; stored?: undefined }
  /** What is changed, as it was loaded: then only the fields that differ from it are sent. */
  | { mutation: Writing<Partial<Body>, Saved>; stored: object }

type FormRules<Draft, Body> = {
  initial: NoInfer<Draft>
  /** What can be sent, or why what was typed cannot be read. */
  read: (draft: Draft) => Read<Body>
  /** Which field of the draft a refused place of the body is, where they are called differently. */
  placeOf?: (place: string) => string | null
}

export type SubmitFormRules<Draft, Body, Saved> = Target<Body, Saved> &
  FormRules<Draft, Body> & {
    onSuccess?: (saved: Saved, body: Body, wayBack: WayBack | null) => void
  }

/** The form's state and what came of the last try; what was typed stays after a refusal. */
export function useSubmitForm<Draft extends FieldValues, Body extends object, Saved>({
  onSuccess,
  ...rules
}: SubmitFormRules<Draft, Body, Saved>) {
  // What the form began with: what a colleague has changed since is not undone by it.
  const [stored] = useState(rules.stored)
  const sending = useSubmit(writingOf(rules, stored), onSuccess)
  return useSendingForm({ ...rules, sending, notDone: rules.mutation.meta.notDone })
}

/** How a form is sent: by a write of its own (`useSubmit`), or by the form behind its dialog. */
export type Sending<Body> = {
  submit: (body: Body) => Promise<void>
  isPending: boolean
  failure: CallFailure | null
}

type SendingFormRules<Draft, Body> = FormRules<Draft, Body> & {
  sending: Sending<Body>
  notDone: string
}

/** The same for a form whose write is not its own. */
export function useSendingForm<Draft extends FieldValues, Body extends object>({
  initial,
  read,
  placeOf = sameName,
  sending,
  notDone,
}: SendingFormRules<Draft, Body>) {
  const form = useForm<Draft>({ defaultValues: initial as DefaultValues<Draft> })
  const [unread, setUnread] = useState<CallFailure | null>(null)
  const failure = unread ?? sending.failure
  const { setError, getValues, clearErrors } = form
  const tell = (fields: FieldMessages = {}) => {
    const names = Object.keys(getValues())
    for (const [path, message] of Object.entries(fields)) {
      const [name = ''] = path.split('.')
      if (names.includes(name)) setError(path as Path<Draft>, { message })
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal is told once.
  useEffect(() => tell(placed(sending.failure, placeOf)), [sending.failure])

  const send = form.handleSubmit((draft) => {
    const typed = read(draft)
    setUnread(null)
    if ('body' in typed) return sending.submit(typed.body)
    setUnread(new CallFailure(notDone, unreadableFields(typed.problems)))
    tell(typed.problems)
  })
  const submit = () => {
    // Sentences without an input of their own would hold the form back for ever.
    clearErrors()
    return send()
  }
  return { form, submit, isPending: sending.isPending, failure }
}

function placed(failure: CallFailure | null, placeOf: (place: string) => string | null) {
  const fields = Object.entries(failure?.error?.fields ?? {})
  return Object.fromEntries(
    fields.flatMap(([place, message]) => {
      const path = placeOf(place)
      return path === null ? [] : [[path, message]]
    }),
  )
}

const sameName = (place: string) => place

function writingOf<Body extends object, Saved>(
  target: Target<Body, Saved>,
  stored: object | undefined,
): Writing<Body, Saved> {
  if (!target.stored || !stored) return target.mutation
  const { mutation } = target
  return { ...mutation, mutationFn: (body) => mutation.mutationFn(changedFrom(stored, body)) }
}

/** The form as `SubmitForm` and `SubmitDialog` take it. */
export type SubmittedForm<Draft extends FieldValues> = ReturnType<
  typeof useSendingForm<Draft, object>
>
