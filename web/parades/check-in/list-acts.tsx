import { Mail, Printer } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { PrintedList } from '#web/components/print/printed-list.tsx'
import { useToast } from '#web/components/toast.tsx'
import { participantsQuery } from '#web/data/parades.ts'
import { counted } from '#web/lib/german-count.ts'
import { queryClient } from '#web/lib/query.ts'
import { hasRole, useUser } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import type { CheckInParade } from '#worker/check-in/check-in.contract.ts'
import { berlinTime, germanDateWithWeekday } from '#worker/domain/dates.ts'
import type { ShownRow } from './outbox/acts.ts'

type ListActsProps = { parade: CheckInParade; rows: readonly ShownRow[] }

/** What is done with the list as a whole. */
export function CheckInListActs(props: ListActsProps) {
  const isManagement = hasRole(useUser(), 'management')
  return (
    <>
      <PrintAct {...props} />
      {isManagement && <CircularAct paradeId={props.parade.id} />}
    </>
  )
}

/** On paper as the device knows it, without a line as well. */
function PrintAct({ parade, rows }: ListActsProps) {
  const [isPrinting, setPrinting] = useState(false)
  const confirmed = rows.filter((row) => row.confirmed).length
  return (
    <>
      <Button size="street" block onClick={() => setPrinting(true)}>
        <Printer />
        Liste drucken
      </Button>
      {isPrinting && (
        <PrintedList
          title={`${parade.title}, ${germanDateWithWeekday(parade.date)}`}
          heads={['Name', 'Kleid', 'Bezahlt', 'Bestätigt']}
          rows={rows.map(({ id, memberName, costume, paid, confirmedAt, ...row }) => ({
            id,
            cells: [
              memberName,
              `${costume.type} ${costume.number}`.trim(),
              paid ? 'ja' : 'nein',
              confirmedAt ? `${berlinTime(new Date(confirmedAt))} Uhr` : row.confirmed ? 'ja' : '',
            ],
          }))}
          foot={`${counted(rows.length, 'Person', 'Personen')}, ${confirmed} bestätigt`}
          tickOff="Da"
          onPrinted={() => setPrinting(false)}
        />
      )}
    </>
  )
}

/** A circular as any other: to the members among the participants, and for management alone. */
function CircularAct({ paradeId }: { paradeId: number }) {
  const navigate = useNavigate()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const write = async () => {
    setBusy(true)
    const rows = await queryClient.fetchQuery(participantsQuery(paradeId)).catch(() => null)
    setBusy(false)
    if (!rows) return toast('Ohne Internet lässt sich keine Rundmail schreiben.')
    const memberIds = rows.flatMap(({ memberId }) => memberId ?? [])
    const guests = rows.length - memberIds.length
    if (memberIds.length === 0) return toast('Von den Angemeldeten ist niemand Mitglied.')
    if (guests > 0) {
      const are = counted(guests, 'ist keinem Mitglied', 'sind keinem Mitglied')
      const get = guests === 1 ? 'bekommt' : 'bekommen'
      toast(`${are} zugeordnet und ${get} keine Rundmail.`)
    }
    void navigate(paths.circularCreate, { state: { memberIds } })
  }
  return (
    <Button size="street" block busy={isBusy} onClick={() => void write()}>
      <Mail />
      Rundmail an alle
    </Button>
  )
}
