import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PageSpinner } from '#web/components/page-spinner.tsx'
import { PrintSheets } from '#web/components/print/print-sheets.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { assemblyQuery } from '#web/data/assembly.ts'
import { settingsQuery, useHonorLabels, useOffices } from '#web/data/guild.ts'
import { dutyHoldersQuery } from '#web/data/statistics.ts'
import { prefetch } from '#web/lib/query.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import type { Assembly, AssemblyRow } from '#worker/assembly/assembly.contract.ts'
import { needsCertificate } from '#worker/domain/certificates.ts'
import { listName } from '#worker/domain/names.ts'
import type { GuildSettings } from '#worker/guild/guild.contract.ts'
import { assemblyBackLink, dayFromSearch } from './asked-day.ts'
import { keyOf } from './assembly-rows.ts'
import { callUpOrder } from './call-up.ts'
import {
  CertificateSheet,
  certificateOf,
  type Signature,
  signatoryOn,
} from './certificate-sheet.tsx'
import { NoHonorsDue } from './no-honors-due.tsx'
import { type PrintableSheet, PrintChoice, useSheetSelection } from './print-choice.tsx'

const presidentsQuery = dutyHoldersQuery('_1_Praesident', true)
const secretariesQuery = dutyHoldersQuery('Schriftfuehrer', true)

export function loader({ request }: LoaderFunctionArgs) {
  const asked = dayFromSearch(request)
  prefetch(assemblyQuery(asked), settingsQuery, presidentsQuery, secretariesQuery)
  return { asked }
}

/** A certificate for each honor of the assembly. */
export function CertificatesPage() {
  const { asked } = useLoaderData<typeof loader>()
  const assembly = useQuery(assemblyQuery(asked))
  const settings = useQuery(settingsQuery)
  const presidents = useQuery(presidentsQuery)
  const secretaries = useQuery(secretariesQuery)
  const { labelOf } = useOffices()
  return (
    <Wrap>
      <PageHead
        back={assemblyBackLink(asked)}
        title="Urkunden"
        lead="Für jede Ehrung ein Blatt A4. Wie die Ehrung heißt und was auf der Urkunde steht, legst Du in den Einstellungen fest."
      />
      <QuerySection query={assembly} waiting={<PageSpinner />}>
        {(data) => (
          <QuerySection query={settings} waiting={<PageSpinner />}>
            {(guild) => (
              <QuerySection query={presidents} waiting={<PageSpinner />}>
                {(first) => (
                  <QuerySection query={secretaries} waiting={<PageSpinner />}>
                    {(second) => (
                      <Certificates
                        assembly={data}
                        guild={guild}
                        signatures={[
                          { office: labelOf('_1_Praesident'), name: signatoryOn(data.date, first) },
                          {
                            office: labelOf('Schriftfuehrer'),
                            name: signatoryOn(data.date, second),
                          },
                        ]}
                      />
                    )}
                  </QuerySection>
                )}
              </QuerySection>
            )}
          </QuerySection>
        )}
      </QuerySection>
    </Wrap>
  )
}

type CertificatesProps = {
  assembly: Assembly
  guild: GuildSettings
  signatures: readonly Signature[]
}

function Certificates({ assembly, guild, signatures }: CertificatesProps) {
  const { date } = assembly
  // The certificates are printed in the order of calling up, those of excused people last.
  const { called, excused } = callUpOrder(assembly.rows)
  const rows = [...called.flatMap(({ honors }) => honors.flatMap((one) => one.rows)), ...excused]
  const labels = useHonorLabels()
  const [hasFrame, setFrame] = useState(true)
  const [round, setRound] = useState(0)
  const [isPrinting, setPrinting] = useState(false)
  const ruleOf = new Map(guild.honorRules.map((rule) => [rule.type, rule]))
  const choice = useSheetSelection(
    rows.map((row): PrintableSheet => {
      const rule = ruleOf.get(row.type)
      return {
        key: keyOf(row),
        name: listName(row.member),
        to: paths.member(row.member.id),
        about: labels(row.type),
        hint: rule?.issuer ? `Verliehen von ${rule.issuer}` : null,
        isPossible: true,
        isTickedFirst: rule !== undefined && needsCertificate(rule),
      }
    }),
  )
  if (rows.length === 0) return <NoHonorsDue date={date} />
  const chosen = rows.filter((row) => choice.ticked.has(keyOf(row)))
  const sheetOf = (row: AssemblyRow) => {
    const known = { guild: guild.name, honor: labels(row.type), rule: ruleOf.get(row.type) }
    const certificate = certificateOf(row, { ...known, date, signatures })
    return <CertificateSheet key={keyOf(row)} certificate={certificate} hasFrame={hasFrame} />
  }
  const [first] = chosen
  return (
    <div className="grid gap-6 *:min-w-0">
      <Card bleed aria-labelledby="who">
        <CardHead id="who" title="Wer eine bekommt" tally={`${chosen.length} von ${rows.length}`} />
        <CardBody>
          <PrintChoice {...choice} />
        </CardBody>
        <CardBody className="flex flex-wrap items-center justify-between gap-4">
          <Checkbox checked={!hasFrame} onChange={(event) => setFrame(!event.target.checked)}>
            Ohne Rahmen, für vorgedrucktes Papier
          </Checkbox>
          <Button
            variant="primary"
            disabled={!first}
            onClick={() => {
              setRound((before) => before + 1)
              setPrinting(true)
            }}
          >
            <Printer />
            {chosen.length} drucken
          </Button>
        </CardBody>
      </Card>
      {first && (
        <section aria-labelledby="preview" className="print:hidden">
          <h2 id="preview" className="mb-3">
            Vorschau
          </h2>
          <div className="max-w-[36rem]">{sheetOf(first)}</div>
        </section>
      )}
      {isPrinting && (
        <PrintSheets key={round} onDone={() => setPrinting(false)}>
          {chosen.map(sheetOf)}
        </PrintSheets>
      )}
    </div>
  )
}
