import { Failure } from '#web/components/failure.tsx'
import { commitImport, importQuery, previewQuery } from '#web/data/imports.ts'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { cacheAnswer, queryClient } from '#web/lib/query.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Alert } from '#web/ui/alert.tsx'
import type { StagedImport } from '#worker/imports/imports.contract.ts'

/** Says why the import failed; a failed import stores nothing. */
export function CommitFailure({ failure }: { failure: CallFailure | null }) {
  if (!failure) return null
  if (failure.error?.code !== 'ImportStale')
    return <Failure failure={failure} detail={detailOf(failure)} focusOnMount />
  return (
    <Alert tone="warn" focusOnMount>
      Seit der Prüfung hat sich bei den Daten der Zunft etwas geändert. Sieh die Zeilen noch einmal
      durch, dann übernimm sie.
    </Alert>
  )
}

/** The submit that imports the previewed rows; afterwards the import and the imported data are refetched. */
export function useCommitImport(staged: StagedImport) {
  return useSubmit(
    {
      ...commitImport(staged.id),
      onError() {
        // The file may already be imported, here or by another user, so the import is reloaded.
        for (const { queryKey } of [importQuery(staged.id), previewQuery(staged.id)]) {
          void queryClient.invalidateQueries({ queryKey, exact: true })
        }
      },
    },
    (done) => cacheAnswer(importQuery(staged.id), { ...staged, ...done }),
  )
}
