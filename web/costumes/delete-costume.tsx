import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { Costume } from '#worker/costumes/costumes.contract.ts'
import { DeleteCostumeDialog } from './delete-costume-dialog.tsx'

type DeleteCostumeProps = { costume: Costume; hadOwners: boolean }

export function DeleteCostume(props: DeleteCostumeProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        <Trash2 />
        Löschen
      </Button>
      {isOpen && <DeleteCostumeDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
