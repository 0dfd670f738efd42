import { Spinner } from '#web/ui/spinner.tsx'

/** Until the entity of a form is loaded. Quick answers never show it. */
export function PageSpinner() {
  return (
    <div role="status" className="grid animate-late place-items-center py-24">
      <Spinner className="size-8 text-primary dark:text-primary-soft-foreground" />
      <span className="sr-only">Laden...</span>
    </div>
  )
}
