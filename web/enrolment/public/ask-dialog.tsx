import { Button } from '#web/ui/button.tsx'
import { NativeDialog } from './native-dialog.tsx'

type AskDialogProps = {
  /** "Emma entfernen?" */
  title: string
  /** What becomes of it. */
  children: string
  /** What the buttons say; the specification's words unless the act itself is a cancelling. */
  words?: { yes: string; no: string }
  busy?: boolean
  onClose: () => void
  onConfirm: () => void
}

/** Asks before something that was typed is thrown away (Spec §4). */
export function AskDialog({ title, children, busy = false, ...props }: AskDialogProps) {
  const { words = { yes: 'OK', no: 'Abbrechen' }, onClose, onConfirm } = props
  return (
    <NativeDialog
      role="alertdialog"
      title={title}
      description={children}
      busy={busy}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{words.no}</Button>
          <Button variant="destructive" busy={busy} onClick={onConfirm}>
            {words.yes}
          </Button>
        </>
      }
    />
  )
}
