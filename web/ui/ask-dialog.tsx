import { Button } from './button.tsx'
import { NativeDialog } from './native-dialog.tsx'

type AskDialogProps = {
  /** "Emma entfernen?" */
  title: string
  /** What becomes of it. */
  children: string
  busy?: boolean
  onClose: () => void
  onConfirm: () => void
}

/** Asks before something that was typed is thrown away (Spec §4). */
export function AskDialog({ title, children, busy = false, onClose, onConfirm }: AskDialogProps) {
  return (
    <NativeDialog
      role="alertdialog"
      title={title}
      description={children}
      busy={busy}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button variant="destructive" busy={busy} onClick={onConfirm}>
            OK
          </Button>
        </>
      }
    />
  )
}
