import { Printer } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Link } from 'react-router'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PageSpinner } from '#web/components/page-spinner.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { membersQuery } from '#web/data/members.ts'
import { counted } from '#web/lib/german-count.ts'
import { prefetch } from '#web/lib/query.ts'
import { MembershipStateLabel } from '#web/members/shared/membership-badge.tsx'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { hasFullAddress } from '#worker/domain/households.ts'
import { listName } from '#worker/domain/names.ts'
import type { MemberRow } from '#worker/members/members.contract.ts'
import {
  columnCount,
  hasLeft,
  type Label,
  labelsOf,
  letterSize,
  perSheet,
  sheetsOf,
} from './address-labels.ts'
import { useChosenMembers } from './chosen-members.ts'
import { NoMembersChosen } from './no-members-chosen.tsx'
import '#web/styles/fonts-ext.css'

export function loader() {
  prefetch(membersQuery)
  return null
}

/** Address labels of the chosen members, on sheets. */
export function LabelsPage() {
  const { ids, query, membersOf } = useChosenMembers()
  if (ids.length === 0) return <NoMembersChosen title="Etiketten" />
  return (
    <Wrap>
      <QuerySection query={query} waiting={<PageSpinner />}>
        {(rows) => <Labels members={membersOf(rows)} />}
      </QuerySection>
    </Wrap>
  )
}

function Labels({ members }: { members: readonly MemberRow[] }) {
  const [start, setStart] = useState(1)
  const [named, setNamed] = useState<ReadonlySet<number>>(new Set())
  const gone = members.filter(hasLeft)
  const written = members.filter((member) => !hasLeft(member) || named.has(member.id))
  const unwritten = written.filter((member) => !hasFullAddress(member))
  const labels = labelsOf(written)
  const sheets = sheetsOf(labels, start)
  const print = async () => {
    // Waits for the fonts, which would otherwise be missing in print.
    await document.fonts.ready
    window.print()
  }
  return (
    <>
      <div className="print:hidden">
        <PageHead
          back={{ to: paths.members, label: 'Mitgliederliste' }}
          title="Etiketten"
          lead="Bögen mit 3 × 8 Etiketten, 63,5 × 33,9 mm. Wer gleich heißt und am selben Ort wohnt, bekommt eines zusammen. Drucke in Originalgröße, ohne Anpassen an die Seite."
          actions={
            <Button variant="primary" disabled={labels.length === 0} onClick={() => void print()}>
              <Printer />
              Drucken
            </Button>
          }
        />
        <div className="mb-6 grid gap-6 *:min-w-0">
          {unwritten.length > 0 && <WithoutAddress members={unwritten} />}
          {gone.length > 0 && (
            <FormerMembersCard
              members={gone}
              named={named}
              onTick={(id, isNamed) =>
                setNamed(
                  (before) => new Set([...before, id].filter((one) => isNamed || one !== id)),
                )
              }
            />
          )}
          <StartCard start={start} onStart={setStart} />
        </div>
        <h2 className="mb-3" aria-live="polite">
          {labels.length === 0
            ? 'Kein Etikett'
            : `${counted(labels.length, 'Etikett', 'Etiketten')} auf ${counted(sheets.length, 'Bogen', 'Bögen')}`}
        </h2>
        {labels.length === 0 && (
          <Card bleed>
            <Empty title="Nichts zu drucken" level="h3">
              Niemand von den Ausgewählten hat eine ganze Adresse.
            </Empty>
          </Card>
        )}
      </div>
      {labels.length > 0 && <LabelSheets sheets={sheets} />}
    </>
  )
}

