import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Garland } from '#web/ui/fleckle.tsx'
import { PublicBand } from '#web/ui/public-band.tsx'
import { finishDraft } from './draft.ts'

/** Where the payment comes back to. Spec §2: every state but "success" is a failure. */
export function EnrolmentResultPage() {
  const [query] = useSearchParams()
  const isSuccess = query.get('state') === 'success'
  useEffect(() => {
    if (isSuccess) finishDraft()
  }, [isSuccess])
  return (
    <>
      <PublicBand />
      <div className="grid flex-1 place-items-center px-5 pt-6 pb-[22vh] text-center">
        <div className="grid max-w-120 justify-items-center">
          <Garland large bell={isSuccess} className="mb-8 w-98 max-w-full" />
          {isSuccess ? (
            <Success />
          ) : (
            <Failed isCancelled={query.get('reason') === 'paradeCancelled'} />
          )}
          <Button asChild variant={isSuccess ? 'outline' : 'primary'} size="lg" className="mt-8">
            <Link to={paths.paradeEnrolment}>Weitere Anmeldung</Link>
          </Button>
        </div>
      </div>
    </>
  )
}

function Success() {
  return (
    <>
      <h1 className="text-[2rem] max-md:text-[1.625rem]">Anmeldung erfolgreich</h1>
      <p className="mt-3 font-[620] font-display text-2xl text-primary dark:text-primary-soft-foreground">
        Viel Spaß an der Fasnet!
      </p>
    </>
  )
}

function Failed({ isCancelled }: { isCancelled: boolean }) {
  return (
    <>
      <h1 className="text-[2rem] max-md:text-[1.625rem]">Anmeldung fehlgeschlagen</h1>
      <p className="mt-3 text-pretty text-[1.0625rem] text-muted-foreground">
        {isCancelled
          ? 'Ein Umzug Deiner Anmeldung ist abgesagt. Deshalb wurdest Du nicht angemeldet. Hast Du schon bezahlt, bekommst Du das Geld zurück. Für andere Umzüge melde Dich bitte neu an.'
          : 'Die Zahlung ist fehlgeschlagen. Du wurdest nicht angemeldet.'}
      </p>
    </>
  )
}
