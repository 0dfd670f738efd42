import { EllipsisVertical, ListX, type LucideIcon, Pencil, UserCheck, UserX } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#web/ui/dropdown-menu.tsx'
import type { AssemblyRow } from '#worker/assembly/assembly.contract.ts'
import type { Attendance } from '#worker/domain/codes.ts'
import { isNotEntered } from './assembly-rows.ts'

export type RowAct = 'excuse' | 'unexcuse' | 'leaveOut' | 'remove' | 'edit'

type Item = { act: RowAct; words: string; icon: LucideIcon }

function itemsOf(row: AssemblyRow, attendance: Attendance | null): Item[] {
  const edit: Item = { act: 'edit', words: 'Notiz und Tage eintragen', icon: Pencil }
  if (!isNotEntered(row)) return [edit]
  return [
    attendance === 'excused'
      ? { act: 'unexcuse', words: 'Nicht entschuldigt', icon: UserCheck }
      : { act: 'excuse', words: 'Entschuldigt', icon: UserX },
    edit,
    row.choice === 'added'
      ? { act: 'remove', words: 'Von der Liste nehmen', icon: ListX }
      : { act: 'leaveOut', words: 'Diesmal nicht', icon: ListX },
  ]
}

type RowMenuProps = {
  row: AssemblyRow
  attendance: Attendance | null
  label: string
  onAct: (row: AssemblyRow, act: RowAct) => void
}

/** The actions on an honor, except for the attendance tick. */
export function RowMenu({ row, attendance, label, onAct }: RowMenuProps) {
  const chosen = useRef<RowAct | null>(null)
  // Called when the menu has closed and its button has the focus again, to which a dialog then returns the focus.
  const begin = () => {
    if (chosen.current) onAct(row, chosen.current)
    chosen.current = null
  }
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon-sm" aria-label={`${label}: Aktionen`}>
          <EllipsisVertical />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent onCloseAutoFocus={begin}>
        {itemsOf(row, attendance).map(({ act, words, icon: Icon }) => (
          <DropdownMenuItem
            key={act}
            onSelect={() => {
              chosen.current = act
            }}
          >
            <Icon aria-hidden="true" />
            {words}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
