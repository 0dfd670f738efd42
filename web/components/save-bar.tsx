import { Link } from 'react-router'
import { Button } from '#web/ui/button.tsx'

type SaveBarProps = { cancelTo: string; isDirty: boolean; busy: boolean }

/** The end of a form, always in view. */
export function SaveBar({ cancelTo, isDirty, busy }: SaveBarProps) {
  return (
    <div className="stuck-bottom z-10 mt-4 flex items-center justify-end gap-3 bg-linear-to-t from-75% from-background to-transparent py-3.5 max-md:-mx-4 max-md:border-border-strong max-md:border-t max-md:bg-card max-md:bg-none max-md:px-4 max-md:py-3 max-md:pb-[calc(0.75rem+env(safe-area-inset-bottom))] print:hidden">
      {isDirty && (
        <p className="me-auto text-muted-foreground text-xs max-md:hidden">
          Noch nicht gespeichert
        </p>
      )}
      <Button asChild className="max-md:flex-2">
        <Link to={cancelTo}>Abbrechen</Link>
      </Button>
      <Button type="submit" variant="primary" busy={busy} className="max-md:flex-3">
        Speichern
      </Button>
    </div>
  )
}
