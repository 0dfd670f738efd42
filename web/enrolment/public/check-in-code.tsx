import { QrCode } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { cn } from '#web/ui/cn.ts'
import type { MyPerson } from '#worker/enrolment/enrolment.contract.ts'
import { Box } from './order-parts.tsx'
import { costumeWords, fullName, shortNames, takesPart } from './order-words.ts'

// A person's code for the day of the parade: drawn by the worker, shown here. The sheet is the browser's
// own popover, so that it opens without a script as well.

/** Somebody with a code. */
type Coded = MyPerson & { checkInSvg: string }

const isCoded = (person: MyPerson): person is Coded => person.checkInSvg !== null

type PictureProps = { person: Coded; className: string }

/** It brings its white ground along, by night too. */
function Picture({ person, className }: PictureProps) {
  return (
    <img
      src={`data:image/svg+xml,${encodeURIComponent(person.checkInSvg)}`}
      alt={`Code von ${fullName(person)}`}
      className={cn('rounded-md', className)}
    />
  )
}

/** The box of the result page: a row for each, whose code is shown large at a press. */
export function CodesBox({ people }: { people: readonly MyPerson[] }) {
  const names = shortNames(people)
  const coded = people.flatMap((person, index) =>
    isCoded(person) ? { person, name: names[index], id: `code-${index}` } : [],
  )
  if (coded.length === 0) return null
  return (
    <Box titleId="codes" title="Für den Umzugstag">
      <p className="text-pretty px-4.5 pb-3.5 text-muted-foreground print:px-0">
        {coded.length === 1
          ? 'Zeig diesen Code am Umzugstag. Er gilt für alle Umzüge.'
          : 'Zeigt diese Codes am Umzugstag. Jeder hat seinen eigenen, und er gilt für alle seine Umzüge.'}
      </p>
      <ul>
        {coded.map(({ person, name, id }) => (
          <li
            key={id}
            className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3.5 gap-y-3 border-t px-4.5 py-3.5 max-[22.4375rem]:grid-cols-[auto_minmax(0,1fr)] print:break-inside-avoid print:px-0"
          >
            <Picture person={person} className="size-18 print:size-36" />
            <div className="min-w-0">
              <h3 className="wrap-anywhere leading-[1.3]">{name}</h3>
              <p className="wrap-anywhere text-muted-foreground text-sm">{costumesOf(person)}</p>
            </div>
            <Button
              aria-label={`Code von ${name} zeigen`}
              popoverTarget={id}
              className="max-[22.4375rem]:col-span-full"
            >
              Zeigen
            </Button>
            <CodeSheet id={id} person={person} />
          </li>
        ))}
      </ul>
    </Box>
  )
}

/** Beside a person's name in "Meine Anmeldung". */
export function CodeButton({ person, id }: { person: MyPerson; id: string }) {
  if (!isCoded(person)) return null
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-label={`Code zeigen: ${fullName(person)}`}
        popoverTarget={id}
      >
        <QrCode />
        Code zeigen
      </Button>
      <CodeSheet id={id} person={person} />
      <Picture person={person} className="hidden size-36 print:block" />
    </>
  )
}

function CodeSheet({ id, person }: { id: string; person: Coded }) {
  const titleId = `${id}-name`
  return (
    <div
      id={id}
      popover="auto"
      // A section would be a second place of that name on the page.
      role="dialog"
      aria-labelledby={titleId}
      className={cn(
        'm-auto hidden max-h-[calc(100dvh-3rem)] w-full max-w-[24rem] animate-rise gap-4 overflow-y-auto overscroll-contain rounded-2xl bg-popover p-6 text-popover-foreground shadow-lg backdrop:bg-overlay open:grid forced-colors:border',
        'max-md:mb-0 max-md:max-h-[calc(100dvh-1.5rem)] max-md:max-w-none max-md:rounded-t-[1.25rem] max-md:rounded-b-none max-md:p-5 max-md:pb-[calc(1.25rem+env(safe-area-inset-bottom))] print:hidden',
      )}
    >
      <div>
        <h2 id={titleId} className="wrap-anywhere text-xl">
          {fullName(person)}
        </h2>
        <p className="wrap-anywhere mt-1 text-muted-foreground">{costumesOf(person)}</p>
      </div>
      <Picture person={person} className="mx-auto w-full max-w-68" />
      <p className="mx-auto max-w-[30ch] text-balance text-center text-muted-foreground">
        Zeig diesen Code am Umzugstag. Er gilt für alle Umzüge von {person.firstName}.
      </p>
      <Button variant="strong" size="lg" popoverTarget={id} popoverTargetAction="hide">
        Schließen
      </Button>
    </div>
  )
}

/** What they wear there, each once. */
function costumesOf({ places }: MyPerson): string {
  return [...new Set(places.filter(takesPart).map(costumeWords))].join(', ')
}
