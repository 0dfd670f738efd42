import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { importFields } from '#worker/domain/import/fields.ts'
import type { SheetKind } from './kind-words.ts'
import { comment, labelOf } from './mapping-words.ts'
import { TypedInput } from './typed-input.tsx'
import type { MappingState } from './use-mapping.ts'

type EmptyCardProps = { kind: SheetKind; mapping: MappingState }

/** What stands in for an empty cell, or for a column that the file does not have. */
export function EmptyCard({ kind, mapping }: EmptyCardProps) {
  const { empty } = mapping.answers
  const [begun, setBegun] = useState<readonly string[]>([])
  const shown = importFields[kind]
    .map(({ field }) => field)
    .filter((field) => field in empty || begun.includes(field))
  return (
    <Card bleed aria-labelledby="empty">
      <CardHead id="empty" title="Wert für leere Zellen" />
      <CardBody className="grid gap-4">
        <p className="text-muted-foreground">
          Leere Zellen löschen nie etwas. Soll dort für alle dasselbe stehen, gib es hier an.
        </p>
        {shown.map((field) => (
          <div key={field} className="flex max-w-120 items-end gap-2">
            <Field label={labelOf(kind, field)} className="flex-1">
              {(ids) => (
                <TypedInput
                  {...ids}
                  value={empty[field] ?? ''}
                  onDone={(value) => mapping.setEmpty(field, value)}
                />
              )}
            </Field>
            <Button
              variant="danger"
              size="icon"
              aria-label={`${labelOf(kind, field)}: keinen Wert für leere Zellen`}
              onClick={() => {
                setBegun(begun.filter((one) => one !== field))
                mapping.setEmpty(field, null)
              }}
            >
              <Trash2 />
            </Button>
          </div>
        ))}
        <Select
          aria-label="Feld mit Wert für leere Zellen"
          wrapperClassName="max-w-72"
          value=""
          onChange={(event) => setBegun([...begun, event.target.value])}
        >
          <option value="">Feld wählen</option>
          {importFields[kind]
            .filter(({ field }) => field !== comment && !shown.includes(field))
            .map(({ field, label }) => (
              <option key={field} value={field}>
                {label}
              </option>
            ))}
        </Select>
      </CardBody>
    </Card>
  )
}
