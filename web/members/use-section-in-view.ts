import { useEffect, useState } from 'react'

/** How far down the window a section that comes up counts as reached. */
const reachedAt = 0.4

/** Which of these places on the page somebody is at: where they write, else where they look. */
export function useSectionInView<Id extends string>(ids: readonly [Id, ...Id[]]): Id {
  const [inView, setInView] = useState<Id>(ids[0])
  useEffect(() => {
    const look = () => setInView(findInView(ids))
    look()
    window.addEventListener('scroll', look, { passive: true })
    document.addEventListener('focusin', look)
    return () => {
      window.removeEventListener('scroll', look)
      document.removeEventListener('focusin', look)
    }
  }, [ids])
  return inView
}

function findInView<Id extends string>(ids: readonly [Id, ...Id[]]): Id {
  const { clientHeight, scrollHeight } = document.documentElement
  const focused = document.activeElement
  const top = focused?.getBoundingClientRect().top ?? 0
  const isInView = top > 0 && top < clientHeight
  const written = ids.find((id) => document.getElementById(id)?.contains(focused))
  if (written && isInView) return written
  if (window.scrollY === 0) return ids[0]
  // The last sections may be too short to ever reach the top.
  if (window.scrollY + clientHeight >= scrollHeight - 2) return ids.at(-1) ?? ids[0]
  const reached = ids.filter((id) => {
    const place = document.getElementById(id)?.getBoundingClientRect()
    return place && place.top < clientHeight * reachedAt
  })
  return reached.at(-1) ?? ids[0]
}