function WithoutAddress({ members }: { members: readonly MemberRow[] }) {
  return (
    <Alert
      tone="warn"
      title={`${counted(members.length, 'Mitglied', 'Mitglieder')} ohne ganze Adresse, ohne Etikett`}
    >
      <ul className="mt-1 flex flex-wrap gap-x-4">
        {members.map((member) => (
          <li key={member.id}>
            <Link
              to={paths.member(member.id)}
              className="inline-flex min-h-8 items-center text-inherit max-md:min-h-11"
            >
              {listName(member)}
            </Link>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

type GoneCardProps = {
  members: readonly MemberRow[]
  named: ReadonlySet<number>
  onTick: (id: number, isNamed: boolean) => void
}

function FormerMembersCard({ members, named, onTick }: GoneCardProps) {
  return (
    <Card bleed aria-labelledby="gone">
      <CardHead id="gone" title="Ausgetreten oder verstorben" tally={members.length} />
      <CardBody>
        <p className="mb-2 text-muted-foreground">
          Sie bekommen nur ein Etikett, wenn Du sie hier einzeln anhakst.
        </p>
        <ul>
          {members.map((member) => (
            <li key={member.id} className="flex flex-wrap items-center justify-between gap-x-4">
              <Checkbox
                checked={named.has(member.id)}
                onChange={(event) => onTick(member.id, event.target.checked)}
              >
                <span className="wrap-anywhere">{listName(member)}</span>
              </Checkbox>
              <MembershipStateLabel state={member.membershipState} />
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}

type StartCardProps = { start: number; onStart: (start: number) => void }

const places = Array.from({ length: perSheet }, (_, index) => index + 1)
const rowSteps: Record<string, number> = { ArrowUp: -columnCount, ArrowDown: columnCount }

/** A choice of the first free label on a sheet whose first labels are used up. */
function StartCard({ start, onStart }: StartCardProps) {
  // The browser handles left and right; up and down move by rows.
  const onKeyDown = (event: KeyboardEvent<HTMLFieldSetElement>) => {
    const step = rowSteps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = start + step
    if (next < 1 || next > perSheet) return
    onStart(next)
    event.currentTarget.querySelector<HTMLInputElement>(`[value="${next}"]`)?.focus()
  }
  return (
    <Card bleed aria-labelledby="start">
      <CardHead id="start" title="Erstes freies Etikett" />
      <CardBody>
        <fieldset
          aria-labelledby="start"
          aria-describedby="start-help"
          onKeyDown={onKeyDown}
          className="grid w-fit grid-cols-3 gap-1"
        >
          {places.map((place) => (
            <label
              key={place}
              className="relative grid h-9 w-16 cursor-pointer place-items-center rounded-sm border border-input text-sm tabular-nums has-checked:border-secondary has-checked:bg-secondary has-checked:font-semibold has-checked:text-secondary-foreground has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2 max-md:h-11 max-md:w-20"
            >
              <input
                type="radio"
                name="start"
                value={place}
                checked={place === start}
                onChange={() => onStart(place)}
                aria-label={placeWords(place)}
                className="absolute inset-0 cursor-pointer appearance-none opacity-0"
              />
              <span aria-hidden="true">{place}</span>
            </label>
          ))}
        </fieldset>
        <p id="start-help" className="mt-2 text-muted-foreground text-sm">
          Ist der erste Bogen angebrochen, drücke auf das erste Etikett, das noch da ist.
        </p>
      </CardBody>
    </Card>
  )
}

function placeWords(place: number): string {
  const row = Math.ceil(place / columnCount)
  return `${place}, Reihe ${row}, Spalte ${place - (row - 1) * columnCount}`
}

/** The sheets as they are printed (web/styles/labels.css). */
function LabelSheets({ sheets }: { sheets: readonly (Label | null)[][] }) {
  return (
    <div className="grid gap-6 print:block">
      {sheets.map((places, sheet) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sheets have no identity but their index
        <div key={sheet} className="label-frame">
          <section aria-label={`Bogen ${sheet + 1}`} className="label-sheet">
            {places.map((label, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: labels have no identity but their index
              <Place key={place} lines={label?.lines ?? []} />
            ))}
          </section>
        </div>
      ))}
    </div>
  )
}

/** A label; its font size in points becomes mm, of which a point is 0.3528. */
function Place({ lines }: { lines: readonly string[] }) {
  const [name, street, town] = lines
  if (name === undefined) return <div />
  return (
    <p
      className="label"
      style={{ fontSize: `calc(var(--mm) * ${(letterSize(lines) * 0.3528).toFixed(3)})` }}
    >
      <span>{name}</span>
      <span>{street}</span>
      <span>{town}</span>
    </p>
  )
}
