import { Link } from 'react-router'
import type { Failure } from '#web/lib/result.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailureText } from '#web/ui/failure.tsx'
import { fileNotMade } from './billing.api.ts'

type FileRefusalProps = { failure: Failure; detail: string | undefined }

/** Why there is no file; what lacks in the settings leads there. */
export function FileRefusal({ failure, detail }: FileRefusalProps) {
  const isSettings = failure.error?.code === 'SepaSettingsMissing'
  return (
    <Alert
      tone="error"
      action={
        isSettings && (
          <Button asChild size="sm">
            <Link to={paths.settings}>Einstellungen öffnen</Link>
          </Button>
        )
      }
    >
      <FailureText message={fileNotMade} failure={failure} detail={detail} />
    </Alert>
  )
}
