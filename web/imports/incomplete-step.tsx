import { useNavigate } from 'react-router'
import { discardImport } from '#web/data/imports.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Card, CardBody } from '#web/ui/card.tsx'
import type { StagedImport } from '#worker/imports/imports.contract.ts'
import { FileChoice, useStaging } from './file-choice.tsx'
import { isSheetKind } from './kind-words.ts'
import { Steps } from './steps.tsx'

/** The tab was closed before the whole file had arrived. */
export function IncompleteStep({ of }: { of: StagedImport }) {
  const navigate = useNavigate()
  const staging = useStaging(isSheetKind(of.kind) ? of.kind : 'members', ({ id }) => {
    // What did arrive is over after a day by itself.
    void discardImport.mutationFn(of.id).catch(() => {})
    return navigate(paths.import(id), { replace: true })
  })
  return (
    <>
      <Steps at={1} />
      <Card bleed>
        <CardBody className="grid gap-4 pt-6">
          <Alert tone="warn" title="Die Datei ist nicht ganz angekommen">
            Wähle sie noch einmal. Gespeichert ist davon nichts.
          </Alert>
          <FileChoice staging={staging} />
        </CardBody>
      </Card>
    </>
  )
}
