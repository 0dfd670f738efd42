import { Download } from 'lucide-react'
import { failureDetail } from '#web/lib/failure-detail.ts'
import type { Result } from '#web/lib/result.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { useAct } from '#web/lib/use-act.ts'
import { Button } from './button.tsx'
import { Failure } from './failure.tsx'

type DownloadOf = {
  load: () => Promise<Result<Blob>>
  /** Spec §9, without the ending: "Sprungauswertung". */
  name: string
  notDownloaded: string
  /** Not yet known what of. */
  disabled?: boolean
  /** On the phone beside another button: the icon alone, after it. */
  compact?: boolean
}

/** A CSV file: the button for the page's head, and below the head what went wrong. */
export function useDownload({ load, name, notDownloaded, disabled, compact = false }: DownloadOf) {
  const { run, isBusy, failure } = useAct(load, (file) => {
    // Spec §7: if nothing is returned, nothing happens.
    if (file.size > 0) saveFile(file, `${name}.csv`)
  })
  return {
    button: (
      <Button
        busy={isBusy}
        disabled={disabled}
        onClick={() => void run()}
        className={compact ? 'max-md:order-last max-md:w-12 max-md:flex-none! max-md:p-0' : ''}
      >
        <Download />
        <span className={compact ? 'max-md:sr-only' : ''}>{name} herunterladen</span>
      </Button>
    ),
    failure: failure && (
      <Failure
        className="mb-6"
        message={notDownloaded}
        failure={failure}
        detail={failureDetail(failure, notDownloaded)}
      />
    ),
  }
}
