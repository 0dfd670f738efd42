import { useEffect } from 'react'
import { useGuildName } from '#web/lib/guild-name.ts'
import { usePageHandle } from './page-handle.ts'

/** "Umzüge · Narrenzunft Schellental" */
export function useDocumentTitle(): void {
  const { title } = usePageHandle()
  const guildName = useGuildName()
  useEffect(() => {
    const text = [title, guildName].filter(Boolean).join(' · ')
    if (text) document.title = text
  }, [title, guildName])
}
