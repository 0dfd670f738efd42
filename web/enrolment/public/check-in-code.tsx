import { ChevronLeft, ChevronRight, Download, QrCode } from 'lucide-react'
import { cn } from '#web/lib/cn.ts'
import { Button } from '#web/ui/button.tsx'
import type { MyPerson } from '#worker/enrolment/enrolment.contract.ts'
import { Box } from './order-parts.tsx'
import { costumeWords, fullName, shortNames, takesPart } from './order-words.ts'

// A person's code for the day of the parade, as an SVG drawn by the worker. All codes are in one
// sheet, a native popover: people swipe between them, and `listenForSlides` opens it at the right one.
// Without scripts they are shown large in the list.

type Coded = MyPerson & { checkInSvg: string }

const hasCode = (person: MyPerson): person is Coded => person.checkInSvg !== null

type PictureProps = { person: Coded; className: string }

/** The code of a person. The SVG has a white ground of its own, also in dark mode. */
function Picture({ person, className }: PictureProps) {
  return (
    <img
      src={`data:image/svg+xml,${encodeURIComponent(person.checkInSvg)}`}
      alt={`Code von ${fullName(person)}`}
      className={cn('rounded-md', className)}
    />
  )
}

const sheetId = 'codes-sheet'

const slideOf = (index: number) => `code-${index}`

/** The box of the result page: a row for each person, whose button enlarges the code. */
export function CodesBox({ people }: { people: readonly MyPerson[] }) {
  const names = shortNames(people)
  const coded = people.flatMap((person, index) =>
    hasCode(person) ? { person, name: names[index], index } : [],
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
        {coded.map(({ person, name, index }) => (
          <li
            key={index}
            className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3.5 gap-y-3 border-t px-4.5 py-3.5 max-[22.4375rem]:grid-cols-[auto_minmax(0,1fr)] noscript:grid-cols-1 print:break-inside-avoid print:px-0"
          >
            <Picture
              person={person}
              className="size-18 noscript:size-auto noscript:w-full noscript:max-w-68 print:size-36"
            />
            <div className="min-w-0">
              <h3 className="wrap-anywhere leading-[1.3]">{name}</h3>
              <p className="wrap-anywhere text-muted-foreground text-sm">{costumesOf(person)}</p>
            </div>
            <Button
              aria-label={`Code von ${name} zeigen`}
              popoverTarget={sheetId}
              data-slide={slideOf(index)}
              className="max-[22.4375rem]:col-span-full noscript:hidden"
            >
              Zeigen
            </Button>
          </li>
        ))}
      </ul>
      <CodesSheet people={people} />
    </Box>
  )
}

type CodeButtonProps = { people: readonly MyPerson[]; index: number }

/** A button that opens the check-in code of a person; nothing for a person without a code. */
export function CodeButton({ people, index }: CodeButtonProps) {
  const person = people[index]
  if (!person || !hasCode(person)) return null
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-label={`Code zeigen: ${fullName(person)}`}
        popoverTarget={sheetId}
        data-slide={slideOf(index)}
      >
        <QrCode />
        Code zeigen
      </Button>
      <Picture person={person} className="hidden size-36 print:block" />
    </>
  )
}

export function CodesSheet({ people }: { people: readonly MyPerson[] }) {
  const names = shortNames(people)
  const coded = people.flatMap((person, index) =>
    hasCode(person) ? { person, index, name: names[index] ?? '' } : [],
  )
  if (coded.length === 0) return null
  return (
    <div
      id={sheetId}
      popover="auto"
      // Not a section: `CodesBox` is already a region with this label.
      role="dialog"
      aria-label={coded.length === 1 ? 'Code für den Umzugstag' : 'Codes für den Umzugstag'}
      className={cn(
        'm-auto hidden max-h-[calc(100dvh-3rem)] w-full max-w-[24rem] animate-rise gap-4 overflow-y-auto overscroll-contain rounded-2xl bg-popover pb-6 text-popover-foreground shadow-lg backdrop:bg-overlay open:grid forced-colors:border',
        'max-md:mb-0 max-md:max-h-[calc(100dvh-1.5rem)] max-md:max-w-none max-md:rounded-t-[1.25rem] max-md:rounded-b-none max-md:pb-[calc(1.25rem+env(safe-area-inset-bottom))] print:hidden',
      )}
    >
      <div
        data-slides
        className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none]"
      >
        {coded.map(({ person, index }, at) => (
          <article
            key={index}
            id={slideOf(index)}
            aria-labelledby={`${slideOf(index)}-name`}
            tabIndex={-1}
            className="grid w-full shrink-0 snap-start snap-always content-start gap-4 p-6 pb-0 outline-none max-md:p-5 max-md:pb-0"
          >
            <div>
              <h2 id={`${slideOf(index)}-name`} className="wrap-anywhere text-xl">
                {fullName(person)}
              </h2>
              <p className="wrap-anywhere mt-1 text-muted-foreground">{costumesOf(person)}</p>
            </div>
            <Picture person={person} className="mx-auto w-full max-w-68" />
            {/* `listenForSaving` handles the click. */}
            <Button
              size="sm"
              data-save-code
              aria-label={`Code von ${fullName(person)} als Bild speichern`}
              className="justify-self-center"
            >
              <Download />
              Bild speichern
            </Button>
            <p className="mx-auto max-w-[30ch] text-balance text-center text-muted-foreground">
              Zeig diesen Code am Umzugstag. Er gilt für alle Umzüge von {person.firstName}.
            </p>
            {coded.length > 1 && (
              <div className="flex justify-between gap-3">
                <Neighbour of={coded[at - 1]} side="before" />
                <Neighbour of={coded[at + 1]} side="after" />
              </div>
            )}
          </article>
        ))}
      </div>
      <Button
        variant="strong"
        size="lg"
        popoverTarget={sheetId}
        popoverTargetAction="hide"
        className="sticky bottom-0 cramped:static mx-6 max-md:mx-5"
      >
        Schließen
      </Button>
    </div>
  )
}

type NeighbourProps = {
  of: { index: number; name: string } | undefined
  side: 'before' | 'after'
}

/** The previous or next person, for users who do not swipe. */
function Neighbour({ of, side }: NeighbourProps) {
  // Keeps the other button on its side.
  if (!of) return <span />
  return (
    <Button size="sm" data-slide={slideOf(of.index)} aria-label={`Code von ${of.name} zeigen`}>
      {side === 'before' && <ChevronLeft />}
      <span className="wrap-anywhere">{of.name}</span>
      {side === 'after' && <ChevronRight />}
    </Button>
  )
}

/** The person's costumes without duplicates. */
function costumesOf({ places }: MyPerson): string {
  return [...new Set(places.filter(takesPart).map(costumeWords))].join(', ')
}
