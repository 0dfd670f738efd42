import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Download, KeyRound } from 'lucide-react'
import { type ComponentType, useEffect, useMemo, useState } from 'react'
import { Link, useLoaderData, useLocation } from 'react-router'
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
import { megabytes } from '#worker/domain/attachments.ts'
import { berlinDay } from '#worker/domain/dates.ts'
import { can } from '#worker/domain/rights.ts'
import { AssemblyCard } from './assembly-card.tsx'
import { AssociationCard } from './association-card.tsx'
import { CashAtCheckInCard } from './cash-at-check-in-card.tsx'
import { FeesCard } from './fees-card.tsx'
import { GuildCodesCard } from './guild-codes-card.tsx'
import { HonorRulesCard } from './honor-rules-card.tsx'
import { LegalCard } from './legal-card.tsx'
import { MinorsCard } from './minors-card.tsx'
import { PasskeysRequiredCard } from './passkeys-required-card.tsx'
import { SelfCancelCard } from './self-cancel-card.tsx'
import { SepaCard } from './sepa-card.tsx'
import type { SettingsCardProps } from './settings-card.tsx'

export function loader() {
  prefetch(settingsQuery)
  return { today: berlinDay(new Date()) }
}

type Section = {
  id: SettingsPart
  /** The section's line in the index. */
  title: string
  Card: ComponentType<SettingsCardProps>
  /** The right that the section needs; without it every reader sees the section. */
  isFor?: 'manage'
}

const sections: readonly Section[] = [
  { id: 'association', title: 'Verein', Card: AssociationCard },
  { id: 'legal', title: 'Impressum und Datenschutz', Card: LegalCard },
  { id: 'sepa', title: 'SEPA-Lastschrift', Card: SepaCard },
  { id: 'fees', title: 'Beiträge', Card: FeesCard },
  { id: 'assembly', title: 'Generalversammlung', Card: AssemblyCard },
  { id: 'honors', title: 'Regeln für Ehrungen', Card: HonorRulesCard },
  { id: 'codes', title: 'Ämter und Ehrungen', Card: GuildCodesCard },
  { id: 'cancelling', title: 'Absagen', Card: SelfCancelCard },
  { id: 'minors', title: 'Kinder und Jugendliche', Card: MinorsCard },
  { id: 'cash', title: 'Bargeld beim Abhaken', Card: CashAtCheckInCard },
  { id: 'passkeys', title: 'Passkey', Card: PasskeysRequiredCard },
  { id: 'payment', title: 'Online-Zahlung', Card: PaymentCard, isFor: 'manage' },
  { id: 'data', title: 'Daten', Card: DataCard, isFor: 'manage' },
]

/** A card for each setting, loaded and saved on its own, and an index of them. */
export function SettingsPage() {
  const { today } = useLoaderData<typeof loader>()
  const settings = useQuery(settingsQuery)
  const user = useUser()
  return (
    <Wrap>
      <PrintHead />
      <PageHead
        title="Einstellungen"
        actions={
          can(user, 'manage') && (
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
        {(stored) => <Sections stored={stored} today={today} />}
      </QuerySection>
    </Wrap>
  )
}

function Sections({ stored, today }: SettingsCardProps) {
  const user = useUser()
  const isOffered = stored.passkeyRule.isOffered
  const shown = useMemo(
    () =>
      sections.filter(
        ({ id, isFor }) => (!isFor || can(user, isFor)) && (id !== 'passkeys' || isOffered),
      ),
    [user, isOffered],
  )
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[13rem_minmax(0,1fr)] print:block">
      <SectionIndex sections={shown} />
      <div className="grid gap-6 *:min-w-0">
        {shown.map(({ id, Card }) => (
          <AnchoredSection key={id} id={id}>
            <Card stored={stored} today={today} />
          </AnchoredSection>
        ))}
      </div>
    </div>
  )
}

/** Links to the sections, beside them or, on narrow screens, above; the address keeps the chosen one. */
function SectionIndex({ sections }: { sections: readonly Section[] }) {
  const shown = useShownSection(sections)
  return (
    <nav
      aria-label="Abschnitte"
      className="rounded-xl border bg-card p-2 lg:sticky lg:top-20 print:hidden"
    >
      <ul className="grid grid-cols-2 lg:grid-cols-1">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <Link
              to={{ hash: id }}
              replace
              aria-current={id === shown ? 'location' : undefined}
              className="flex min-h-10 items-center rounded-md px-3 py-1 text-foreground text-sm no-underline hover:bg-accent aria-[current]:bg-secondary-soft aria-[current]:font-semibold aria-[current]:text-secondary-soft-foreground max-md:min-h-11"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The section that is read: the last one that begins in the upper third of the window. */
function useShownSection(sections: readonly Section[]): SettingsPart | undefined {
  const chosen = useLocation().hash.slice(1)
  const [shown, setShown] = useState(
    () => sections.find(({ id }) => id === chosen)?.id ?? sections[0]?.id,
  )
  useEffect(() => {
    const measure = () => {
      const begun = sections.filter(({ id }) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top
        return top !== undefined && top < window.innerHeight / 3
      })
      const { scrollHeight } = document.documentElement
      const isAtEnd = window.scrollY > 0 && window.scrollY + window.innerHeight >= scrollHeight - 2
      // At the page's end the chosen section counts: the last ones are too short to reach the upper third.
      const last = sections.find(({ id }) => isAtEnd && id === chosen) ?? begun.at(-1)
      setShown((last ?? sections[0])?.id)
    }
    window.addEventListener('scroll', measure, { passive: true })
    return () => window.removeEventListener('scroll', measure)
  }, [sections, chosen])
  useEffect(() => {
    const section = sections.find(({ id }) => id === chosen)
    if (section) setShown(section.id)
  }, [sections, chosen])
  return shown
}

/** A link to the payment setup. */
function PaymentCard() {
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

/** Import and archive. */
function DataCard({ today }: Pick<SettingsCardProps, 'today'>) {
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
