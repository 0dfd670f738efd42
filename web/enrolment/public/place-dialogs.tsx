import { useState } from 'react'
import { ExtraFields, withQuantity } from '#web/components/extra-fields.tsx'
import { cancelMyPlaces, changeMyCostume, changeMyExtras } from '#web/enrolment/enrolment.api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { germanDateWithWeekday } from '#worker/domain/dates.ts'
import { type ChosenExtra, type OfferedExtra, rebookExtras } from '#worker/domain/extras.ts'
import type {
  CostumeType,
  MyOrder,
  MyPerson,
  MyPlace,
} from '#worker/enrolment/enrolment.contract.ts'
import { NativeDialog } from './native-dialog.tsx'
import { ActFailure, OrderFormDialog, useOrderAct } from './order-form-dialog.tsx'
import {
  cancelButtonWords,
  declineLabel,
  extrasRefund,
  feeAfterExtras,
  feesAfterCancelling,
  joinNames,
  totalRefund,
} from './order-words.ts'

export type PlaceOfPerson = { person: MyPerson; place: MyPlace }

type DialogProps = PlaceOfPerson & {
  token: string
  onClose: () => void
  onDone: (order: MyOrder) => void
}

const paradeWords = ({ parade }: MyPlace) =>
  `${parade.title} am ${germanDateWithWeekday(parade.date)}`

type ChangeCostumeProps = DialogProps & { costumeTypes: readonly CostumeType[] }

export function ChangeCostumeDialog({ costumeTypes, ...props }: ChangeCostumeProps) {
  const { person, place, token, onClose, onDone } = props
  const [number, setNumber] = useState(place.costumeNumber)
  const [typeId, setTypeId] = useState(place.costumeTypeId)
  const act = (body: Parameters<typeof changeMyCostume>[2]) =>
    changeMyCostume(token, place.id, body)
  const { send, isBusy, failure } = useOrderAct(act, { onDone })
  const fields = failure?.error?.fields ?? {}
  const isTold = 'newCostumeNumber' in fields || 'newCostumeTypeId' in fields
  return (
    <OrderFormDialog
      title="Kleid ändern"
      description={`${person.firstName}, ${paradeWords(place)}`}
      isBusy={isBusy}
      failed={
        failure && !isTold ? { title: 'Das Kleid konnte nicht geändert werden', failure } : null
      }
      fault={failure}
      onClose={onClose}
      onSubmit={() => void send({ newCostumeTypeId: typeId, newCostumeNumber: number })}
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
    </OrderFormDialog>
  )
}

type ChangeExtrasProps = DialogProps & { order: MyOrder; onRefused: () => void }

/** The extras of a place: gives up some for the refund that is shown, or takes others that cost no more. */
export function ChangeExtrasDialog({ order, ...props }: ChangeExtrasProps) {
  const { person, place, token, onClose, onDone, onRefused } = props
  const { ageClass } = person
  const { offeredExtras: offered, extras: booked } = place
  const [chosen, setChosen] = useState<readonly ChosenExtra[]>(booked)
  const act = (body: Parameters<typeof changeMyExtras>[2]) => changeMyExtras(token, place.id, body)
  const { send, isBusy, failure } = useOrderAct(act, { onDone, onRefused })
  const { savedInCent } = rebookExtras(ageClass, booked, chosen, offered, {})
  const refundInCent = extrasRefund(order, place, savedInCent)
  const fee = feeAfterExtras(savedInCent, refundInCent)
  const told = failure?.error?.fields?.extras
  const body = { extras: chosen.map(({ id, quantity }) => ({ id, quantity })), refundInCent }
  return (
    <OrderFormDialog
      title="Zusätze ändern"
      description={`${person.firstName}, ${paradeWords(place)}`}
      isBusy={isBusy}
      failed={failure && !told ? { title: 'Die Zusätze sind nicht geändert', failure } : null}
      fault={failure}
      onClose={onClose}
      onSubmit={() => void send(body)}
      className="grid gap-3"
    >
      {offered.map((extra) => (
        <ExtraFields
          key={extra.id}
          extra={withOwnSeats(extra, booked)}
          age={ageClass}
          quantity={chosen.find(({ id }) => id === extra.id)?.quantity ?? 0}
          onChange={(quantity) => setChosen(withQuantity(chosen, extra.id, quantity))}
        />
      ))}
      {told && <Alert tone="error">{told}</Alert>}
      <p role="status" className="text-pretty empty:hidden">
        {fee}
      </p>
    </OrderFormDialog>
  )
}

/** The seats that the place has are free for it. */
function withOwnSeats(extra: OfferedExtra, booked: MyPlace['extras']): OfferedExtra {
  const own = booked.find(({ id }) => id === extra.id)?.quantity ?? 0
  return extra.freePlaces === null ? extra : { ...extra, freePlaces: extra.freePlaces + own }
}

type CancelProps = Omit<DialogProps, keyof PlaceOfPerson> & {
  order: MyOrder
  /** One place, all places of a parade, or all places of the order. */
  chosen: readonly PlaceOfPerson[]
  onRefused: () => void
}

/** Confirms the sum of the refund, then cancels all chosen places or none. */
export function CancelPlacesDialog({ order, chosen, token, ...on }: CancelProps) {
  const places = chosen.map(({ place }) => place)
  const refundInCent = totalRefund(order, places)
  const act = () => cancelMyPlaces(token, { placeIds: places.map(({ id }) => id), refundInCent })
  const { send, isBusy, failure } = useOrderAct(act, on)
  const fees = feesAfterCancelling(places, refundInCent)
  const [only] = chosen
  const isOne = chosen.length === 1
  return (
    <NativeDialog
      role="alertdialog"
      title={isOne && only ? `${only.person.firstName} absagen?` : 'Alle absagen?'}
      description={
        isOne && only
          ? `${only.person.firstName} läuft dann bei „${only.place.parade.title}“ am ${germanDateWithWeekday(only.place.parade.date)} nicht mit, der Platz wird frei.`
          : `Diese ${chosen.length} Plätze werden frei:`
      }
      busy={isBusy}
      onClose={on.onClose}
      footer={
        <>
          <Button disabled={isBusy} onClick={on.onClose}>
            {declineLabel}
          </Button>
          <Button variant="destructive" busy={isBusy} onClick={() => void send(undefined)}>
            {cancelButtonWords(chosen.length, refundInCent)}
          </Button>
        </>
      }
    >
      {(failure || fees.length > 0 || !isOne) && (
        <>
          {failure && (
            <ActFailure
              title={isOne ? 'Der Platz konnte nicht abgesagt werden' : 'Es ist nichts abgesagt'}
              failure={failure}
            />
          )}
          {!isOne && <Places chosen={chosen} />}
          {fees.length > 0 && (
            <Alert tone="info">
              {fees.map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
            </Alert>
          )}
        </>
      )}
    </NativeDialog>
  )
}

/** The parades, each with the people whose places are cancelled. */
function Places({ chosen }: { chosen: readonly PlaceOfPerson[] }) {
  const parades = Map.groupBy(chosen, ({ place }) => place.parade.id)
  return (
    <ul className="grid gap-2">
      {[...parades].map(([id, inParade]) => (
        <li key={id} className="wrap-anywhere">
          <b>{inParade[0] && paradeWords(inParade[0].place)}</b>
          <span className="block text-muted-foreground">
            {joinNames(inParade.map(({ person }) => person.firstName))}
          </span>
        </li>
      ))}
    </ul>
  )
}
