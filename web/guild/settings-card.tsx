import { Pencil } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import type { Day } from '#worker/domain/dates.ts'
import type { GuildSettings } from '#worker/guild/guild.contract.ts'

/** What every card of the settings is given. */
export type SettingsCardProps = { stored: GuildSettings; today: Day }

type ChangeButtonProps = { children: string; onClick: () => void }

/** In the head of a card of the settings. */
export function ChangeButton({ children, onClick }: ChangeButtonProps) {
  return (
    <Button variant="ghost" size="sm" onClick={onClick}>
      <Pencil />
      {children}
    </Button>
  )
}
