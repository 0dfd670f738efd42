import { Link } from 'react-router'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailureText } from '#web/ui/failure.tsx'

/** Why there is no file; what lacks in the settings leads there. */
export function FileRefusal({ failure }: { failure: CallFailure }) {
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
      <FailureText failure={failure} detail={detailOf(failure)} />
    </Alert>
  )
}
