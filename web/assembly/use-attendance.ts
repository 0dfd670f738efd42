import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { changeAssemblyRows, putAttendance } from '#web/data/assembly.ts'
import { CallFailure } from '#web/lib/call-failure.ts'
import { requestIdsOf } from '#web/lib/query.ts'
import { type UndoAction, undoActionFor } from '#web/lib/undo.ts'
import type { AssemblyRow, RowsChange } from '#worker/assembly/assembly.contract.ts'
import type { Attendance } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import { type AttendanceOf, isNotEntered, rowKeyOf } from './assembly-rows.ts'

type PendingAttendance = ReadonlyMap<number, Attendance | null>

/** `onStored` is called with the undo action of this change alone; null when it cannot be undone. */
type AttendanceChange = {
  attendance: Attendance | null
  onStored?: (undoAction: UndoAction | null) => void
}

type Failed = { failure: CallFailure; memberIds: readonly number[] }

type AttendanceRules = {
  rows: readonly AssemblyRow[]
  date: Day
  /** The day in the page's address; null for the guild's own day. */
  asked: Day | null
}

/**
 * Attendance, shown at once and stored in the background, one request after the other. Changes during a
 * request wait and are sent together; a change that fails is reset and reported.
 */
export function useAttendance({ rows, date, asked }: AttendanceRules) {
  const [pending, setPending] = useState<PendingAttendance>(new Map())
  const [failed, setFailed] = useState<Failed | null>(null)
  const waiting = useRef(new Map<number, AttendanceChange>())
  const isSending = useRef(false)
  // The newest list, since it may be reloaded while a change waits to be sent.
  const listed = useRef(rows)
  listed.current = rows
  const { mutationFn, meta } = changeAssemblyRows(date)
  const { mutateAsync } = useMutation({
    meta,
    async mutationFn(change: RowsChange) {
      const answer = mutationFn(change)
      await answer
      return requestIdsOf(answer)
    },
  })

  const store = async ({ attendance, onStored }: AttendanceChange, ids: ReadonlySet<number>) => {
    const asRows = listed.current
      .filter((row) => isNotEntered(row) && ids.has(row.member.id))
      .map(rowKeyOf)
    try {
      if (asRows.length > 0) {
        const requestIds = await mutateAsync({ rows: asRows, set: { attendance } })
        putAttendance(asked, ids, attendance)
        onStored?.(undoActionFor(requestIds))
      }
      setFailed((before) => without(before, ids))
    } catch (failure) {
      if (failure instanceof CallFailure) {
        setFailed((before) => ({
          failure,
          memberIds: [...(without(before, ids)?.memberIds ?? []), ...ids],
        }))
      }
    }
    // A person with a newer change stays pending until that change is stored.
    setPending(
      (before) => new Map([...before].filter(([id]) => !ids.has(id) || waiting.current.has(id))),
    )
  }

  const sendAll = async () => {
    if (isSending.current) return
    isSending.current = true
    for (let [change] = waiting.current.values(); change; [change] = waiting.current.values()) {
      const first = change
      const batchable = [...waiting.current].filter(([, one]) => canShareRequest(one, first))
      const ids = new Set(batchable.map(([id]) => id))
      for (const id of ids) waiting.current.delete(id)
      await store(first, ids)
    }
    isSending.current = false
  }

  const setAttendance = (
    memberIds: readonly number[],
    attendance: Attendance | null,
    onStored?: AttendanceChange['onStored'],
  ) => {
    const change: AttendanceChange = { attendance, ...(onStored && { onStored }) }
    for (const id of memberIds) waiting.current.set(id, change)
    setPending(
      (before) => new Map([...before, ...memberIds.map((id) => [id, attendance] as const)]),
    )
    void sendAll()
  }

  const attendanceOf: AttendanceOf = ({ member, attendance }) => {
    const change = pending.get(member.id)
    return change === undefined ? attendance : change
  }
  return { attendanceOf, say: setAttendance, failed, isSaving: pending.size > 0 }
}

/** Whether two changes fit into one request: the same attendance, and neither needs an undo of its own. */
function canShareRequest(one: AttendanceChange, other: AttendanceChange): boolean {
  if (one.onStored || other.onStored) return one === other
  return one.attendance === other.attendance
}

function without(failed: Failed | null, ids: ReadonlySet<number>): Failed | null {
  const memberIds = failed?.memberIds.filter((id) => !ids.has(id)) ?? []
  return failed && memberIds.length > 0 ? { ...failed, memberIds } : null
}
