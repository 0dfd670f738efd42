import { later } from '#web/lib/later.ts'

/** The check-in's outbox, in a chunk that other pages do not wait for. */
export const outboxPart = later(() => import('./outbox-part.ts'))
