import { cn } from '#web/lib/cn.ts'
import { type Day, monthName, weekday } from '#worker/domain/dates.ts'

/**
 * The date on a felt tongue, hidden from screen readers because the text beside it says the same.
 * It lights up when its card is ticked.
 */
export function DateTile({ day }: { day: Day }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'grid w-13 justify-items-center rounded-t-sm rounded-b-[1.25rem] bg-muted pt-1 pb-1.5 font-[550] text-muted-foreground text-xs leading-[1.1]',
        'group-has-[[name=parade]:checked]/parade:bg-secondary-soft group-has-[[name=parade]:checked]/parade:text-secondary-soft-foreground',
      )}
    >
      {weekday(day)}
      <b className="font-[680] font-display text-2xl text-foreground leading-[1.05] group-has-[[name=parade]:checked]/parade:text-inherit">
        {day.slice(8)}
      </b>
      {monthName(day)}
    </span>
  )
}
