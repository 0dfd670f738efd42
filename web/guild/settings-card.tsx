import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useUser } from '#web/lib/session.ts'
import { type SettingsPart, settingsPart } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import type { Day } from '#worker/domain/dates.ts'
import { can } from '#worker/domain/rights.ts'
import type { GuildSettings } from '#worker/guild/guild.contract.ts'

/** The props of every settings card. */
export type SettingsCardProps = { stored: GuildSettings; today: Day }

type ChangeButtonProps = { children: string; onClick: () => void }

/** A button that opens the dialog of a setting. */
export function ChangeButton({ children, onClick }: ChangeButtonProps) {
  return (
    <Button variant="ghost" size="sm" onClick={onClick}>
      <Pencil />
      {children}
    </Button>
  )
}

/** Whether the dialog of a section is open: by its button, or by a link of `settingsChange`. */
export function useChangeDialog(part: SettingsPart): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(false)
  const { search } = useLocation()
  const navigate = useNavigate()
  const mayWrite = can(useUser(), 'manage')
  const isLinked = mayWrite && new URLSearchParams(search).get('change') === part
  const change = (next: boolean) => {
    setOpen(next)
    // The address forgets the dialog, so that reloading the page does not open it again.
    if (isLinked && !next)
      void navigate(settingsPart(part), { replace: true, preventScrollReset: true })
  }
  return [isOpen || isLinked, change]
}
