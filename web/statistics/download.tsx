import { Download } from 'lucide-react'
import { failureDetail } from '#web/lib/failure-detail.ts'
import type { Result } from '#web/lib/result.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { useAct } from '#web/lib/use-act.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'

type DownloadOf = {
  load: () => Promise<Result<Blob>>
  /** Spec §9, without the ending: "Sprungauswertung". */
  name: string
  notDownloaded: string
  /** Not yet known what of. */
  disabled?: boolean
}

/** A CSV file: the button for the page's head, and below the head what went wrong. */
export function useDownload({ load, name, notDownloaded, disabled }: DownloadOf) {
  const { run, isBusy, failure } = useAct(load, (file) => saveFile(file, `${name}.csv`))
  return {
    button: (
      <Button busy={isBusy} disabled={disabled} onClick={() => void run()}>
        <Download />
        {name} herunterladen
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
