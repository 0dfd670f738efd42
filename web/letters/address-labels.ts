import { hasFullAddress, householdsOf } from '#worker/domain/households.ts'
import type { MemberRow } from '#worker/members/members.contract.ts'

/** A4 sheets of 3 × 8 labels. */
export const columnCount = 3
export const perSheet = 24

export type Label = { lines: string[] }

/** Whether the member has left the guild or died. */
export const hasLeft = ({ membershipState }: MemberRow) =>
  membershipState === 'Left' || membershipState === 'Died'

export function labelsOf(members: readonly MemberRow[]): Label[] {
  return householdsOf(members.filter(hasFullAddress)).map(({ name, members }) => {
    const [first] = members
    if (!first) return { lines: [name] }
    const { addressStreet, addressNumber, addressPlz, addressTown } = first
    const street = `${addressStreet.trim()} ${addressNumber.trim()}`.trim()
    return { lines: [name, street, `${addressPlz.trim()} ${addressTown.trim()}`] }
  })
}

/**
 * The sheets with their labels; null is an empty place.
 * @param start the first free place on the first sheet, from 1
 */
export function sheetsOf(labels: readonly Label[], start: number): (Label | null)[][] {
  const places = [...Array<null>(start - 1).fill(null), ...labels]
  return Array.from({ length: Math.ceil(places.length / perSheet) }, (_, sheet) =>
    places.slice(sheet * perSheet, (sheet + 1) * perSheet),
  )
}

/** The printable area of a label in points: 63.5 × 33.9 mm less margins. */
const room = { width: 153, height: 79 }
const sizes = [11, 10, 9, 8, 7, 6, 5]
const lineHeight = 1.2

/** The largest font size at which all lines fit, assuming wide letters. */
export function letterSize(lines: readonly string[]): number {
  const fits = (size: number) => {
    const perLine = Math.floor(room.width / (size * 0.68))
    const count = lines.reduce((sum, line) => sum + Math.ceil(line.length / perLine), 0)
    // One line more when a line wraps, because a wrapped word leaves space at the line's end.
    const spare = lines.some((line) => line.length > perLine) ? 1 : 0
    return (count + spare) * size * lineHeight <= room.height
  }
  return sizes.find(fits) ?? 5
}
