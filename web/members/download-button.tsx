import { Download } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'

type DownloadButtonProps = {
  busy: boolean
  onClick: () => void
  /** On the phone beside another button: the icon alone, after it. */
  compact: boolean
}

export function DownloadButton({ busy, onClick, compact }: DownloadButtonProps) {
  return (
    <Button
      busy={busy}
      onClick={onClick}
      className={compact ? 'max-md:order-last max-md:w-12 max-md:flex-none! max-md:p-0' : ''}
    >
      <Download />
      <span className={compact ? 'max-md:sr-only' : ''}>Mitgliederliste herunterladen</span>
    </Button>
  )
}
