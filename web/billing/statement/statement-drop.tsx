import { FileDrop } from '#web/components/file-drop.tsx'

type StatementDropProps = {
  busy: boolean
  /** Something is read already: booking it is the main act then. */
  hasRead: boolean
  onChoose: (files: File[]) => void
}

export function StatementDrop({ busy, hasRead, onChoose }: StatementDropProps) {
  return (
    <FileDrop
      busy={busy}
      isAside={hasRead}
      label="Kontoauszüge"
      accept=".xml,.zip,text/xml,application/xml,application/zip"
      multiple
      words={hasRead ? 'Andere Dateien auswählen' : 'Dateien auswählen'}
      hint={
        <span className="block max-w-[62ch]">
          oder hierher ziehen: CAMT aus dem Online-Banking (.xml oder .zip), auch mehrere. Sie
          bleiben in diesem Browser; gebucht wird nur, was Du anhakst.
        </span>
      }
      onChoose={onChoose}
    />
  )
}
