import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { readGrid, writeGrid } from './grid-address.ts'
import type { GridShape, GridState } from './grid-state.ts'

/**
 * `typing` waits for a rest and leaves no trace in the history, `set` leaves none either, `go` is a
 * step that one can take back, `turn` one that starts at the top of the page.
 */
export type How = 'typing' | 'set' | 'go' | 'turn'

export type ChangeGrid = (changes: Partial<GridState>, how: How) => void

/** Safari refuses more than a hundred changes of the address in half a minute. */
const restInMs = 300

type Known = {
  grid: GridState
  /** What the grid was read from, or what we wrote last. */
  address: string
  /** What we wrote and the router has not shown yet. */
  onTheWay: readonly string[]
  /** The grid is ahead of the address. */
  isAhead: boolean
}

/** The state of the grid lives in the address; while somebody types it is ahead of it. */
export function useGridState(shape: GridShape) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const type = useNavigationType()
  const [seen, setSeen] = useState({ search, type })
  const [known, setKnown] = useState<Known>(() => readKnown(search, shape))
  if (search !== seen.search || type !== seen.type) {
    setSeen({ search, type })
    // A step back may come before what we wrote has been drawn: then the address seems not to change.
    const echo = type === 'POP' ? -1 : known.onTheWay.indexOf(search)
    // Not our own: back, forward or a link.
    if (echo === -1 && (type === 'POP' || search !== seen.search))
      setKnown(readKnown(search, shape))
    else setKnown({ ...known, onTheWay: known.onTheWay.slice(echo + 1) })
  }

  const write = (grid: GridState, how: How) => {
    const address = writeGrid(known.address, grid, shape)
    if (address === known.address) return setKnown({ ...known, grid, isAhead: false })
    setKnown({ grid, address, onTheWay: [...known.onTheWay, address], isAhead: false })
    const isStep = how === 'go' || how === 'turn'
    navigate({ search: address }, { replace: !isStep, preventScrollReset: how !== 'turn' })
  }
  const change: ChangeGrid = (changes, how) => {
    const grid = { ...known.grid, ...changes }
    if (how === 'typing') setKnown({ ...known, grid, isAhead: true })
    else write(grid, how)
  }
  const catchUp = () => {
    if (known.isAhead) write(known.grid, 'set')
  }
  useEffect(() => {
    if (!known.isAhead) return
    const timer = setTimeout(catchUp, restInMs)
    return () => clearTimeout(timer)
  })
  return { state: known.grid, change, catchUp }
}

function readKnown(address: string, shape: GridShape): Known {
  return { grid: readGrid(address, shape), address, onTheWay: [], isAhead: false }
}
