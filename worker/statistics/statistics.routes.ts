import { allow } from '#worker/http/auth.ts'
import { factory } from '#worker/http/factory.ts'
import { listEnrolments } from './enrolments.queries.ts'

export const statisticsRoutes = factory
  .createApp()
  .get(
    '/api/statistics/parades/enrolments',
    allow(['management', 'readonly', 'helper']),
    async (c) => {
      return c.json(await listEnrolments(c.get('db'), c.get('today')), 200)
    },
  )
