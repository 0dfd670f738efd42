import { useQuery } from '@tanstack/react-query'
import { Download, Undo2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { importsQuery } from '#web/data/imports.ts'
import { prefetch } from '#web/lib/query.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { unlessOnlySearchChanged } from '#web/lib/unless-only-search-changed.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Radio } from '#web/ui/checkbox.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'
import { csvFile } from '#worker/domain/csv.ts'
import { germanInstant } from '#worker/domain/dates.ts'
import { templateHeadings } from '#worker/domain/import/fields.ts'
import type { Import } from '#worker/imports/imports.contract.ts'
import { FileChoice, useStaging } from './file-choice.tsx'
import {
  countsText,
  isSheetKind,
  kindLabel,
  kindWords,
  type SheetKind,
  sheetKinds,
} from './kind-words.ts'
import { StagedCard } from './staged-card.tsx'
import { Steps } from './steps.tsx'
import { UndoDialog } from './undo-dialog.tsx'

export function loader() {
  prefetch(importsQuery)
  return null
}

export const shouldRevalidate = unlessOnlySearchChanged

/** Imports: choosing a file, unfinished imports and the log. */
export function ImportsPage() {
  const imports = useQuery(importsQuery)
  return (
    <Wrap>
      <PageHead
        back={{ to: paths.settings, label: 'Einstellungen' }}
        title="Daten übernehmen"
        lead="Aus einer Excel-Tabelle oder einem anderen Programm. Übernommen wird erst, was Du geprüft hast."
      />
      <Steps at={1} />
      <div className="grid gap-6 *:min-w-0">
        {imports.data && <StagedCard imports={imports.data} />}
        <NewCard />
        <QuerySection query={imports} waiting={<LogSkeleton />}>
          {(known) => <LogCard imports={known} />}
        </QuerySection>
      </div>
    </Wrap>
  )
}

function NewCard() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const wanted = search.get('kind') ?? ''
  // Links from other pages choose a kind: "Jetzt als Kleider übernehmen?"
  const [kind, setKind] = useState<SheetKind>(isSheetKind(wanted) ? wanted : 'members')
  const staging = useStaging(kind, ({ id }) => navigate(paths.import(id)))
  return (
    <Card bleed aria-labelledby="new">
      <CardHead id="new" title="Was möchtest Du übernehmen?" />
      <KindChoice kind={kind} disabled={staging.isPending} onChange={setKind} />
      <div className="grid gap-4 border-t p-6 max-md:p-4">
        <FileChoice staging={staging} />
      </div>
    </Card>
  )
}

type KindChoiceProps = { kind: SheetKind; disabled: boolean; onChange: (kind: SheetKind) => void }

/** The kind of records in the file. */
function KindChoice({ kind, disabled, onChange }: KindChoiceProps) {
  return (
    <fieldset disabled={disabled}>
      <legend className="sr-only">Was steht in der Datei?</legend>
      {sheetKinds.map((one) => (
        <Kind key={one} kind={one} isChosen={one === kind} onChoose={() => onChange(one)} />
      ))}
    </fieldset>
  )
}

type KindProps = { kind: SheetKind; isChosen: boolean; onChoose: () => void }

function Kind({ kind, isChosen, onChoose }: KindProps) {
  const { label, text } = kindWords[kind]
  const id = useId()
  return (
    <div className="flex flex-wrap items-center gap-x-3 border-t py-1.5 pr-3 pl-6 hover:bg-accent max-md:pl-4">
      <Radio
        name="kind"
        checked={isChosen}
        onChange={onChoose}
        aria-describedby={id}
        labelClassName="flex-[1_1_16rem] py-2"
        className="mt-0.5 self-start"
      >
        <span>
          <b className="block font-semibold">{label}</b>
          <span id={id} className="text-muted-foreground text-sm">
            {text}
          </span>
        </span>
      </Radio>
      <Button variant="ghost" size="sm" className="ms-auto" onClick={() => saveTemplate(kind)}>
        <Download />
        Vorlage<span className="sr-only">: {label}</span>
      </Button>
    </div>
  )
}

/** Downloads an empty template with all known headings. */
function saveTemplate(kind: SheetKind): void {
  const file = new Blob([csvFile(templateHeadings[kind], [])], { type: 'text/csv' })
  saveFile(file, `Vorlage ${kindWords[kind].label}.csv`)
}

const title = 'Bisherige Übernahmen'

/** The log of imports, with the undo button. */
function LogCard({ imports }: { imports: readonly Import[] }) {
  const [undoing, setUndoing] = useState<Import | null>(null)
  const done = imports.filter(({ state }) => state !== 'staged')
  return (
    <Card bleed aria-labelledby="log">
      <CardHead id="log" title={title} {...(done.length > 0 && { tally: done.length })} />
      {done.length === 0 ? (
        <Empty title="Noch nichts übernommen">
          Hier steht später, wer wann welche Datei übernommen hat.
        </Empty>
      ) : (
        <Table phone="flow" aria-labelledby="log" className="border-t">
          <TableHead>
            <TableRow>
              <TableHeadCell>Datei</TableHeadCell>
              <TableHeadCell>Was</TableHeadCell>
              <TableHeadCell>Zeilen</TableHeadCell>
              <TableHeadCell>Wann und wer</TableHeadCell>
              <TableHeadCell>
                <span className="sr-only">Zurücknehmen</span>
              </TableHeadCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {done.map((one) => (
              <LogRow key={one.id} of={one} onUndo={() => setUndoing(one)} />
            ))}
          </TableBody>
        </Table>
      )}
      {undoing && <UndoDialog of={undoing} onClose={() => setUndoing(null)} />}
    </Card>
  )
}

function LogRow({ of, onUndo }: { of: Import; onUndo: () => void }) {
  const isUndone = of.undoneAt !== null
  return (
    <TableRow>
      <TableCell>
        <b className="font-semibold">{of.fileName}</b>
      </TableCell>
      <TableCell className="max-md:basis-full">{kindLabel(of.kind)}</TableCell>
      <TableCell className="tabular-nums max-md:basis-full">
        {of.counts && countsText(of.counts)}
      </TableCell>
      <TableCell className="tabular-nums max-md:basis-full">
        {of.doneAt && `${germanInstant(of.doneAt)}, ${of.doneBy}`}
        {of.undoneAt && (
          <span className="block text-muted-foreground">
            Zurückgenommen {germanInstant(of.undoneAt)}, {of.undoneBy}
          </span>
        )}
      </TableCell>
      <TableCell className="text-right max-md:mt-1.5 max-md:basis-full max-md:text-left">
        {of.undoable && !isUndone && (
          <Button size="sm" onClick={onUndo}>
            <Undo2 />
            Zurücknehmen<span className="sr-only">: {of.fileName}</span>
          </Button>
        )}
      </TableCell>
    </TableRow>
  )
}

function LogSkeleton() {
  return (
    <Loading>
      <Card bleed>
        <CardHead title={title} />
        <div className="border-t px-6 py-5 max-md:px-4">
          <Skeleton width="14rem" className="mb-2 h-4" />
          <Skeleton width="60%" />
        </div>
      </Card>
    </Loading>
  )
}
