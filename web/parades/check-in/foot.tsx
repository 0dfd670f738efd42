import { ScanLine, UserPlus } from 'lucide-react'
import { Link } from 'react-router'
import { cn } from '#web/lib/cn.ts'
import { Button } from '#web/ui/button.tsx'
import { linkToScanner } from './use-open-person.ts'

const bar =
  'fixed inset-x-0 bottom-0 z-20 border-border-strong border-t bg-card px-4 pt-(--foot-gap) pb-[calc(var(--foot-gap)+env(safe-area-inset-bottom))] [--foot-gap:clamp(0.125rem,(20dvh-3.7rem)/2,0.5rem)] low:static low:order-first'
/** Beside the list: below it there is no room. */
const sideways =
  'flat:top-0 flat:left-auto flat:w-[calc(7rem+env(safe-area-inset-right))] flat:border-t-0 flat:border-l flat:py-2 flat:pr-[calc(0.5rem+env(safe-area-inset-right))] flat:pl-2 md:flat:top-16'
const button =
  'px-2! text-[min(1.125rem,4.36vw)]! @max-[17rem]/foot:[&>svg]:hidden flat:flex-col flat:whitespace-normal'

/** Under the thumb: the two ways to somebody beside the list. */
export function CheckInFoot({ onEnter }: { onEnter: () => void }) {
  return (
    <div className={cn('@container/foot', bar, sideways)}>
      <div className="mx-auto grid max-w-[42rem] grid-cols-[minmax(max-content,7fr)_minmax(0,10fr)] gap-2 flat:h-full flat:grid-cols-1">
        <Button asChild variant="primary" size="xl" className={button}>
          <Link {...linkToScanner}>
            <ScanLine aria-hidden="true" />
            Scannen
          </Link>
        </Button>
        <Button variant="strong" size="xl" onClick={onEnter} className={button}>
          <UserPlus />
          Vor Ort eintragen
        </Button>
      </div>
    </div>
  )
}
