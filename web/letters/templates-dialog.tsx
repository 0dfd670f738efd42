import { useQuery } from '@tanstack/react-query'
import { Check, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Failure } from '#web/components/failure.tsx'
import { PageSpinner } from '#web/components/page-spinner.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { addTemplate, changeTemplate, removeTemplate, templatesQuery } from '#web/data/circulars.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { CircularTemplate } from '#worker/circulars/circulars.contract.ts'
import { isBlank } from '#worker/domain/text.ts'
import type { CircularText } from './circular-preview.tsx'

type TemplatesDialogProps = {
  /** What is typed now, which can be saved as a template. */
  text: CircularText
  onChoose: (template: CircularTemplate) => void
  onClose: () => void
}

/** Saved texts of circulars: choose, rename, delete, or save what is typed. */
export function TemplatesDialog({ text, onChoose, onClose }: TemplatesDialogProps) {
  const templates = useQuery(templatesQuery)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Vorlagen"
      description="Eine Vorlage ersetzt Betreff und Text. Anhänge gehören nicht dazu."
      footer={<Button onClick={onClose}>Schließen</Button>}
    >
      <div className="grid gap-6">
        <QuerySection query={templates} waiting={<PageSpinner />}>
          {(all) =>
            all.length === 0 ? (
              <p className="text-muted-foreground">Noch keine Vorlage gespeichert.</p>
            ) : (
              <ul className="divide-y border-y">
                {all.map((one) => (
                  <Row key={one.id} template={one} onChoose={onChoose} />
                ))}
              </ul>
            )
          }
        </QuerySection>
        <NewTemplate text={text} />
      </div>
    </Dialog>
  )
}

type RowProps = { template: CircularTemplate; onChoose: (template: CircularTemplate) => void }

function Row({ template, onChoose }: RowProps) {
  const { id, name, subject } = template
  const [typed, setTyped] = useState<string | null>(null)
  const renaming = useSubmit(changeTemplate(id), (_saved, _change, undoAction) => {
    toast('Vorlage umbenannt', undoAction)
    setTyped(null)
  })
  const removing = useSubmit(removeTemplate(id), (_gone, _id, undoAction) =>
    toast('Vorlage gelöscht', undoAction),
  )
  const failure = renaming.failure ?? removing.failure
  if (typed !== null) {
    return (
      <li className="grid gap-2 py-2">
        <NameField
          label="Neuer Name"
          value={typed}
          onChange={setTyped}
          error={renaming.failure?.error?.fields?.name}
          onEnter={() => void renaming.submit({ name: typed })}
        />
        <span className="flex justify-end gap-2">
          <Button size="sm" onClick={() => setTyped(null)}>
            Abbrechen
          </Button>
          <Button
            size="sm"
            variant="secondary"
            busy={renaming.isPending}
            disabled={isBlank(typed)}
            onClick={() => void renaming.submit({ name: typed })}
          >
            Umbenennen
          </Button>
        </span>
      </li>
    )
  }
  return (
    <li className="grid gap-1 py-1.5">
      <div className="flex items-center gap-1">
        <span className="wrap-anywhere min-w-0 flex-1">
          <span className="block font-semibold">{name}</span>
          <span className="block text-muted-foreground text-sm">{subject}</span>
        </span>
        <Button size="sm" aria-label={`„${name}“ übernehmen`} onClick={() => onChoose(template)}>
          <Check />
          Übernehmen
        </Button>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={`„${name}“ umbenennen`}
          onClick={() => setTyped(name)}
        >
          <Pencil />
        </Button>
        <Button
          variant="ghost"
          size="icon-sm"
          busy={removing.isPending}
          aria-label={`„${name}“ löschen`}
          onClick={() => void removing.submit()}
        >
          <Trash2 />
        </Button>
      </div>
      {failure && <Failure failure={failure} detail={detailOf(failure)} focusOnMount />}
    </li>
  )
}

function NewTemplate({ text: { subject, body } }: { text: CircularText }) {
  const [name, setName] = useState('')
  const { submit, isPending, failure } = useSubmit(addTemplate, (_saved, _text, undoAction) => {
    toast('Vorlage gespeichert', undoAction)
    setName('')
  })
  const fields = failure?.error?.fields ?? {}
  const save = () => void submit({ name, subject, body })
  return (
    <div className="grid gap-2">
      <NameField
        label="Diesen Text als Vorlage speichern"
        value={name}
        onChange={setName}
        error={fields.name ?? fields.subject ?? fields.body}
        onEnter={save}
      />
      {failure && !fields.name && <Failure failure={failure} detail={detailOf(failure)} />}
      <Button
        variant="secondary"
        size="sm"
        className="justify-self-end"
        busy={isPending}
        disabled={isBlank(name)}
        onClick={save}
      >
        Als Vorlage speichern
      </Button>
    </div>
  )
}

type NameFieldProps = {
  label: string
  value: string
  onChange: (name: string) => void
  error: string | undefined
  onEnter: () => void
}

function NameField({ label, value, onChange, error, onEnter }: NameFieldProps) {
  return (
    <Field label={label} error={error}>
      {(ids) => (
        <Input
          {...ids}
          value={value}
          placeholder="Name der Vorlage"
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            if (!isBlank(value)) onEnter()
          }}
        />
      )}
    </Field>
  )
}
