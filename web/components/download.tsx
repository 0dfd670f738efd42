import { Download } from 'lucide-react'
import { detailOf } from '#web/lib/failure-detail.ts'
import type { MutationDefinition } from '#web/lib/query.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from './failure.tsx'

type DownloadOf = {
  file: MutationDefinition<void, Blob>
  /** File name as in spec §9, without the extension: "Sprungauswertung". */
  name: string
  /** True while the page does not know yet what to download. */
  disabled?: boolean
  /** True beside another button: on the phone only the icon is shown. */
  compact?: boolean
}

/** A CSV download: the button for the page's head, and the failure shown below the head. */
export function useDownload({ file, name, disabled, compact = false }: DownloadOf) {
  const { submit, isPending, failure } = useSubmit(file, (content) => {
    // Spec §7: an empty response saves no file.
    if (content.size > 0) saveFile(content, `${name}.csv`)
  })
  return {
    button: (
      <Button
        busy={isPending}
        disabled={disabled}
        onClick={() => void submit()}
        className={
          compact ? 'relative max-md:order-last max-md:w-12 max-md:flex-none! max-md:p-0' : ''
        }
      >
        {/* On the phone, where the button shows only its icon, a tooltip names the file. */}
        {compact && (
          <span
            aria-hidden="true"
            data-hint={`${name} herunterladen`}
            className="absolute inset-0 md:hidden"
          />
        )}
        <Download />
        <span className={compact ? 'max-md:sr-only' : ''}>{name} herunterladen</span>
      </Button>
    ),
    failure: failure && <Failure className="mb-6" failure={failure} detail={detailOf(failure)} />,
  }
}
