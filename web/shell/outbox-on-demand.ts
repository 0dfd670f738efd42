import { onDemand } from '#web/lib/on-demand.ts'

/** The check-in's outbox, in a chunk that other pages do not wait for. */
export const outboxPart = onDemand(() => import('./outbox-part.ts'))
