import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Download, KeyRound } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { Failure } from '#web/components/failure.tsx'
import { AnchoredSection } from '#web/components/linked-part.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { TableSkeleton } from '#web/components/table-skeleton.tsx'
import { settingsQuery } from '#web/data/guild.ts'
import { downloadArchive } from '#web/data/imports-archive.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { prefetch } from '#web/lib/query.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { useUser } from '#web/lib/session.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { paths, type SettingsPart } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { berlinDay } from '#worker/domain/dates.ts'
import { can } from '#worker/domain/rights.ts'
import { AssemblyCard } from './assembly-card.tsx'
import { AssociationCard } from './association-card.tsx'
import { CashAtCheckInCard } from './cash-at-check-in-card.tsx'
import { FeesCard } from './fees-card.tsx'
import { GuildCodesCard } from './guild-codes-card.tsx'
import { HonorRulesCard } from './honor-rules-card.tsx'
import { LegalCard } from './legal-card.tsx'
import { PasskeysRequiredCard } from './passkeys-required-card.tsx'
import { SelfCancelCard } from './self-cancel-card.tsx'
import { SepaCard } from './sepa-card.tsx'
import type { SettingsCardProps } from './settings-card.tsx'

export function loader() {
  prefetch(settingsQuery)
  return { today: berlinDay(new Date()) }
}

/** The sections that other pages link to. */
const parts: readonly [SettingsPart, ComponentType<SettingsCardProps>][] = [
  ['association', AssociationCard],
  ['legal', LegalCard],
  ['sepa', SepaCard],
  ['fees', FeesCard],
  ['assembly', AssemblyCard],
  ['honors', HonorRulesCard],
]

/** A card for each setting, loaded and saved on its own. */
export function SettingsPage() {
  const { today } = useLoaderData<typeof loader>()
  const settings = useQuery(settingsQuery)
  return (
    <Wrap>
      <PrintHead />
      <PageHead
        title="Einstellungen"
        actions={
          can(useUser(), 'manage') && (
            <Button asChild>
              <Link to={paths.users}>
                <KeyRound />
                Zugänge
              </Link>
            </Button>
          )
        }
      />
      <QuerySection query={settings} waiting={<SettingsSkeleton />}>
        {(stored) => (
          <div className="grid gap-6 *:min-w-0">
            {parts.map(([id, Card]) => (
              <AnchoredSection key={id} id={id}>
                <Card stored={stored} today={today} />
              </AnchoredSection>
            ))}
            <AnchoredSection id="codes">
              <GuildCodesCard />
            </AnchoredSection>
            <AnchoredSection id="cancelling">
              <SelfCancelCard stored={stored} today={today} />
            </AnchoredSection>
            <AnchoredSection id="cash">
              <CashAtCheckInCard stored={stored} today={today} />
            </AnchoredSection>
            {stored.passkeyRule.isOffered && (
              <AnchoredSection id="passkeys">
                <PasskeysRequiredCard stored={stored} today={today} />
              </AnchoredSection>
            )}
            <PaymentCard />
            <AnchoredSection id="data">
              <DataCard today={today} />
            </AnchoredSection>
          </div>
        )}
      </QuerySection>
    </Wrap>
  )
}

/** A link to the payment setup, for users who may see it. */
function PaymentCard() {
  const mayWrite = can(useUser(), 'manage')
  if (!mayWrite) return null
  return (
    <Card bleed className="print:hidden">
      <CardHead
        title="Online-Zahlung"
        actions={
          <Button asChild variant="ghost" size="sm">
            <Link to={paths.paymentSetup}>
              Einrichtung ansehen
              <ChevronRight />
            </Link>
          </Button>
        }
      />
      <CardBody>
        <p className="max-w-[62ch] text-muted-foreground">
          Ob bei der öffentlichen Anmeldung bezahlt werden kann, und ob die E-Mails dazu
          hinausgehen.
        </p>
      </CardBody>
    </Card>
  )
}

/** Import and archive, for users with the right. */
function DataCard({ today }: Pick<SettingsCardProps, 'today'>) {
  const mayWrite = can(useUser(), 'manage')
  if (!mayWrite) return null
  return (
    <Card bleed className="print:hidden">
      <CardHead
        title="Daten"
        actions={
          <Button asChild variant="ghost" size="sm">
            <Link to={paths.imports}>
              Daten übernehmen
              <ChevronRight />
            </Link>
          </Button>
        }
      />
      <CardBody>
        <p className="max-w-[62ch] text-muted-foreground">
          Mitglieder, Kleider, Ehrungen, Ämter und Umzüge aus einer Excel-Tabelle oder einem anderen
          Programm.
        </p>
        <Archive today={today} />
      </CardBody>
    </Card>
  )
}

/** Downloads all data of the guild. */
function Archive({ today }: Pick<SettingsCardProps, 'today'>) {
  const [bytes, setBytes] = useState(0)
  const { submit, isPending, failure } = useSubmit(downloadArchive, (file) =>
    saveFile(file, `zunft-${today}.zip`),
  )
  const download = () => {
    setBytes(0)
    void submit({ today, onProgress: setBytes })
  }
  return (
    <>
      <p className="mt-4 max-w-[62ch] text-muted-foreground">
        Alles, was die Zunft eingetragen hat, als Tabellen in einer ZIP-Datei: zum Aufheben oder für
        eine andere Zunftverwaltung. Darin stehen auch Bankverbindungen; Zugänge, Zahlungen,
        Beitragskonten und der Verlauf nicht.
      </p>
      {failure && <Failure className="mt-3.5" failure={failure} detail={detailOf(failure)} />}
      <div className="mt-3.5 flex flex-wrap items-center gap-3">
        <Button busy={isPending} onClick={download}>
          <Download />
          Alles herunterladen
        </Button>
        <p role="status" className="text-muted-foreground text-sm">
          {isPending && bytes > 0 && `${megabytes(bytes)} geladen …`}
        </p>
      </div>
    </>
  )
}

function megabytes(bytes: number): string {
  const format = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return `${(bytes / 1_000_000).toLocaleString('de-DE', format)}\u00a0MB`
}

function SettingsSkeleton() {
  return (
    <div className="grid gap-6 *:min-w-0">
      <Facts title="Verein" />
      <Facts title="Impressum und Datenschutz" />
      <Facts title="SEPA-Lastschrift" />
      <Card bleed>
        <CardHead title="Beiträge" />
        <TableSkeleton heads={['Status', 'Alter', 'Beitrag']} size="sm" />
      </Card>
      <Facts title="Generalversammlung" />
      <Card bleed>
        <CardHead title="Regeln für Ehrungen" />
        <TableSkeleton heads={['Ehrung', 'Grundlage', 'Schwelle', 'Gezählte Ämter']} size="sm" />
      </Card>
      <Facts title="Absagen durch die Angemeldeten" />
      <Facts title="Verwaltung nur mit Passkey" />
    </div>
  )
}

function Facts({ title }: { title: string }) {
  return (
    <Card bleed>
      <CardHead title={title} />
      <CardBody>
        <Loading>
          <Skeleton width="9rem" className="my-2 h-4" />
          <Skeleton width="60%" />
        </Loading>
      </CardBody>
    </Card>
  )
}
