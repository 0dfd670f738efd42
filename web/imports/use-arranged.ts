import { useMemo, useState } from 'react'
import { normaliseName } from '#worker/domain/names.ts'
import type { PreviewRow, Verdict } from '#worker/imports/imports.contract.ts'
import { verdictOrder } from './verdicts.tsx'

const pageSizes = [25, 50, 100] as const

type Choice = { verdict: Verdict | null; search: string; page: number }

/** The rows of a page: first the rows that the user has to decide, then the others in the order of the file. */
export function useRowPaging(rows: readonly PreviewRow[], placeOf: (row: PreviewRow) => Verdict) {
  const [pageSize, setPageSize] = useState<number>(pageSizes[0])
  const [choice, setChoice] = useState<Choice>({ verdict: null, search: '', page: 1 })
  const keys = useMemo(
    () => new Map(rows.map((row) => [row, `${row.row} ${normaliseName(row.title)}`])),
    [rows],
  )
  const typed = normaliseName(choice.search)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `placeOf` changes with rows and choice.
  const found = useMemo(
    () =>
      rows
        .filter((row) => choice.verdict === null || placeOf(row) === choice.verdict)
        .filter((row) => keys.get(row)?.includes(typed))
        .toSorted(
          (a, b) =>
            verdictOrder.indexOf(placeOf(a)) - verdictOrder.indexOf(placeOf(b)) || a.row - b.row,
        ),
    [rows, keys, choice.verdict, typed],
  )
  const pages = Math.max(1, Math.ceil(found.length / pageSize))
  const number = Math.min(choice.page, pages)
  const start = (number - 1) * pageSize
  const shown = found.slice(start, start + pageSize)
  return {
    ...choice,
    shown,
    page: {
      number,
      isLast: number === pages,
      from: shown.length === 0 ? 0 : start + 1,
      to: start + shown.length,
      total: found.length,
    },
    paging: {
      state: { pageSize },
      pageSizes,
      act: {
        goTo: (page: number) => setChoice({ ...choice, page }),
        setPageSize(size: number) {
          setPageSize(size)
          setChoice({ ...choice, page: 1 })
        },
      },
    },
    choose: (verdict: Verdict | null) => setChoice({ ...choice, verdict, page: 1 }),
    seek: (search: string) => setChoice({ ...choice, search, page: 1 }),
  }
}
