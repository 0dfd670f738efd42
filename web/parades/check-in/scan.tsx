import { lazy, Suspense, useEffect, useRef } from 'react'
import { loadChunk } from '#web/lib/load-chunk.ts'
import type { ShownRow } from './outbox/acts.ts'
import { useOutbox } from './outbox/use-outbox.ts'
import { waitingOf } from './outbox/words.ts'

/** Its code comes when somebody scans; kept on the device it is there without a line as well. */
const ScanScreen = lazy(async () => {
  const { ScanScreen } = await loadChunk(() => import('./scanner/scan-screen.tsx'))
  return { default: ScanScreen }
})

type CheckInScanProps = {
  rows: readonly ShownRow[]
  /** Who was confirmed last by their code. */
  last: ShownRow | undefined
  /** A sheet lies over it. */
  isPaused: boolean
  onFound: (row: ShownRow) => void
  onTakeBack: (row: ShownRow) => void
  onClose: () => void
}

/** The camera instead of the search: whose code it reads is asked for like who was tapped. */
export function CheckInScan({ rows, last, onFound, onTakeBack, ...rest }: CheckInScanProps) {
  const { acts } = useOutbox()
  const confirmed = rows.filter((row) => row.confirmed).length
  const headline = { confirmed, all: rows.length, waiting: waitingOf(acts).length }
  const find = (code: string) => {
    const found = rows.find((row) => row.code !== '' && row.code === code)
    if (found) onFound(found)
    return found !== undefined
  }
  const isSearchNext = useRef(false)
  useEffect(
    () => () => {
      // Once the screen has let go of the focus, and before it gives it back.
      if (isSearchNext.current) setTimeout(focusSearch)
    },
    [],
  )
  const search = () => {
    isSearchNext.current = true
    rest.onClose()
  }
  return (
    <Suspense fallback={<div className="fixed inset-0 z-40 bg-black" />}>
      <ScanScreen
        headline={headline}
        onCode={find}
        last={last ? lastOf(last, onTakeBack) : null}
        onSearch={search}
        {...rest}
      />
    </Suspense>
  )
}

function focusSearch(): void {
  document.querySelector<HTMLInputElement>('main input[type=search]')?.focus()
}

function lastOf(row: ShownRow, onTakeBack: (row: ShownRow) => void) {
  const { memberName: name, costume, paid } = row
  const worn = [costume.type, costume.number].filter(Boolean).join(' ')
  return { name, costume: worn, paid, undo: () => onTakeBack(row) }
}
