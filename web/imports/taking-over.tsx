import { Failure } from '#web/components/failure.tsx'
import { commitImport, importQuery, previewQuery } from '#web/data/imports.ts'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { putAnswer, queryClient } from '#web/lib/query.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Alert } from '#web/ui/alert.tsx'
import type { StagedImport } from '#worker/imports/imports.contract.ts'

/** Why a file was not taken over; nothing of it was. */
export function TakingOverFailure({ failure }: { failure: CallFailure | null }) {
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

/** Takes a file over as it was seen; what came of it stands wherever it is shown. */
export function useTakingOver(staged: StagedImport) {
  return useSubmit(
    {
      ...commitImport(staged.id),
      onError() {
        // It may be done, here or by somebody else; and what stands here is to be looked at anew.
        for (const { queryKey } of [importQuery(staged.id), previewQuery(staged.id)]) {
          void queryClient.invalidateQueries({ queryKey, exact: true })
        }
      },
    },
    (done) => putAnswer(importQuery(staged.id), { ...staged, ...done }),
  )
}
