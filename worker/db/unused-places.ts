import { sql } from 'drizzle-orm'
import { participations } from './schema.ts'

/**
 * Places that are deleted together with their parade or costume type: released ones, and cancelled ones that
 * were not paid, unless a refund is pending or has failed. A late payment finds its order incomplete then and is
 * refunded.
 */
export const isUnusedPlace = sql`((${participations.state} = 'released'
  OR (${participations.state} = 'cancelled' AND ${participations.participationFeePayed} = 0))
  AND NOT EXISTS (SELECT 1 FROM order_refunds r
    WHERE r.participation_id = ${participations.id} AND r.state IN ('pending', 'failed')))`
