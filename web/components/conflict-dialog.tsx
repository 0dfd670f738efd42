import { useState } from 'react'
import { type ConflictWords, displayValue, labelOf } from '#web/lib/conflict-words.ts'
import type { Conflict } from '#web/lib/use-submit-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { berlinDay, berlinTime, germanDate } from '#worker/domain/dates.ts'
import type { FieldConflict } from '#worker/domain/errors.ts'
import { fullName } from '#worker/domain/names.ts'
import { ValueChoice } from './value-choice.tsx'

type ConflictDialogProps = {
  conflict: Conflict
  /** Called once the decisions have been written into the form. */
  onSettled: () => void
}

/** Shown when another user has saved the same record: the user decides field by field. */
export function ConflictDialog({ conflict, onSettled }: ConflictDialogProps) {
  const { words } = conflict
  const fields = inOrder(conflict)
  const [kept, setKept] = useState<readonly string[]>([])
  const settle = (fields: readonly string[]) => {
    conflict.settle(fields)
    onSettled()
  }
  return (
    <Dialog
      role="alertdialog"
      open
      isOver
      onOpenChange={conflict.cancel}
      title="Inzwischen geändert"
      description={`${whoChanged(fields, words)} Was soll gelten?`}
      footer={
        <div className="grid w-full gap-3 px-0! max-md:col-span-full max-md:*:min-h-13">
          <Button variant="primary" onClick={() => settle(kept)}>
            Meine Eingabe speichern
          </Button>
          <Button onClick={() => settle(fields.map(({ field }) => field))}>
            Gespeicherten Stand behalten
          </Button>
          <Button variant="ghost" onClick={conflict.cancel}>
            Abbrechen
          </Button>
        </div>
      }
    >
      {fields.map((one) => (
        <Versus
          key={one.field}
          conflict={one}
          words={words}
          isKept={kept.includes(one.field)}
          onKeep={(isKept) =>
            setKept((before) => [
              ...before.filter((name) => name !== one.field),
              ...(isKept ? [one.field] : []),
            ])
          }
        />
      ))}
      <p className="text-muted-foreground text-sm">
        Alles andere passt zusammen und wird gespeichert.
      </p>
    </Dialog>
  )
}

type VersusProps = {
  conflict: FieldConflict
  words: ConflictWords
  isKept: boolean
  onKeep: (isKept: boolean) => void
}

function Versus({ conflict, words, isKept, onKeep }: VersusProps) {
  const { field, stored, yours, by } = conflict
  const choice = { name: `conflict-${field}` }
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold text-sm max-md:text-[0.9375rem]">
        {labelOf(words, field)}
      </legend>
      <ValueChoice
        {...choice}
        checked={!isKept}
        onChoose={() => onKeep(false)}
        value={displayValue(words, field, yours, stored)}
        whose="Deine Eingabe"
      />
      <ValueChoice
        {...choice}
        checked={isKept}
        onChoose={() => onKeep(true)}
        value={displayValue(words, field, stored, yours)}
        whose={by ? fullName(by) : 'Gespeicherter Stand'}
      />
    </fieldset>
  )
}

/** The conflicting fields in the order of the keys of `words`, which is the order of the form. */
function inOrder({ fields, words }: Conflict): readonly FieldConflict[] {
  const names = Object.keys(words)
  return fields.toSorted((a, b) => names.indexOf(a.field) - names.indexOf(b.field))
}

/** "Sabine Kächele hat um 14:32 „Straße“ und „Ort“ geändert." */
function whoChanged(fields: readonly FieldConflict[], words: ConflictWords): string {
  const acts = Map.groupBy(fields, ({ at, by }) => `${by?.id} ${at}`)
  return [...acts.values()].map((changed) => conflictSentence(changed, words)).join(' ')
}

const list = new Intl.ListFormat('de', { type: 'conjunction' })

function conflictSentence(changed: readonly FieldConflict[], words: ConflictWords): string {
  const { at = null, by = null } = changed[0] ?? {}
  const what = list.format(changed.map(({ field }) => `„${labelOf(words, field)}“`))
  if (at && by) return `${fullName(by)} hat ${instantPhrase(at)} ${what} geändert.`
  const when = at ? instantPhrase(at) : 'inzwischen'
  const were = changed.length === 1 ? 'wurde' : 'wurden'
  return `${when.charAt(0).toUpperCase()}${when.slice(1)} ${were} ${what} geändert.`
}

/** "um 14:32", with the day unless it was today. */
function instantPhrase(at: string): string {
  const then = new Date(at)
  const day = berlinDay(then)
  const time = `um ${berlinTime(then)}`
  return day === berlinDay(new Date()) ? time : `am ${germanDate(day)} ${time}`
}
