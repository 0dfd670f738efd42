import { Failure } from '#web/components/failure.tsx'
import { changeImport, importQuery } from '#web/data/imports.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { putAnswer } from '#web/lib/query.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { guessKinds } from '#worker/domain/import/headings.ts'
import type { StagedImport } from '#worker/imports/imports.contract.ts'
import { kindWords, type SheetKind } from './kind-words.ts'

type OtherKindProps = { staged: StagedImport; kind: SheetKind }

/** The headings tell of something else than what was chosen. */
export function OtherKind({ staged, kind }: OtherKindProps) {
  const { submit, isPending, failure } = useSubmit(changeImport(staged.id), (kept) =>
    putAnswer(importQuery(staged.id), kept),
  )
  const guessed = guessKinds(staged.headings)
  const [likely] = guessed
  // Whatever names people could be a list of members.
  const isLikely = kind === 'members' ? likely === kind : guessed.includes(kind)
  if (!likely || isLikely) return null
  const { label, follow } = kindWords[likely]
  return (
    <>
      <Alert
        tone="warn"
        title={`Das sieht nach „${label}“ aus`}
        action={
          <Button size="sm" busy={isPending} onClick={() => void submit({ kind: likely })}>
            Als {follow} übernehmen
          </Button>
        }
      >
        Gewählt hast Du „{kindWords[kind].label}“.
      </Alert>
      {failure && <Failure failure={failure} detail={detailOf(failure)} focusOnMount />}
    </>
  )
}
