import { useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { type IdentityQuestion, useIdentityQuestion } from '#web/lib/identity.ts'

type Asking = typeof import('./confirm-identity.tsx')

/** Whatever a page calls: when the server wants to know who it is, the question stands over the page. */
export function IdentityLayer() {
  const question = useIdentityQuestion()
  return (
    <>
      <Outlet />
      {question && <Question question={question} />}
    </>
  )
}

/** What draws it is loaded for the first question. */
function Question({ question }: { question: IdentityQuestion }) {
  const [asking, setAsking] = useState<Asking | null>(null)
  useEffect(() => {
    // Without a network nobody can be asked, and the page says that the call was refused.
    import('./confirm-identity.tsx').then(setAsking, () => question.answer(false))
  }, [question])
  return asking && <asking.ConfirmIdentity question={question} />
}
