import { useEffect, useState } from 'react'

/** As far below the top of the window a section counts as reached. */
const reachedAt = 160

/** Which of these places on the page somebody is at while they scroll. */
export function useSectionInView<Id extends string>(ids: readonly [Id, ...Id[]]): Id {
  const [inView, setInView] = useState<Id>(ids[0])
  useEffect(() => {
    const look = () => setInView(findInView(ids))
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [ids])
  return inView
}

function findInView<Id extends string>(ids: readonly [Id, ...Id[]]): Id {
  const { clientHeight, scrollHeight } = document.documentElement
  const isAtEnd = window.scrollY > 0 && window.scrollY + clientHeight >= scrollHeight - 2
  // The last sections may be too short to ever reach the top.
  if (isAtEnd) return ids.at(-1) ?? ids[0]
  const reached = ids.filter((id) => {
    const top = document.getElementById(id)?.getBoundingClientRect().top
    return window.scrollY > 0 && top !== undefined && top < reachedAt
  })
  return reached.at(-1) ?? ids[0]
}
