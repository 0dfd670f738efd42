import { useEffect, useReducer, useRef } from 'react'
import { keepDraft, readDraft } from './draft.ts'
import { emptyForm, enrolmentFormReducer } from './enrolment-form.ts'
import { onReturn } from './on-return.ts'

/** The form, kept as a draft with every change. */
export function useEnrolmentForm() {
  const [form, dispatch] = useReducer(enrolmentFormReducer, null, () => readDraft() ?? emptyForm)
  const isKept = useRef(false)
  useEffect(() => {
    isKept.current = keepDraft(form)
  }, [form])
  // A draft that is gone was dropped by the result page: this enrolment is done.
  useEffect(() => {
    return onReturn(() => isKept.current && !readDraft() && dispatch({ type: 'cleared' }))
  }, [])
  return [form, dispatch] as const
}
