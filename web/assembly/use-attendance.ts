import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { changeAssemblyRows, putAttendance } from '#web/data/assembly.ts'
import { CallFailure } from '#web/lib/call-failure.ts'
import { requestIdsOf } from '#web/lib/query.ts'
import { undoing, type WayBack } from '#web/lib/undo.ts'
import type { AssemblyRow, RowsChange } from '#worker/assembly/assembly.contract.ts'
import type { Attendance } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import { type AttendanceOf, isOpen, rowOf } from './rows.ts'

type Said = ReadonlyMap<number, Attendance | null>

type Told = { failure: CallFailure; memberIds: readonly number[] }

type AttendanceRules = {
  rows: readonly AssemblyRow[]
  date: Day
  /** As the list was asked for; null: the guild's own day. */
  asked: Day | null
}

/**
 * Who is there: at once on the screen, and stored behind it, one request after the other. What is
 * said meanwhile waits and goes together; what could not be stored is put back and told.
 */
export function useAttendance({ rows, date, asked }: AttendanceRules) {
  const [said, setSaid] = useState<Said>(new Map())
  const [failed, setFailed] = useState<Told | null>(null)
  const waiting = useRef(new Map<number, Attendance | null>())
  const isSending = useRef(false)
  const sent = useRef<Promise<unknown>>(null)
  const { mutationFn, meta } = changeAssemblyRows(date)
  const { mutateAsync } = useMutation({
    meta,
    mutationFn(change: RowsChange) {
      sent.current = mutationFn(change)
      return sent.current
    },
  })

  const store = async (memberIds: readonly number[], attendance: Attendance | null) => {
    const ids = new Set(memberIds)
    const asRows = rows.filter((row) => isOpen(row) && ids.has(row.member.id)).map(rowOf)
    try {
      await mutateAsync({ rows: asRows, set: { attendance } })
      putAttendance(asked, ids, attendance)
      setFailed(null)
    } catch (failure) {
      sent.current = null
      if (failure instanceof CallFailure) setFailed({ failure, memberIds })
    }
    // What was said anew meanwhile is still on its way.
    setSaid(
      (before) => new Map([...before].filter(([id]) => !ids.has(id) || waiting.current.has(id))),
    )
  }

  const sendAll = async () => {
    if (isSending.current) return
    isSending.current = true
    while (waiting.current.size > 0) {
      const [attendance = null] = waiting.current.values()
      const alike = [...waiting.current].filter(([, one]) => one === attendance).map(([id]) => id)
      for (const id of alike) waiting.current.delete(id)
      await store(alike, attendance)
    }
    isSending.current = false
  }

  /** @param onStored `wayBack` takes it back for all of them */
  const say = async (
    memberIds: readonly number[],
    attendance: Attendance | null,
    onStored?: (wayBack: WayBack | null) => void,
  ) => {
    for (const id of memberIds) waiting.current.set(id, attendance)
    setSaid((before) => new Map([...before, ...memberIds.map((id) => [id, attendance] as const)]))
    const isFirst = !isSending.current
    await sendAll()
    if (onStored && isFirst && sent.current) onStored(undoing(await requestIdsOf(sent.current)))
  }

  const attendanceOf: AttendanceOf = ({ member, attendance }) => {
    const wish = said.get(member.id)
    return wish === undefined ? attendance : wish
  }
  return { attendanceOf, say, failed, isSaving: said.size > 0 }
}
