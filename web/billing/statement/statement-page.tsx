import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useLoaderData, useSearchParams } from 'react-router'
import { SepaSettingsLink } from '#web/billing/file-refusal.tsx'
import { feesOfYearIn } from '#web/billing/year-switch.tsx'
import { Failure } from '#web/components/failure.tsx'
import { FileDrop } from '#web/components/file-drop.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { QuerySection, type SectionQuery } from '#web/components/query-section.tsx'
import { claimsQuery, openClaimsQuery, yearsQuery } from '#web/data/billing.ts'
import { settingsQuery } from '#web/data/guild.ts'
import { CallFailure } from '#web/lib/call-failure.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { isMissingCode, loadChunk } from '#web/lib/load-chunk.ts'
import {
  type MutationDefinition,
  noAutoRefetch,
  prefetch,
  type QueryDefinition,
} from '#web/lib/query.ts'
import { unlessOnlySearchChanged } from '#web/lib/unless-only-search-changed.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { FeeClaim, FeeYear } from '#worker/billing/billing.contract.ts'
import { berlinDay } from '#worker/domain/dates.ts'
import type { LoadedLedger } from './match-entries.ts'
import type { Statement } from './read-statement.ts'
import { StatementGroups } from './statement-groups.tsx'

export function loader() {
  const year = Number(berlinDay(new Date()).slice(0, 4))
  prefetch(yearsQuery, settingsQuery, ...claimsFor(year))
  return { year }
}

export const shouldRevalidate = unlessOnlySearchChanged

/** A bank statement, parsed in the browser: returned debits, payments and credits. */
export function StatementPage() {
  const { year } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const settings = useQuery(settingsQuery)
  return (
    <Wrap>
      <PageHead
        title="Kontoauszug"
        lead="Rücklastschriften, Überweisungen und Gutschriften aus den Dateien der Bank buchen"
        back={{ to: feesOfYearIn(search), label: 'Mitgliedsbeiträge' }}
      />
      <div className="grid gap-6 *:min-w-0">
        <QuerySection query={settings} waiting={<Waiting />}>
          {({ creditorIban }) =>
            creditorIban ? <FileReading iban={creditorIban} year={year} /> : <NoAccount />
          }
        </QuerySection>
      </div>
    </Wrap>
  )
}

function FileReading({ iban, year }: { iban: string; year: number }) {
  // A new key remounts the groups for another file.
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
        </CardBody>
      </Card>
      {statement && hasRead(statement) && (
        <QuerySection query={known} waiting={<Waiting />}>
          {(all) => <StatementGroups key={reading} statement={statement} known={all} />}
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
    <Alert tone="info" title="Das Konto der Zunft fehlt" action={<SepaSettingsLink />}>
      Zuerst muss die IBAN der Zunft eingetragen sein. Gelesen werden nur Auszüge dieses Kontos.
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

type StatementDropProps = {
  busy: boolean
  /** Whether a statement is already open; booking it is then the primary action. */
  hasRead: boolean
  onChoose: (files: File[]) => void
}

function StatementDrop({ busy, hasRead, onChoose }: StatementDropProps) {
  return (
    <FileDrop
      busy={busy}
      isAside={hasRead}
      label="Kontoauszüge"
      accept=".xml,.zip,text/xml,application/xml,application/zip"
      multiple
      words={hasRead ? 'Andere Dateien auswählen' : 'Dateien auswählen'}
      hint={
        <span className="block max-w-[62ch]">
          oder hierher ziehen: CAMT aus dem Online-Banking (.xml oder .zip), auch mehrere. Sie
          bleiben in diesem Browser; gebucht wird nur, was Du anhakst.
        </span>
      }
      onChoose={onChoose}
    />
  )
}

const notRead = 'Der Kontoauszug konnte nicht gelesen werden'

/** The parser is loaded with the first file; the file itself never leaves the browser. */
const readFiles = (iban: string): MutationDefinition<readonly File[], Statement> => ({
  meta: { notDone: notRead, changes: [] },
  async mutationFn(files) {
    try {
      const { readStatement } = await loadChunk(() => import('./read-statement.ts'))
      return await readStatement(files, iban)
    } catch (cause) {
      throw new CallFailure(notRead, {
        type: isMissingCode(cause) ? 'NetworkError' : 'UnknownError',
      })
    }
  },
})

/** The claims that a statement may concern: of the year before, this year, the next, and all open ones. */
const claimsFor = (year: number): QueryDefinition<FeeClaim[]>[] => [
  openClaimsQuery,
  ...[year - 1, year, year + 1].map(claimsQuery),
]

/**
 * Claims and files for matching; pending until all are loaded, since a part would match wrongly.
 * @param from the year of the oldest line: an old statement paid the claims of its time
 */
function useKnown(year: number, from: number): SectionQuery<LoadedLedger> {
  const years = useQuery({ ...yearsQuery, ...noAutoRefetch })
  const earlier = (years.data ?? []).filter(isClosedBetween(from - 1, year - 2))
  const queries = [...claimsFor(year), ...earlier.map((one) => claimsQuery(one.year))]
  const claims = useQueries({
    queries: queries.map((query) => ({ ...query, ...noAutoRefetch })),
    combine: (queries) => ({
      lists: queries.map(({ data }) => data),
      error: queries.find(({ error }) => error)?.error ?? null,
      isFetching: queries.some(({ isFetching }) => isFetching),
      dataUpdatedAt: Math.min(...queries.map(({ dataUpdatedAt }) => dataUpdatedAt)),
      refetch: () => Promise.all(queries.map(({ refetch }) => refetch())),
    }),
  })
  const data = useMemo(() => knownOf(years.data, claims.lists), [years.data, claims.lists])
  return {
    data,
    error: years.error ?? claims.error,
    isFetching: years.isFetching || claims.isFetching,
    dataUpdatedAt: Math.min(years.dataUpdatedAt, claims.dataUpdatedAt),
    refetch: () => Promise.all([years.refetch(), claims.refetch()]),
  }
}

const isClosedBetween = (first: number, last: number) => (known: FeeYear) =>
  known.closed && known.year >= first && known.year <= last

function knownOf(
  years: readonly { runs: LoadedLedger['runs'] }[] | undefined,
  lists: readonly (readonly FeeClaim[] | undefined)[],
): LoadedLedger | undefined {
  if (!years || lists.includes(undefined)) return undefined
  const claims = new Map(lists.flatMap((list) => list ?? []).map((claim) => [claim.id, claim]))
  return { runs: years.flatMap(({ runs }) => runs), claims: [...claims.values()] }
}
