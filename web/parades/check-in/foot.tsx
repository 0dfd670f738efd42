import { ScanLine, UserPlus } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { linkToScanner } from './use-open-person.ts'

/** Under the thumb: the two ways to somebody beside the list. */
export function CheckInFoot({ onEnter }: { onEnter: () => void }) {
  return (
    <div className="fixed inset-x-0 bottom-0 z-20 border-border-strong border-t bg-card px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))]">
      <div className="mx-auto grid max-w-[42rem] grid-cols-[minmax(max-content,7fr)_minmax(0,10fr)] gap-2">
        <Button asChild variant="primary" size="xl" className="px-2!">
          <Link {...linkToScanner}>
            <ScanLine aria-hidden="true" />
            Scannen
          </Link>
        </Button>
        <Button variant="strong" size="xl" onClick={onEnter} className="px-2!">
          <UserPlus />
          Vor Ort eintragen
        </Button>
      </div>
    </div>
  )
}
