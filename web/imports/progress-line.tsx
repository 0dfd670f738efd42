import type { Progress } from './upload.ts'

/** The progress of an upload: undefined when none runs, null while the file is read. */
export function ProgressLine({ progress }: { progress: Progress | null | undefined }) {
  const text = wordsOf(progress)
  return (
    <div className={progress === undefined ? 'contents' : 'w-full max-w-96'}>
      {progress !== undefined && (
        <progress
          aria-label={text}
          {...(progress && { value: progress.sent, max: Math.max(progress.parts, 1) })}
          className="mb-1 block h-2.5 w-full accent-secondary"
        />
      )}
      <p role="status" className="text-sm empty:hidden">
        {text}
      </p>
    </div>
  )
}

function wordsOf(progress: Progress | null | undefined): string {
  if (progress === undefined) return ''
  if (progress === null) return 'Die Datei wird gelesen …'
  if (progress.parts < 2) return 'Die Datei wird hochgeladen …'
  return `Die Datei wird hochgeladen, ${progress.sent} von ${progress.parts} Teilen …`
}
