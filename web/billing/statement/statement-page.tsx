import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { Failure } from '#web/components/failure.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { yearsQuery } from '#web/data/billing.ts'
import { settingsQuery } from '#web/data/guild.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { prefetch } from '#web/lib/query.ts'
import { hasRole, useUser } from '#web/lib/session.ts'
import { unlessOnlySearchChanged } from '#web/lib/unless-only-search-changed.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { paths, settingsPart } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { berlinDay } from '#worker/domain/dates.ts'
import { readFiles } from './read-files.ts'
import type { Statement } from './read-statement.ts'
import { StatementDrop } from './statement-drop.tsx'
import { StatementGroups } from './statement-groups.tsx'
import { claimsFor, useKnown } from './use-known.ts'

export function loader() {
  const year = Number(berlinDay(new Date()).slice(0, 4))
  prefetch(yearsQuery, settingsQuery, ...claimsFor(year))
  return { year }
}

export const shouldRevalidate = unlessOnlySearchChanged

/** The bank's statement, read here: what came back, what was paid, what was credited. */
export function StatementPage() {
  const { year } = useLoaderData<typeof loader>()
  const settings = useQuery(settingsQuery)
  return (
    <Wrap>
      <PageHead
        title="Kontoauszug"
        lead="Rücklastschriften, Überweisungen und Gutschriften aus den Dateien der Bank buchen"
        back={{ to: paths.membershipFees, label: 'Mitgliedsbeiträge' }}
      />
      <div className="grid gap-6 *:min-w-0">
        <QuerySection query={settings} waiting={<Waiting />}>
          {({ creditorIban }) =>
            creditorIban ? <Reading iban={creditorIban} year={year} /> : <NoAccount />
          }
        </QuerySection>
      </div>
    </Wrap>
  )
}

function Reading({ iban, year }: { iban: string; year: number }) {
  const mayWrite = hasRole(useUser(), 'management')
  // Another file is begun anew.
  const [reading, setReading] = useState(0)
  const {
    submit,
    isPending,
    failure,
    data: statement,
  } = useSubmit(readFiles(iban), () => setReading((count) => count + 1))
  const known = useKnown(year, Number(statement?.entries[0]?.day.slice(0, 4) ?? year))
  return (
    <>
      <Card bleed aria-labelledby="files">
        <CardHead id="files" title="Dateien der Bank" />
        <CardBody className="grid gap-4">
          {failure && <Failure failure={failure} detail={detailOf(failure)} focusOnMount />}
          {statement && <Refused refused={statement.refused} />}
          <StatementDrop
            busy={isPending}
            hasRead={statement !== undefined && statement.entries.length > 0}
            onChoose={(files) => void submit(files)}
          />
          {!mayWrite && (
            <p className="text-muted-foreground">
              Nur zur Ansicht: Gebucht wird von der Verwaltung.
            </p>
          )}
        </CardBody>
      </Card>
      {statement && hasRead(statement) && (
        <QuerySection query={known} waiting={<Waiting />}>
          {(all) => (
            <StatementGroups key={reading} statement={statement} known={all} mayWrite={mayWrite} />
          )}
        </QuerySection>
      )}
    </>
  )
}

const hasRead = ({ entries, omitted }: Statement) =>
  entries.length > 0 || Object.values(omitted).some((count) => count > 0)

function Refused({ refused }: Pick<Statement, 'refused'>) {
  if (refused.length === 0) return null
  return (
    <Alert
      tone="error"
      title={refused.length === 1 ? 'Nicht gelesen' : `${refused.length} Dateien nicht gelesen`}
      focusOnMount
    >
      <ul>
        {refused.map(({ name, why }) => (
          <li key={`${name} ${why}`} className="wrap-anywhere">
            {name}: {why}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function NoAccount() {
  return (
    <Alert
      tone="info"
      title="Das Konto der Zunft fehlt"
      action={
        <Button asChild size="sm">
          <Link to={settingsPart('sepa')}>Einstellungen öffnen</Link>
        </Button>
      }
    >
      Trage zuerst die IBAN der Zunft ein. Gelesen werden nur Auszüge dieses Kontos.
    </Alert>
  )
}

function Waiting() {
  return (
    <Loading>
      <Skeleton width="14rem" className="my-2 h-10" />
      <Skeleton width="60%" className="my-2" />
    </Loading>
  )
}
