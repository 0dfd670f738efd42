import { useState } from 'react'
import { failureDetail } from '#web/lib/failure-detail.ts'
import type { Result } from '#web/lib/result.ts'
import { useAct } from '#web/lib/use-act.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { useToast } from '#web/ui/toast.tsx'
import type { CostumeType } from '#worker/costumes/costumes.contract.ts'

type CostumeTypeNameDialogProps = {
  title: string
  name: string
  save: (name: string) => Promise<Result<CostumeType>>
  notSaved: string
  /** The toast afterwards. */
  saved: string
  onClose: () => void
  onDone: () => void
}

export function CostumeTypeNameDialog({ title, notSaved, ...props }: CostumeTypeNameDialogProps) {
  const [name, setName] = useState(props.name)
  const toast = useToast()
  const { run, isBusy, failure } = useAct(props.save, () => {
    toast(props.saved)
    props.onDone()
    props.onClose()
  })
  const atField = failure?.error?.fields?.name
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      title={title}
      busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault()
        void run(name)
      }}
      footer={
        <>
          <Button disabled={isBusy} onClick={props.onClose}>
            Abbrechen
          </Button>
          <Button type="submit" variant="primary" busy={isBusy}>
            Speichern
          </Button>
        </>
      }
    >
      {failure && (
        <Failure
          message={notSaved}
          failure={failure}
          detail={atField ? undefined : failureDetail(failure, notSaved)}
        />
      )}
      <Field label="Name" required error={atField}>
        {(ids) => (
          <Input
            {...ids}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
    </Dialog>
  )
}
