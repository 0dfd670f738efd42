import { FileUp } from 'lucide-react'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { cn } from '#web/lib/cn.ts'
import { Button } from '#web/ui/button.tsx'

type FileDropProps = {
  busy: boolean
  /** True when choosing a file is not the page's main action: the button is then less prominent. */
  isAside?: boolean
  /** Label of the file input, for screen readers only. */
  label: string
  accept: string
  multiple?: boolean
  words: string
  hint: ReactNode
  /** Called with at least one file. */
  onChoose: (files: File[]) => void
  children?: ReactNode
}

/** A button that is also a drop zone for files. */
export function FileDrop({
  busy,
  isAside,
  label,
  words,
  hint,
  onChoose,
  children,
  ...field
}: FileDropProps) {
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
        variant={isAside ? 'outline' : 'primary'}
        busy={busy}
        aria-describedby={id}
        onClick={() => input.current?.click()}
      >
        <FileUp />
        {words}
      </Button>
      <p id={id} className="text-pretty text-muted-foreground text-sm">
        {hint}
      </p>
      <input
        {...field}
        ref={input}
        type="file"
        aria-label={label}
        tabIndex={-1}
        className="hidden"
        onChange={({ target }) => {
          choose(target.files)
          // Emptied, the input also reports the same file when the user chooses it again after a correction.
          target.value = ''
        }}
      />
      {children}
    </div>
  )
}
