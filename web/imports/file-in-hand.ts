import { onSessionChange } from '#web/lib/session.ts'
import type { Sheet } from './reading/sheet.ts'

/** A file that was read in this tab: another sheet or heading row needs no second reading. */
export type FileInHand = {
  name: string
  sha256: string
  sheets: readonly Sheet[]
  /** The one that was staged. */
  sheet: Sheet
}

let inHand: { importId: number; file: FileInHand } | null = null

/** null after a reload, or when another file was taken since. */
export const fileInHand = (importId: number): FileInHand | null =>
  inHand?.importId === importId ? inHand.file : null

export function takeInHand(importId: number, file: FileInHand): void {
  inHand = { importId, file }
}

// Nobody finds what somebody else has opened.
onSessionChange(() => {
  inHand = null
})
