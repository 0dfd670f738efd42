import { FileUp } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { cn } from '#web/ui/cn.ts'

type FileDropProps = {
  busy: boolean
  /** Something is read already: booking it is the main act then. */
  hasRead: boolean
  onChoose: (files: File[]) => void
}

/** A button, and a place to drop files on. */
export function FileDrop({ busy, hasRead, onChoose }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const id = useId()
  const choose = (files: FileList | null) => {
    if (files && files.length > 0 && !busy) onChoose([...files])
  }
  const drop = {
    onDragOver(event: DragEvent) {
      event.preventDefault()
      setOver(!busy)
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault()
      setOver(false)
      choose(event.dataTransfer.files)
    },
  }
  return (
    <div
      {...drop}
      className={cn(
        'grid justify-items-center gap-3 rounded-lg border-[1.5px] border-dashed p-6 text-center max-md:px-3',
        isOver ? 'border-ring bg-accent' : 'border-input',
      )}
    >
      <Button
        variant={hasRead ? 'outline' : 'primary'}
        busy={busy}
        aria-describedby={id}
        onClick={() => input.current?.click()}
      >
        <FileUp />
        {hasRead ? 'Andere Dateien auswählen' : 'Dateien auswählen'}
      </Button>
      <p id={id} className="max-w-[62ch] text-pretty text-muted-foreground text-sm">
        oder hierher ziehen: CAMT aus dem Online-Banking (.xml oder .zip), auch mehrere. Sie bleiben
        in diesem Browser; gebucht wird nur, was Du anhakst.
      </p>
      <input
        ref={input}
        type="file"
        multiple
        accept=".xml,.zip,text/xml,application/xml,application/zip"
        aria-label="Kontoauszüge"
        tabIndex={-1}
        className="hidden"
        onChange={({ target }) => {
          choose(target.files)
          // The same file may be chosen again.
          target.value = ''
        }}
      />
    </div>
  )
}
