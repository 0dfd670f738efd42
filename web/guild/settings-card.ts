import type { Day } from '#worker/domain/dates.ts'
import type { GuildSettings } from '#worker/guild/guild.contract.ts'

/** What every card of the settings is given. */
export type SettingsCardProps = { stored: GuildSettings; today: Day }
