import { Link } from 'react-router'
import { FailureText } from '#web/components/failure.tsx'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { useUser } from '#web/lib/session.ts'
import { settingsPart } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { listName } from '#worker/domain/names.ts'
import { can } from '#worker/domain/rights.ts'

/** The way to the guild's account; for users who may not change it, whom to ask. */
export function SepaSettingsLink() {
  if (!can(useUser(), 'manage')) return <p>Das trägt die Verwaltung in den Einstellungen ein.</p>
  return (
    <Button asChild size="sm">
      <Link to={settingsPart('sepa')}>Einstellungen öffnen</Link>
    </Button>
  )
}

/** Why no file can be made or a year cannot be closed, with a link to settings that are missing. */
export function FileRefusal({ failure }: { failure: CallFailure }) {
  const { error } = failure
  const isSettings = error?.code === 'SepaSettingsMissing' || error?.code === 'FeeRuleMissing'
  return (
    <Alert tone="error" action={isSettings && <SepaSettingsLink />}>
      <FailureText failure={failure} detail={error?.fields?.includeReturned ?? detailOf(failure)} />
      {error?.code === 'FeeRuleMissing' && error.members.length > 1 && (
        <p>{error.members.map(listName).join('; ')}</p>
      )}
    </Alert>
  )
}
