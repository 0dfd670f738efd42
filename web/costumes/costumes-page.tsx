import { useQuery } from '@tanstack/react-query'
import { CalendarOff, Printer } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { DataTable } from '#web/components/data-table/data-table.tsx'
import { FormDate } from '#web/components/form-fields.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { PrintedList } from '#web/components/print/printed-list.tsx'
import { QuerySection, type SectionQuery } from '#web/components/query-section.tsx'
import { isTooMany, RefusedRowsAlerts, useExcludedIds } from '#web/components/refused-rows.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { costumesQuery, costumeTypesQuery, deregisterCostumes } from '#web/data/costumes.ts'
import { viewsQuery } from '#web/data/views.ts'
import { prefetch } from '#web/lib/query.ts'
import { costumeSearchText } from '#web/lib/search-texts.ts'
import { useUser } from '#web/lib/session.ts'
import { sortRows } from '#web/lib/sort-rows.ts'
import { readFields, requiredDay, type TypedDay } from '#web/lib/typed.ts'
import { unlessOnlySearchChanged } from '#web/lib/unless-only-search-changed.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { toast } from '#web/ui/toast.tsx'
import { SavedViews, wholeListView } from '#web/views/saved-views.tsx'
import type { CostumeRow } from '#worker/costumes/costumes.contract.ts'
import { berlinDay, type Day, germanDate } from '#worker/domain/dates.ts'
import { listName } from '#worker/domain/names.ts'
import { can } from '#worker/domain/rights.ts'
import { costumeColumns } from './costume-columns.tsx'
import { CostumeTypesCard } from './costume-types-card.tsx'

export function loader() {
  prefetch(costumesQuery, costumeTypesQuery, viewsQuery)
  return null
}

export const shouldRevalidate = unlessOnlySearchChanged

export function CostumesPage() {
  const costumes = useQuery(costumesQuery)
  const types = useQuery(costumeTypesQuery)
  const mayWrite = can(useUser(), 'keepCostumes')
  return (
    <Wrap>
      <PrintHead />
      <PageHead title="Kleider" actions={mayWrite && <CreateLink />} />
      <SavedViews grid="costumes" builtIn={wholeListView} />
      <div className="grid gap-6 *:min-w-0">
        <CostumesGrid costumes={costumes} mayWrite={mayWrite} />
        <CostumeTypesCard types={types} costumes={costumes.data ?? null} />
      </div>
    </Wrap>
  )
}

function CreateLink() {
  return (
    <Button asChild variant="primary">
      <Link to={paths.costumeCreate}>+ Kleid Anlegen</Link>
    </Button>
  )
}

type CostumesGridProps = { costumes: SectionQuery<CostumeRow[]>; mayWrite: boolean }

function CostumesGrid({ costumes, mayWrite }: CostumesGridProps) {
  return (
    <QuerySection query={costumes} waiting={<Grid rows={null} mayWrite={mayWrite} />}>
      {(rows) =>
        // Remounted with the rows, because the types in the address can be parsed only then.
        rows.length > 0 ? (
          <Grid key="loaded" rows={rows} mayWrite={mayWrite} />
        ) : (
          <NoCostumes mayWrite={mayWrite} />
        )
      }
    </QuerySection>
  )
}

type GridProps = { rows: readonly CostumeRow[] | null; mayWrite: boolean }

function Grid({ rows, mayWrite }: GridProps) {
  const columns = useMemo(() => costumeColumns(rows ?? []), [rows])
  const inOrder = useMemo(() => rows && byTypeAndNumber(rows), [rows])
  return (
    <DataTable
      label="Kleider"
      name="costumes"
      columns={columns}
      rows={inOrder}
      searchKey={costumeSearchText}
      defaultSort={byType}
      opens
      acts={(chosen, clear) => <CostumeActs costumes={chosen} clear={clear} mayWrite={mayWrite} />}
      nothingFound="Kein Kleid gefunden"
    />
  )
}

const byType = { column: 'type', direction: 'ascending' } as const

