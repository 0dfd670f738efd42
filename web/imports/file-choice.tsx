import { FileUp } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { cn } from '#web/ui/cn.ts'
import { ProgressLine } from './progress-line.tsx'
import type { Progress } from './upload.ts'

type FileChoiceProps = {
  /** undefined = nothing runs, null = it is being read */
  progress: Progress | null | undefined
  onChoose: (file: File) => void
}

/** A button, and a place to drop a file on. */
export function FileChoice({ progress, onChoose }: FileChoiceProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const id = useId()
  const isBusy = progress !== undefined
  const choose = (files: FileList | null) => {
    const file = files?.[0]
    if (file && !isBusy) onChoose(file)
  }
  const drop = {
    onDragOver(event: DragEvent) {
      event.preventDefault()
      setOver(!isBusy)
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
        variant="primary"
        busy={isBusy}
        aria-describedby={id}
        onClick={() => input.current?.click()}
      >
        <FileUp />
        Datei auswählen
      </Button>
      <p id={id} className="text-pretty text-muted-foreground text-sm">
        oder hierher ziehen: Excel (.xlsx) oder CSV, höchstens 20 MB und 20.000 Zeilen.
      </p>
      <input
        ref={input}
        type="file"
        accept=".xlsx,.csv,.txt,.zip,text/csv"
        aria-label="Datei"
        tabIndex={-1}
        className="hidden"
        onChange={({ target }) => {
          choose(target.files)
          // The same file, put right meanwhile, may be chosen again.
          target.value = ''
        }}
      />
      <ProgressLine progress={progress} />
    </div>
  )
}
