import { useEffect, useState } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router'
import { PageSkeleton } from './page-skeleton.tsx'

const patienceInMs = 200

/** The page. When the next one takes long to come, its outline stands in until it is there. */
export function PageOutlet() {
  const isWaiting = useIsLateNavigation()
  return (
    <>
      <div hidden={isWaiting} className="contents">
        <Outlet />
      </div>
      {isWaiting && <PageSkeleton />}
    </>
  )
}

function useIsLateNavigation(): boolean {
  const { pathname } = useLocation()
  const next = useNavigation().location?.pathname
  const isLeaving = next !== undefined && next !== pathname
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isLeaving) return setIsLate(false)
    const timer = setTimeout(() => setIsLate(true), patienceInMs)
    return () => clearTimeout(timer)
  }, [isLeaving])
  return isLeaving && isLate
}
