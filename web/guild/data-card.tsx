import { ChevronRight, Download } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Failure } from '#web/components/failure.tsx'
import { downloadArchive } from '#web/data/imports-archive.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { hasRole, useUser } from '#web/lib/session.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import type { SettingsCardProps } from './settings-card.ts'

/** What comes into the guild from elsewhere, and what it takes along; only for those who may. */
export function DataCard({ today }: Pick<SettingsCardProps, 'today'>) {
  const mayWrite = hasRole(useUser(), 'management')
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

/** All of it, to keep or to take elsewhere. */
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

/** "3,2 MB" */
function megabytes(bytes: number): string {
  const format = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return `${(bytes / 1_000_000).toLocaleString('de-DE', format)}\u00a0MB`
}
