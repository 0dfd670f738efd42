import { Pencil } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'

type ChangeButtonProps = { children: string; onClick: () => void }

/** In the head of a card of the settings. */
export function ChangeButton({ children, onClick }: ChangeButtonProps) {
  return (
    <Button variant="ghost" size="sm" onClick={onClick}>
      <Pencil />
      {children}
    </Button>
  )
}
