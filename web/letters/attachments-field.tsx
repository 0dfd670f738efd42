import { FileText, Paperclip, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { attachmentsProblem, megabytes, type PdfFile, pdfName } from '#worker/domain/attachments.ts'

type AttachmentsFieldProps = {
  files: readonly PdfFile[]
  onChange: (files: readonly PdfFile[]) => void
  /** The server's message. */
  error?: string | undefined
}

/** The PDF files that go with each mail. A file that cannot be sent is refused when it is chosen. */
export function AttachmentsField({ files, onChange, error }: AttachmentsFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const add = async (chosen: readonly File[]) => {
    const read = await Promise.all(
      chosen.map(async (file) => ({
        name: pdfName(file.name),
        bytes: new Uint8Array(await file.arrayBuffer()),
      })),
    )
    const all = [...files, ...read]
    const why = attachmentsProblem(all)
    setProblem(why)
    if (why === null) onChange(all)
  }
  const sum = files.reduce((total, { bytes }) => total + bytes.length, 0)
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-semibold">Anhänge</legend>
      {files.length > 0 && (
        <ul className="divide-y rounded-lg border">
          {files.map((file) => (
            <li key={file.name} className="flex items-center gap-2 py-1 ps-3 pe-1">
              <FileText aria-hidden="true" className="flex-none text-muted-foreground" />
              <span className="wrap-anywhere min-w-0 flex-1">{file.name}</span>
              <span className="text-muted-foreground text-sm tabular-nums">
                {megabytes(file.bytes.length)}
              </span>
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={`${file.name} entfernen`}
                onClick={() => {
                  setProblem(null)
                  onChange(files.filter((one) => one !== file))
                }}
              >
                <X />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button size="sm" onClick={() => input.current?.click()}>
          <Paperclip />
          PDF anhängen
        </Button>
        <span className="text-muted-foreground text-sm">
          {files.length > 0 ? `${megabytes(sum)} von 2 MB` : 'Nur PDF, zusammen bis 2 MB'}
        </span>
      </div>
      <input
        ref={input}
        type="file"
        multiple
        accept="application/pdf,.pdf"
        aria-label="PDF-Dateien"
        hidden
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])]
          // Emptied, so that the same file can be chosen again after it was removed.
          event.target.value = ''
          void add(chosen)
        }}
      />
      {(problem ?? error) && (
        <div role="alert">
          <FieldError id="attachments-error">{problem ?? error}</FieldError>
        </div>
      )}
    </fieldset>
  )
}
