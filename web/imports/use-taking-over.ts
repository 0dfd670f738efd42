import { commitImport, importQuery, previewQuery } from '#web/data/imports.ts'
import { putAnswer, queryClient } from '#web/lib/query.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import type { StagedImport } from '#worker/imports/imports.contract.ts'

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
