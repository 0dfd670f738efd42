import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { failureDetail } from '#web/lib/failure-detail.ts'
import type { Failure } from '#web/lib/result.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { NativeDialog } from '#web/ui/native-dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { germanDateWithWeekday } from '#worker/domain/dates.ts'
import type {
  CostumeType,
  MyOrder,
  MyPerson,
  MyPlace,
} from '#worker/enrolment/enrolment.contract.ts'
import { cancelButtonWords, feeAfterCancelling, notAfterAll } from './order-words.ts'
import { usePlaceAct } from './use-place-act.ts'

export type PlaceOfPerson = { person: MyPerson; place: MyPlace }

type DialogProps = PlaceOfPerson & {
  token: string
  onClose: () => void
  onDone: (order: MyOrder) => void
}

/** "Ringtreffen Moosried am So 10.01.2027" */
const paradeWords = ({ parade }: MyPlace) =>
  `${parade.title} am ${germanDateWithWeekday(parade.date)}`

type ChangeCostumeProps = DialogProps & { costumeTypes: readonly CostumeType[] }

export function ChangeCostumeDialog({ costumeTypes, ...props }: ChangeCostumeProps) {
  const { person, place } = props
  const formId = useId()
  const [number, setNumber] = useState(place.costumeNumber)
  const [typeId, setTypeId] = useState(place.costumeTypeId)
  const { send, isBusy, failure } = usePlaceAct(props, 'costume')
  const fields = failure?.error?.fields ?? {}
  const isTold = 'newCostumeNumber' in fields || 'newCostumeTypeId' in fields
  const formRef = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (failure) formRef.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [failure])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send({ newCostumeTypeId: typeId, newCostumeNumber: number })
  }
  return (
    <NativeDialog
      title="Kleid ändern"
      description={`${person.firstName}, ${paradeWords(place)}`}
      busy={isBusy}
      onClose={props.onClose}
      footer={
        <>
          <Button disabled={isBusy} onClick={props.onClose}>
            Abbrechen
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={isBusy}>
            Speichern
          </Button>
        </>
      }
    >
      {failure && !isTold && (
        <ActFailure title="Das Kleid konnte nicht geändert werden" failure={failure} />
      )}
      <form
        ref={formRef}
        id={formId}
        noValidate
        onSubmit={submit}
        className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-start gap-3 max-[22.4375rem]:grid-cols-1"
      >
        <Field label="Kleidernummer" required error={fields.newCostumeNumber}>
          {(ids) => (
            <Input
              {...ids}
              inputMode="text"
              autoComplete="off"
              value={number}
              onChange={(event) => setNumber(event.target.value)}
            />
          )}
        </Field>
        <Field label="Kleidertyp" required error={fields.newCostumeTypeId}>
          {(ids) => (
            <Select
              {...ids}
              value={typeId}
              onChange={(event) => setTypeId(Number(event.target.value))}
            >
              {costumeTypes.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </form>
    </NativeDialog>
  )
}

export function CancelPlaceDialog(props: DialogProps) {
  const { person, place } = props
  const { send, isBusy, failure } = usePlaceAct(props, 'cancel')
  const fee = feeAfterCancelling(place)
  return (
    <NativeDialog
      role="alertdialog"
      title={`${person.firstName} absagen?`}
      description={`${person.firstName} läuft dann bei „${place.parade.title}“ am ${germanDateWithWeekday(place.parade.date)} nicht mit, der Platz wird frei.`}
      busy={isBusy}
      onClose={props.onClose}
      footer={
        <>
          <Button disabled={isBusy} onClick={props.onClose}>
            {notAfterAll}
          </Button>
          <Button variant="destructive" busy={isBusy} onClick={() => void send({})}>
            {cancelButtonWords(place)}
          </Button>
        </>
      }
    >
      {(failure || fee) && (
        <>
          {failure && (
            <ActFailure title="Der Platz konnte nicht abgesagt werden" failure={failure} />
          )}
          {fee && (
            <Alert tone="info">
              <p>{fee}</p>
            </Alert>
          )}
        </>
      )}
    </NativeDialog>
  )
}

function ActFailure({ title, failure }: { title: string; failure: Failure }) {
  const detail = failureDetail(failure, title)
  return (
    <Alert tone="error" title={title}>
      {detail && <p>{detail}</p>}
    </Alert>
  )
}
