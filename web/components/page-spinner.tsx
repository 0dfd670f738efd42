import { Spinner } from '#web/ui/spinner.tsx'

/** Shown while the entity of a form is loading, after a short delay. */
export function PageSpinner() {
  return (
    <div role="status" className="grid animate-late place-items-center py-24">
      <Spinner className="size-8 text-primary dark:text-primary-soft-foreground" />
      <span className="sr-only">Laden...</span>
    </div>
  )
}
