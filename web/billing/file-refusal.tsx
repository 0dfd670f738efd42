import { Link } from 'react-router'
import { FailureText } from '#web/components/failure.tsx'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { settingsPart } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { listName } from '#worker/domain/names.ts'

/** Why no file can be made or a year cannot be closed, with a link to settings that are missing. */
export function FileRefusal({ failure }: { failure: CallFailure }) {
  const { error } = failure
  const isSettings = error?.code === 'SepaSettingsMissing' || error?.code === 'FeeRuleMissing'
  return (
    <Alert
      tone="error"
      action={
        isSettings && (
          <Button asChild size="sm">
            <Link to={settingsPart('sepa')}>Einstellungen öffnen</Link>
          </Button>
        )
      }
    >
      <FailureText failure={failure} detail={error?.fields?.includeReturned ?? detailOf(failure)} />
      {error?.code === 'FeeRuleMissing' && error.members.length > 1 && (
        <p>{error.members.map(listName).join('; ')}</p>
      )}
    </Alert>
  )
}
