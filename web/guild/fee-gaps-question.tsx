import { useController } from 'react-hook-form'
import { Alert } from '#web/ui/alert.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import type { FeeTableDraft } from './fee-draft.ts'

/** Asked before a table is saved that leaves somebody out; another gap asks anew. */
export function FeeGapsQuestion({ without }: { without: string }) {
  const { field } = useController<FeeTableDraft, 'agreedTo'>({ name: 'agreedTo' })
  return (
    <div role="status">
      {without && (
        <Alert tone="warn" title="Die Tabelle hat eine Lücke">
          <p>
            Keine Zeile gibt es für: {without}. Wer nichts zahlen soll, braucht eine mit 0 Euro.
          </p>
          <Checkbox
            checked={field.value === without}
            onChange={({ target }) => field.onChange(target.checked ? without : '')}
          >
            Trotzdem so speichern
          </Checkbox>
        </Alert>
      )}
    </div>
  )
}
