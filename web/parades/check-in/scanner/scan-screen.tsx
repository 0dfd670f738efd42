import { Button } from '#web/ui/button.tsx'

export type ScanScreenProps = {
  headline: { confirmed: number; all: number; waiting: number }
  /** False: nobody on the list has this code. */
  onCode: (code: string) => boolean
  /** Who was confirmed last by their code; null = nobody yet. */
  last: { name: string; costume: string; paid: boolean; undo: () => void } | null
  onSearch: () => void
  onClose: () => void
}

/** The place of the camera. */
export function ScanScreen({ onClose }: ScanScreenProps) {
  return (
    <div className="fixed inset-0 z-30 grid content-end bg-card p-4">
      <Button size="street" onClick={onClose}>
        Fertig
      </Button>
    </div>
  )
}
