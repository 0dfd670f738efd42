import { useQuery } from '@tanstack/react-query'
import { circularPreviewQuery } from '#web/data/circulars.ts'

/** Who is reached, and who is not: words make no difference to it. */
export function useRecipients(memberIds: number[]) {
  return useQuery(circularPreviewQuery({ subject: '', body: '', memberIds }))
}
