import { useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { type IdentityQuestion, useIdentityQuestion } from '#web/lib/identity.ts'

type Asking = typeof import('./confirm-identity.tsx')

/** Asks for proof of identity over any page, when a call of the page needs the proof. */
export function IdentityLayer() {
  const question = useIdentityQuestion()
  return (
    <>
      <Outlet />
      {question && <Question question={question} />}
    </>
  )
}

/** The question, whose code is loaded when it is first asked. */
function Question({ question }: { question: IdentityQuestion }) {
  const [asking, setAsking] = useState<Asking | null>(null)
  useEffect(() => {
    // Offline the question cannot be loaded, so the call fails.
    import('./confirm-identity.tsx').then(setAsking, () => question.answer(false))
  }, [question])
  return asking && <asking.ConfirmIdentity question={question} />
}
