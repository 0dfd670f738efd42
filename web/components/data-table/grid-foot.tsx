import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { cn } from '#web/lib/cn.ts'
import { germanCount } from '#web/lib/german-count.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import type { Grid, Page } from './use-grid.ts'

/** What the foot needs of a `Grid`; a list that is no grid provides only this. */
type Paging = {
  state: Pick<Grid['state'], 'pageSize'>
  pageSizes: readonly number[]
  act: Pick<Grid['act'], 'goTo' | 'setPageSize'>
}

type GridFootProps = {
  grid: Paging
  page: Omit<Page<unknown>, 'rows'>
  /** Whether the foot may stay at the bottom of the window; false where another bar stays there. */
  isSticky?: boolean
}

export function GridFoot({ grid, page, isSticky = true }: GridFootProps) {
  const { act } = grid
  const [foot, hasRoom] = useRoomForFoot()
  return (
    <div
      ref={foot}
      className={cn(
        isSticky && hasRoom && 'z-2 md:stuck-bottom',
        'flex min-h-14 items-center justify-end gap-6 rounded-b-xl border-t bg-card pr-3 pl-6 max-md:flex-wrap max-md:justify-between max-md:gap-x-2 max-md:gap-y-1 max-md:rounded-none max-md:py-2 max-md:pr-2 max-md:pl-4 print:hidden',
      )}
    >
      <PageSize grid={grid} />
      <span className="flex items-center gap-6 max-md:ms-auto max-md:gap-2">
        <span role="status" className="whitespace-nowrap tabular-nums">
          {germanCount(page.from)}–{germanCount(page.to)} von {germanCount(page.total)}
        </span>
        <span className="flex gap-0.5">
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label="Vorherige Seite"
            disabled={page.number === 1}
            onClick={() => act.goTo(page.number - 1)}
            className="disabled:border-transparent! disabled:bg-transparent!"
          >
            <ChevronLeft />
          </Button>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label="Nächste Seite"
            disabled={page.isLast}
            onClick={() => act.goTo(page.number + 1)}
            className="disabled:border-transparent! disabled:bg-transparent!"
          >
            <ChevronRight />
          </Button>
        </span>
      </span>
    </div>
  )
}

/**
 * Whether the foot may stay at the bottom of the window: only while the table is taller than the window, and not
 * over the first row. Sticking moves no other element, so that measuring again gives the same result.
 */
function useRoomForFoot(): [RefObject<HTMLDivElement | null>, boolean] {
  const foot = useRef<HTMLDivElement>(null)
  const [hasRoom, setRoom] = useState(false)
  useEffect(() => {
    const table = foot.current?.parentElement?.querySelector('table')
    if (!table) return
    const measure = () => {
      const row = table.tBodies[0]?.rows[0]
      const height = foot.current?.offsetHeight ?? 0
      const isTall = table.offsetHeight > window.innerHeight
      const firstEnds = row?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY
      setRoom(isTall && firstEnds <= window.innerHeight - height)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(table)
    window.addEventListener('scroll', measure, { passive: true })
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', measure)
      window.removeEventListener('resize', measure)
    }
  }, [])
  return [foot, hasRoom]
}

// The label "Rows per page:" is in English, because Spec §9 prescribes it.
function PageSize({ grid: { state, pageSizes, act } }: { grid: Paging }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the Select inside.
    <label className="flex items-center gap-2 text-muted-foreground">
      <span lang="en">Rows per page:</span>
      <Select
        value={state.pageSize}
        onChange={(event) => act.setPageSize(Number(event.target.value))}
        wrapperClassName="w-19"
        className="min-h-9! max-md:min-h-11!"
      >
        {pageSizes.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </Select>
    </label>
  )
}
