import { later } from '#web/lib/later.ts'

/** What the check-in keeps on the device. No other page waits for it. */
export const outboxPart = later(() => import('./outbox-part.ts'))
