import { sql } from 'drizzle-orm'
import { participations } from './schema.ts'

/**
 * Released and unpaid cancelled places: they are deleted with the parade or the costume type they
 * name. A payment that still comes finds its order no longer whole, and is refunded.
 */
export const isUnusedPlace = sql`((${participations.state} = 'released'
  OR (${participations.state} = 'cancelled' AND ${participations.participationFeePayed} = 0))
  AND NOT EXISTS (SELECT 1 FROM order_refunds r
    WHERE r.participation_id = ${participations.id} AND r.state IN ('pending', 'failed')))`
