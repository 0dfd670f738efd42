import { Spinner } from '#web/ui/spinner.tsx'

/** A spinner in place of a form whose record is loading; it appears after a short delay. */
export function PageSpinner() {
  return (
    <div role="status" className="grid animate-late place-items-center py-24">
      <Spinner className="size-8 text-primary dark:text-primary-soft-foreground" />
      <span className="sr-only">Laden...</span>
    </div>
  )
}
