import { Alert } from '#web/ui/alert.tsx'
import { maxBookings } from '#worker/domain/limits.ts'

/** Why the button of an act on many cannot be pressed. */
export function TooManyBookings({ count }: { count: number }) {
  if (count <= maxBookings) return null
  return (
    <Alert tone="warn">
      Auf einmal gehen höchstens {maxBookings}. Offen sind davon {count}: Wähle weniger aus.
    </Alert>
  )
}