/** The order of rows whose sorted column is equal: by type and number, 2 before 10. */
function byTypeAndNumber(rows: readonly CostumeRow[]): readonly CostumeRow[] {
  const byNumber = sortRows(rows, ({ number }) => number, 'ascending')
  return sortRows(byNumber, ({ type }) => type.name, 'ascending')
}

function NoCostumes({ mayWrite }: { mayWrite: boolean }) {
  return (
    <Card bleed>
      <Empty title="Noch kein Kleid" level="h2">
        {mayWrite ? 'Lege das erste an.' : 'Die Verwaltung hat noch keines angelegt.'}
      </Empty>
    </Card>
  )
}

type CostumeActsProps = {
  costumes: readonly CostumeRow[]
  /** Clears the selection. */
  clear: () => void
  mayWrite: boolean
}

/** The actions on the ticked costumes. */
function CostumeActs({ costumes, clear, mayWrite }: CostumeActsProps) {
  const [isDeregistering, setDeregistering] = useState(false)
  const [isPrinting, setPrinting] = useState(false)
  return (
    <>
      {mayWrite && (
        <Button variant="ghost" size="sm" onClick={() => setDeregistering(true)}>
          <CalendarOff />
          Abmelden
        </Button>
      )}
      <Button variant="ghost" size="sm" onClick={() => setPrinting(true)}>
        <Printer />
        Liste drucken
      </Button>
      {isPrinting && (
        <PrintedList
          title="Kleider"
          heads={['Kleidertyp', 'Nummer', 'Besitzer', 'Angemeldet seit', 'Abgemeldet am']}
          rows={costumes.map((costume) => ({ id: costume.id, cells: cellsOf(costume) }))}
          foot={costumeCountText(costumes.length)}
          onPrinted={() => setPrinting(false)}
        />
      )}
      {isDeregistering && (
        <DeregisterDialog
          costumes={costumes}
          today={berlinDay(new Date())}
          onClose={() => setDeregistering(false)}
          onDone={clear}
        />
      )}
    </>
  )
}

function cellsOf({ type, number, currentOwner, ...days }: CostumeRow): string[] {
  const dayOf = (day: Day | null) => (day ? germanDate(day) : '')
  const owner = currentOwner ? listName(currentOwner) : ''
  return [type.name, number, owner, dayOf(days.registeredSince), dayOf(days.registeredUntil)]
}

const costumeCountText = (count: number) => (count === 1 ? 'Ein Kleid' : `${count} Kleider`)

type DeregisterDialogProps = {
  costumes: readonly CostumeRow[]
  today: Day
  onClose: () => void
  onDone: () => void
}

type Draft = { registeredUntil: TypedDay }

const noDay = 'Gib an, wann sie abgemeldet werden.'

/** Deregisters all ticked costumes on one day, or none. */
function DeregisterDialog({ costumes, today, onClose, onDone }: DeregisterDialogProps) {
  const { remainingIds, excludeAllBut } = useExcludedIds(costumes.map(({ id }) => id))
  const submitting = useSubmitForm({
    initial: { registeredUntil: today },
    read: (draft: Draft) => readFields(draft, { registeredUntil: requiredDay(noDay) }),
    mutation: deregisterCostumes(remainingIds),
    onSuccess: ({ length }, _body, undoAction) => {
      toast(`${costumeCountText(length)} abgemeldet`, undoAction)
      onDone()
    },
  })
  return (
    <SubmitDialog
      title={costumes.length === 1 ? 'Kleid abmelden' : `${costumes.length} Kleider abmelden`}
      description="Ihre Nummern werden frei. Wer ein Kleid hat, behält es."
      submitting={submitting}
      blocked={isTooMany(costumes.length)}
      onClose={onClose}
    >
      <RefusedRowsAlerts
        failure={submitting.failure}
        ids={remainingIds()}
        pathOf={paths.costume}
        goOn={{
          label: ({ refused }) =>
            refused === 1 ? 'Ohne dieses abmelden' : `Ohne diese ${refused} abmelden`,
          busy: submitting.isPending,
          onPress: (others) => {
            excludeAllBut(others)
            void submitting.submit()
          },
        }}
      />
      <FormDate<Draft> name="registeredUntil" label="Abgemeldet am" required today={today} />
    </SubmitDialog>
  )
}
