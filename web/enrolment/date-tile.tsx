import { cn } from '#web/ui/cn.ts'
import { type Day, monthName, weekday } from '#worker/domain/dates.ts'

/** The day on a felt tongue; the text beside it says the same. */
export function DateTile({ day, isOn }: { day: Day; isOn: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'grid w-13 justify-items-center rounded-t-sm rounded-b-[1.25rem] pt-1 pb-1.5 font-[550] text-xs leading-[1.1]',
        isOn
          ? 'bg-secondary-soft text-secondary-soft-foreground'
          : 'bg-muted text-muted-foreground',
      )}
    >
      {weekday(day)}
      <b
        className={cn(
          'font-[680] font-display text-2xl leading-[1.05]',
          !isOn && 'text-foreground',
        )}
      >
        {day.slice(8)}
      </b>
      {monthName(day)}
    </span>
  )
}
