import { Pencil } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import type { Day } from '#worker/domain/dates.ts'
import type { GuildSettings } from '#worker/guild/guild.contract.ts'

/** The props of every settings card. */
export type SettingsCardProps = { stored: GuildSettings; today: Day }

type ChangeButtonProps = { children: string; onClick: () => void }

/** In the head of a settings card. */
export function ChangeButton({ children, onClick }: ChangeButtonProps) {
  return (
    <Button variant="ghost" size="sm" onClick={onClick}>
      <Pencil />
      {children}
    </Button>
  )
}
