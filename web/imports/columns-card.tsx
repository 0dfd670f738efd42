import { ArrowRight, Check, CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Select } from '#web/ui/select.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'
import { germanDate } from '#worker/domain/dates.ts'
import { programOf, targetsOf } from '#worker/domain/import/headings.ts'
import type { ImportCell, StagedImport } from '#worker/imports/imports.contract.ts'
import type { SheetKind } from './kind-words.ts'
import { commentField, duplicateColumns } from './mapping-words.ts'
import type { MappingState } from './use-mapping.ts'

type ColumnsCardProps = {
  staged: Pick<StagedImport, 'headings' | 'samples' | 'honors'>
  kind: SheetKind
  mapping: MappingState
  /** The choice of sheet and heading line. */
  children?: ReactNode
}

export function ColumnsCard({ staged, kind, mapping, children }: ColumnsCardProps) {
  const { columns, setColumn } = mapping
  const recognised = columns.filter((field) => field !== null).length
  const program = programOf(staged.headings)
  const tally = `${recognised} von ${columns.length} erkannt`
  return (
    <Card bleed aria-labelledby="columns">
      <CardHead
        id="columns"
        title="Welche Spalte ist was?"
        tally={program ? `${tally} · Datei aus ${program.name}` : tally}
      />
      {children}
      <Table phone="flow" aria-labelledby="columns" className="border-t">
        <TableHead>
          <TableRow>
            <TableHeadCell className="w-44">Spalte</TableHeadCell>
            <TableHeadCell>Die ersten Werte</TableHeadCell>
            <TableHeadCell className="w-0 px-0!">
              <span className="sr-only">wird zu</span>
            </TableHeadCell>
            <TableHeadCell className="w-72 max-lg:w-60">Feld</TableHeadCell>
            <TableHeadCell>Hinweis</TableHeadCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {columns.map((field, index) => (
            <Column
              // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by index.
              key={index}
              heading={staged.headings[index] || `Spalte ${index + 1}`}
              samples={staged.samples[index] ?? []}
              kind={kind}
              honors={staged.honors}
              field={field}
              isTwice={duplicateColumns(columns).has(index)}
              guess={mapping.guessed[index] ?? null}
              onChange={(chosen) => setColumn(index, chosen)}
            />
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}

type ColumnProps = {
  heading: string
  samples: readonly ImportCell[]
  kind: SheetKind
  honors: StagedImport['honors']
  field: string | null
  isTwice: boolean
  guess: string | null
  onChange: (field: string | null) => void
}

function Column({ heading, samples, kind, honors, field, ...rest }: ColumnProps) {
  return (
    <TableRow>
      <TableCell className="md:min-w-36!">
        <b className="font-semibold">{heading}</b>
      </TableCell>
      <TableCell className="text-muted-foreground tabular-nums max-md:basis-full">
        {samples.map(cellText).join(' · ') || '–'}
      </TableCell>
      <TableCell at="nowhere" className="md:min-w-0! md:px-0!">
        <ArrowRight aria-hidden="true" className="text-muted-foreground" />
      </TableCell>
      <TableCell className="max-md:mt-1.5 max-md:basis-full">
        <Select
          aria-label={`Feld für ${heading}`}
          value={field ?? ''}
          onChange={(event) => rest.onChange(event.target.value || null)}
        >
          <option value="">Nicht übernehmen</option>
          <FieldOptions kind={kind} honors={honors} heading={heading} chosen={field} />
        </Select>
      </TableCell>
      <TableCell className="max-md:mt-1 max-md:basis-full max-md:pb-1! md:min-w-40! md:py-1.5!">
        <Hint field={field} {...rest} />
      </TableCell>
    </TableRow>
  )
}

type FieldOptionsProps = Pick<ColumnProps, 'kind' | 'honors' | 'heading'> & {
  chosen: string | null
}

/** The kind's fields, fields named by the heading itself, and the remark for all else. */
function FieldOptions({ kind, honors, heading, chosen }: FieldOptionsProps) {
  const offered = honors.filter(({ code, hidden }) => !hidden || chosen === `honor:${code}`)
  const targets = targetsOf(kind, heading, offered)
  const isUnknown = chosen !== null && !targets.some(({ field }) => field === chosen)
  return (
    <>
      {targets.map(({ field, label }) => (
        <option key={field} value={field}>
          {field === commentField ? 'In die Bemerkung' : label}
        </option>
      ))}
      {isUnknown && <option value={chosen}>{chosen}</option>}
    </>
  )
}

function Hint({ field, isTwice, guess }: Pick<ColumnProps, 'field' | 'isTwice' | 'guess'>) {
  if (isTwice)
    return (
      <span className="inline-flex items-center gap-1.75 font-semibold text-destructive-soft-foreground">
        <CircleAlert aria-hidden="true" className="size-4.25 flex-none" />
        Schon eine andere Spalte ist dieses Feld
      </span>
    )
  if (field === null)
    return (
      <span className="inline-flex items-center gap-1.75 font-semibold text-warning-soft-foreground">
        <CircleAlert aria-hidden="true" className="size-4.25 flex-none" />
        Wähle ein Feld, oder lass die Spalte weg
      </span>
    )
  if (field !== guess) return null
  return (
    <span className="inline-flex items-center gap-1.75 font-semibold text-muted-foreground">
      <Check aria-hidden="true" className="size-4.25 flex-none" />
      erkannt
    </span>
  )
}

/** The cell as a spreadsheet shows it. */
function cellText(cell: ImportCell): string {
  if (cell === null) return ''
  if (typeof cell === 'object') return 'day' in cell ? germanDate(cell.day) : cell.unreadable
  if (typeof cell === 'boolean') return cell ? 'WAHR' : 'FALSCH'
  return typeof cell === 'number' ? String(cell).replace('.', ',') : cell
}
