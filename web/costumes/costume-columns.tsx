import type { Column } from '#web/components/data-table/column.ts'
import { guildAsOwner } from '#web/lib/search-texts.ts'
import { paths } from '#web/paths.ts'
import { RowLink } from '#web/ui/table.tsx'
import type { CostumeRow } from '#worker/costumes/costumes.contract.ts'
import { listName } from '#worker/domain/names.ts'

/** Spec §2, Costumes. The filter offers the types that occur in the rows. */
export function costumeColumns(rows: readonly CostumeRow[]): readonly Column<CostumeRow>[] {
  return [
    {
      id: 'number',
      header: 'Nummer',
      kind: 'text',
      value: ({ number }) => number,
      cell: (costume) => <NumberLink costume={costume} />,
      fixed: true,
      width: '14%',
      phone: 'first',
    },
    {
      id: 'type',
      header: 'Kleidertyp',
      kind: 'choice',
      options: typesOf(rows),
      value: ({ type }) => String(type.id),
      width: '22%',
      phone: 'right',
    },
    {
      id: 'currentOwner',
      header: 'Besitzer',
      kind: 'text',
      value: ({ currentOwner }) => (currentOwner ? listName(currentOwner) : ''),
      cell: (costume) => <Owner costume={costume} />,
      width: '28%',
      phone: 'second',
    },
    {
      id: 'registeredSince',
      header: 'Angemeldet seit',
      kind: 'date',
      value: ({ registeredSince }) => registeredSince,
      past: true,
      phone: 'nowhere',
    },
    {
      id: 'registeredUntil',
      header: 'Abgemeldet am',
      kind: 'date',
      value: ({ registeredUntil }) => registeredUntil,
      past: true,
    },
  ]
}

function NumberLink({ costume }: { costume: CostumeRow }) {
  return (
    <RowLink data-short to={paths.costume(costume.id)} aria-label={costumeName(costume)}>
      {costume.number}
    </RowLink>
  )
}

function Owner({ costume: { currentOwner, registeredUntil } }: { costume: CostumeRow }) {
  if (currentOwner) return listName(currentOwner)
  return registeredUntil ? '–' : <span className="text-muted-foreground">{guildAsOwner}</span>
}

/** "Butz 12": the costume's name without a separate type. */
export function costumeName({ type, number }: Pick<CostumeRow, 'type' | 'number'>): string {
  return `${type.name} ${number}`
}

function typesOf(rows: readonly CostumeRow[]) {
  const names = new Map(rows.map(({ type }) => [String(type.id), type.name]))
  return [...names]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label, 'de'))
}
