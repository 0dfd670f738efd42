import { useQuery } from '@tanstack/react-query'
import { BookmarkPlus, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { readStoredSettings } from '#web/components/data-table/grid-state.ts'
import { ScrollFade } from '#web/components/scroll-fade.tsx'
import { viewsQuery } from '#web/data/views.ts'
import { useRemovalFocus } from '#web/lib/use-removal-focus.ts'
import { Button } from '#web/ui/button.tsx'
import type { GridName } from '#worker/domain/codes.ts'
import type { SavedView } from '#worker/views/views.contract.ts'
import { useViewDialogs, ViewMenu } from './view-menu.tsx'

type SavedViewsProps = {
  grid: GridName
  /** The built-in views; `search` is the address's query. */
  builtIn: readonly { name: string; search: string }[]
}

const none: readonly SavedView[] = []

/** The only built-in view of a list that has no others. */
export const wholeListView = [{ name: 'Alle', search: '' }]

/** The views of a list as buttons above its grid, whose state is in the address. */
export function SavedViews({ grid, builtIn }: SavedViewsProps) {
  const { search } = useLocation()
  const { data, error, isFetching, refetch } = useQuery(viewsQuery)
  const views = data?.filter((view) => view.grid === grid)
  const { goal, markRemoved } = useRemovalFocus<HTMLButtonElement>(views)
  const [isSaving, setSaving] = useState(false)
  const dialogs = useViewDialogs(isSaving)
  const here = currentView(search, grid)
  const isOn = (view: { search: string }) => currentView(view.search, grid) === here
  // A built-in view sets no columns, so it matches any columns unless a saved view with columns is active.
  const isColumnsOfView = views?.some((view) => isOn(view) && view.search.includes('columns='))
  const isBuiltInOn = (view: { search: string }) =>
    isOn(view) || (!isColumnsOfView && withoutColumns(here) === viewSearchOf(view.search))
  return (
    <section aria-label="Ansichten" className="mb-4 min-w-0 max-md:-mx-4 print:hidden">
      <ScrollFade ground="page">
        <ul className="flex items-center gap-2 py-1 max-md:w-max max-md:px-4 md:flex-wrap">
          {builtIn.map((view) => (
            <li key={view.name} className="flex-none">
              <Chip view={view} isOn={isBuiltInOn(view)} />
            </li>
          ))}
          {(views ?? none).map((view) => (
            <SavedChip
              key={view.id}
              view={view}
              isOn={isOn(view)}
              here={here}
              onRemove={() => markRemoved(view.id)}
            />
          ))}
          <li className="flex-none">
            <Button ref={goal} variant="ghost" size="sm" onClick={() => setSaving(true)}>
              <BookmarkPlus />
              Ansicht speichern
            </Button>
          </li>
          {error && !data && (
            <li className="flex-none">
              <Button variant="ghost" size="sm" busy={isFetching} onClick={() => void refetch()}>
                <RotateCw />
                {error.message}: noch einmal
              </Button>
            </li>
          )}
        </ul>
      </ScrollFade>
      {isSaving && dialogs && (
        <dialogs.SaveViewDialog grid={grid} search={here} onClose={() => setSaving(false)} />
      )}
    </section>
  )
}

type ChipProps = {
  view: { name: string; search: string; shared?: boolean; by?: string | undefined }
  isOn: boolean
}

function Chip({ view, isOn }: ChipProps) {
  const { search } = useLocation()
  const navigate = useNavigate()
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => {
        if (!isOn)
          void navigate({ search: applyView(search, view.search) }, { preventScrollReset: true })
      }}
      className="inline-flex min-h-9 items-center gap-1.5 rounded-md border border-input bg-card px-3 font-medium text-sm hover:bg-accent aria-pressed:border-secondary aria-pressed:bg-secondary aria-pressed:text-secondary-foreground max-md:min-h-11 max-md:whitespace-nowrap"
    >
      <span className="wrap-anywhere">{view.name}</span>
      {view.shared && (
        <span className="font-normal text-xs"> {view.by ? `von ${view.by}` : 'für alle'}</span>
      )}
    </button>
  )
}

type SavedChipProps = { view: SavedView; isOn: boolean; here: string; onRemove: () => void }

function SavedChip({ view, isOn, here, onRemove }: SavedChipProps) {
  return (
    <li className="flex max-w-full flex-none items-stretch">
      <Chip view={view} isOn={isOn} />
      <ViewMenu view={view} here={here} isOn={isOn} onRemove={onRemove} />
    </li>
  )
}

/** Parameters that are not part of a view. */
const passing = ['page', 'size', 'density']

/** The part of a list's query that makes up a view, in a fixed order, so that equal views compare equal. */
export function viewSearchOf(search: string): string {
  const params = new URLSearchParams(search)
  for (const key of passing) params.delete(key)
  params.sort()
  return written(params)
}

/** The view including the columns stored in this browser, when the query has none. */
function currentView(search: string, grid: GridName): string {
  const params = new URLSearchParams(viewSearchOf(search))
  const { columns } = readStoredSettings(grid)
  if (columns && !params.has('columns')) params.set('columns', columns.join(','))
  params.sort()
  return written(params)
}

/** The view without its columns. */
function withoutColumns(view: string): string {
  const params = new URLSearchParams(view)
  params.delete('columns')
  return written(params)
}

/** The query for a view, keeping rows per page and density. */
export function applyView(search: string, view: string): string {
  const params = new URLSearchParams(view)
  const stands = new URLSearchParams(search)
  for (const key of ['size', 'density']) {
    const value = stands.get(key)
    if (value !== null) params.set(key, value)
  }
  return written(params)
}

// A comma need not be encoded in a query.
function written(params: URLSearchParams): string {
  const text = params.toString().replaceAll('%2C', ',')
  return text && `?${text}`
}
