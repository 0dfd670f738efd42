import { type RefObject, useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import { pickChanged, type Units, withUnits } from '#worker/domain/conflicts.ts'
import type { FieldConflict, FieldMessages } from '#worker/domain/errors.ts'
import { CallFailure } from './call-failure.ts'
import type { ConflictWords } from './conflict-words.ts'
import type { MutationDefinition } from './query.ts'
import { type ReadResult, unreadableFieldsFailure } from './typed.ts'
import type { UndoAction } from './undo.ts'
import { useSubmit } from './use-submit.ts'

type Target<Draft, Body, Saved, Stored> =
  | { mutation: MutationDefinition<Body, Saved>; stored?: undefined; shared?: undefined }
  | Edited<Draft, Body, Saved, Stored>

/** The stored record that the form edits: only fields that differ from it are sent. */
type Edited<Draft, Body, Saved, Stored> = {
  mutation: MutationDefinition<Change<Body>, Saved>
  stored: Stored
  shared?: Shared<Draft, Stored>
}

/** Changed fields of a record that others may edit; `before` holds their values as loaded. */
export type Change<Body> = Partial<Body> & { before?: Record<string, unknown> }

/** What the dialog needs in which the user decides conflicting changes by another user, field by field. */
type Shared<Draft, Stored> = {
  /** Fields that belong together and are decided as one. */
  units: Units
  words: ConflictWords
  /** The form's values for a stored record. */
  draftOf: (stored: NoInfer<Stored>) => NoInfer<Draft>
}

/** The fields that both the user and another user have changed since the form was opened. */
export type Conflict = {
  fields: readonly FieldConflict[]
  words: ConflictWords
  /** The fields in `kept` take their stored values; the others stay as typed. */
  settle: (kept: readonly string[]) => void
  cancel: () => void
}

/** `Beside`: further parameters of `read` and `placeOf`: none, or the stored record as the form knows it. */
type FormRules<Draft, Body, Beside extends unknown[]> = {
  initial: NoInfer<Draft>
  /** The body, or why the input cannot be parsed. */
  read: (draft: Draft, ...stored: Beside) => ReadResult<Body>
  /** Maps a field of the body to the form's field, where the names differ. */
  placeOf?: (place: string, ...stored: Beside) => string | null
}

export type SubmitFormRules<Draft, Body, Saved, Stored> = Target<Draft, Body, Saved, Stored> &
  FormRules<Draft, Body, [NoInfer<Stored> | undefined]> & {
    onSuccess?: (saved: Saved, body: Body, undoAction: UndoAction | null) => void
  }

/** The form and the state of its last submission; input is kept after a failure. */
export function useSubmitForm<
  Draft extends FieldValues,
  Body extends object,
  Saved,
  Stored extends object,
>({ onSuccess, ...rules }: SubmitFormRules<Draft, Body, Saved, Stored>) {
  // The record as it was loaded: only what differs from it is sent, so that a colleague's later changes stay.
  const stored = useRef(rules.stored)
  const sending = useSubmit(mutationOf(rules, stored), onSuccess)
  const { shared } = rules
  const fields = shared ? conflictsOf(sending.failure) : null
  const [settled, setSettled] = useState<CallFailure | null>(null)
  const submitting = useParentSubmitForm({
    ...rules,
    read: (draft: Draft) => rules.read(draft, stored.current),
    placeOf: (place) => (rules.placeOf ? rules.placeOf(place, stored.current) : place),
    // A conflict opens its own dialog and is not shown as an error.
    sending: { ...sending, failure: fields ? null : sending.failure },
    notDone: rules.mutation.meta.notDone,
  })
  const cancel = () => setSettled(sending.failure)
  if (!shared || !fields || sending.failure === settled) return { ...submitting, conflict: null }
  const conflict: Conflict = {
    fields,
    words: shared.words,
    cancel,
    settle(kept) {
      cancel()
      if (!stored.current) return
      const newest = Object.fromEntries(fields.map(({ field, stored }) => [field, stored]))
      stored.current = { ...stored.current, ...newest }
      takeOver(submitting.form, kept, shared.draftOf(stored.current))
    },
  }
  return { ...submitting, conflict }
}

function conflictsOf(failure: CallFailure | null): readonly FieldConflict[] | null {
  const error = failure?.error
  return error?.code === 'ChangedMeanwhile' ? error.conflicts : null
}

/** Puts the stored values of `fields` into the form. A field that the draft lacks is a table, and replaces all of it. */
function takeOver<Draft extends FieldValues>(
  form: UseFormReturn<Draft>,
  fields: readonly string[],
  draft: Draft,
): void {
  for (const field of fields) {
    const names = field in draft ? [field] : Object.keys(draft)
    for (const name of names) form.setValue(name as Path<Draft>, draft[name], { shouldDirty: true })
  }
}

/** How a form is sent: the result of `useSubmit`, or what the form behind a dialog passes to the dialog. */
export type FormSubmission<Body> = {
  submit: (body: Body) => Promise<void>
  isPending: boolean
  failure: CallFailure | null
}

type SendingFormRules<Draft, Body> = FormRules<Draft, Body, []> & {
  sending: FormSubmission<Body>
  notDone: string
}

/** Like `useSubmitForm`, for a form whose write belongs to its parent. */
export function useParentSubmitForm<Draft extends FieldValues, Body extends object>({
  initial,
  read,
  placeOf = (place) => place,
  sending,
  notDone,
}: SendingFormRules<Draft, Body>) {
  const form = useForm<Draft>({ defaultValues: initial as DefaultValues<Draft> })
  const [unread, setUnread] = useState<CallFailure | null>(null)
  const failure = unread ?? sending.failure
  const { setError, getValues, clearErrors } = form
  const showFieldErrors = (fields: FieldMessages = {}) => {
    const names = Object.keys(getValues())
    for (const [path, message] of Object.entries(fields)) {
      const [name = ''] = path.split('.')
      if (names.includes(name)) setError(path as Path<Draft>, { message })
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each failure.
  useEffect(() => showFieldErrors(messagesByPath(sending.failure, placeOf)), [sending.failure])

  const send = form.handleSubmit((draft) => {
    const typed = read(draft)
    setUnread(null)
    if ('body' in typed) return sending.submit(typed.body)
    setUnread(new CallFailure(notDone, unreadableFieldsFailure(typed.problems)))
    showFieldErrors(typed.problems)
  })
  const submit = () => {
    // Old errors are cleared first: react-hook-form would not submit with an error that has no input.
    clearErrors()
    return send()
  }
  return { form, submit, isPending: sending.isPending, failure }
}

function messagesByPath(failure: CallFailure | null, placeOf: (place: string) => string | null) {
  const fields = Object.entries(failure?.error?.fields ?? {})
  return Object.fromEntries(
    fields.flatMap(([place, message]) => {
      const path = placeOf(place)
      return path === null ? [] : [[path, message]]
    }),
  )
}

function isEdited<Draft, Body, Saved, Stored>(
  target: Target<Draft, Body, Saved, Stored>,
): target is Edited<Draft, Body, Saved, Stored> {
  return target.stored !== undefined
}

function mutationOf<Draft, Body extends object, Saved, Stored extends object>(
  target: Target<Draft, Body, Saved, Stored>,
  stored: RefObject<Stored | undefined>,
): MutationDefinition<Body, Saved> {
  if (!isEdited(target)) return target.mutation
  const { mutation, shared } = target
  return {
    ...mutation,
    mutationFn: (body) => {
      const loaded = stored.current ?? target.stored
      const changed = pickChanged(loaded, body)
      if (!shared) return mutation.mutationFn(changed)
      const asked = withUnits(Object.keys(changed), shared.units)
      const before = Object.entries(loaded).filter(([name]) => asked.has(name))
      return mutation.mutationFn({ ...changed, before: Object.fromEntries(before) })
    },
  }
}

/** What a form passes to `SubmitForm` or `SubmitDialog`. */
export type SubmittedForm<Draft extends FieldValues> = ReturnType<
  typeof useParentSubmitForm<Draft, object>
> & { conflict?: Conflict | null }
