import { type Context, Hono, type Next } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { getPath } from 'hono/utils/url'
import { assemblyRoutes } from './assembly/assembly.routes.ts'
import { authRoutes } from './auth/auth.routes.ts'
import { passkeysRoutes } from './auth/passkeys.routes.ts'
import { usersRoutes } from './auth/users.routes.ts'
import { billingRoutes } from './billing/billing.routes.ts'
import { calendarRoutes } from './calendar/calendar.routes.ts'
import { checkInRoutes } from './check-in/check-in.routes.ts'
import { circularsRoutes } from './circulars/circulars.routes.ts'
import { costumesRoutes } from './costumes/costumes.routes.ts'
import { type Audit, Connection, requestPatienceInMs } from './db/connection.ts'
import { openDb } from './db/db.ts'
import { correctionRoutes } from './enrolment/correction.routes.ts'
import { enrolmentRoutes } from './enrolment/enrolment.routes.ts'
import { myOrderRoutes } from './enrolment/my-order.routes.ts'
import { participationRoutes } from './enrolment/participation.routes.ts'
import { guildRoutes } from './guild/guild.routes.ts'
import { historyRoutes } from './history/history.routes.ts'
import { homeRoutes } from './home/home.routes.ts'
import { drainBody } from './http/body.ts'
import { logRetries, toErrorResponse } from './http/errors.ts'
import { type AppEnv, clock } from './http/factory.ts'
import { answerMissing } from './http/missing.ts'
import { countRejection } from './http/rejections.ts'
import { requireSetUp } from './http/set-up.ts'
import { archiveRoutes } from './imports/archive/archive.routes.ts'
import { importsRoutes } from './imports/imports.routes.ts'
import { membersRoutes } from './members/members.routes.ts'
import { mergesRoutes } from './merges/merges.routes.ts'
import { healthRoutes } from './operations/health.routes.ts'
import { ordersRoutes } from './orders/orders.routes.ts'
import { paymentRoutes } from './orders/payment.routes.ts'
import { waitingListRoutes } from './orders/waiting-list.routes.ts'
import { invalidateEnrolmentPage } from './pages/enrolment-page.tsx'
import { answerErrorPage } from './pages/error-page.tsx'
import { legalPagesRoutes } from './pages/legal-pages.routes.tsx'
import { pagesRoutes } from './pages/pages.routes.tsx'
import { paradesRoutes } from './parades/parades.routes.ts'
import { privacyRoutes } from './privacy/privacy.routes.ts'
import { searchRoutes } from './search/search.routes.ts'
import { statisticsRoutes } from './statistics/statistics.routes.ts'
import { viewsRoutes } from './views/views.routes.ts'

/** The security headers of responses; keep them equal to web/public/_headers, which applies to static files. */
const secure = secureHeaders({
  crossOriginResourcePolicy: 'same-origin',
  crossOriginOpenerPolicy: 'same-origin',
  referrerPolicy: 'same-origin',
  permissionsPolicy: { camera: [], microphone: [], geolocation: [] },
  xFrameOptions: 'DENY',
  // One year. Without includeSubDomains, since subdomains may belong to other sites.
  strictTransportSecurity: 'max-age=31536000',
})

const nothing = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** The calls of `/api/user` also have this name, which the contract of the roles gives them. */
const usersPath = /^\/api\/users(?=\/|$)/

const base = new Hono<AppEnv>({
  getPath: (request) => getPath(request).replace(usersPath, '/api/user'),
})
  .use(drainBody)
  .use(prepare)
  .use(requireSetUp)

/** Sets up the variables of each request and the headers of each response. */
async function prepare(c: Context<AppEnv>, next: Next): Promise<void> {
  const { now, today } = clock()
  // Never taken from a header of the client: the history groups by this id, and an undo names it.
  const requestId = crypto.randomUUID()
  // `act` gets no path, which may contain an order's token.
  const audit: Audit = { via: 'public', userId: null, requestId, act: c.req.method, now }
  const connection = new Connection(c.env.DB, audit, requestPatienceInMs)
  c.set('requestId', requestId)
  c.set('audit', audit)
  c.set('now', now)
  c.set('today', today)
  c.set('connection', connection)
  c.set('db', openDb(connection))
  await next()
  logRetries(c)
  if (connection.hasWritten && audit.via === 'staff') invalidateEnrolmentPage()
  if (c.error) countRejection(c, c.error)
  if (c.get('isPage')) return
  await secure(c, async () => {})
  // The address of these routes contains a secret token.
  if (/^\/api\/(payments|calendar)\//.test(c.req.path)) c.header('Referrer-Policy', 'no-referrer')
  // A response that is not a page must never be rendered or run as one.
  if (!c.res.headers.has('Content-Security-Policy')) c.header('Content-Security-Policy', nothing)
  if (c.req.path.startsWith('/api/')) c.header('X-Request-Id', requestId)
  // Public reads set their own caching (http/responses.ts); the default is `no-store`.
  if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store')
}

/** All rooms. A test walks the router's list of routes: each has to state its right. */
export const app = base
  .route('/', healthRoutes)
  .route('/', authRoutes)
  .route('/', passkeysRoutes)
  .route('/', usersRoutes)
  .route('/', guildRoutes)
  .route('/', membersRoutes)
  .route('/', costumesRoutes)
  .route('/', paradesRoutes)
  .route('/', enrolmentRoutes)
  .route('/', myOrderRoutes)
  .route('/', participationRoutes)
  .route('/', checkInRoutes)
  .route('/', correctionRoutes)
  .route('/', paymentRoutes)
  .route('/', ordersRoutes)
  .route('/', waitingListRoutes)
  .route('/', statisticsRoutes)
  .route('/', billingRoutes)
  .route('/', assemblyRoutes)
  .route('/', calendarRoutes)
  .route('/', privacyRoutes)
  .route('/', mergesRoutes)
  .route('/', historyRoutes)
  .route('/', viewsRoutes)
  .route('/', importsRoutes)
  .route('/', archiveRoutes)
  .route('/', homeRoutes)
  .route('/', circularsRoutes)
  .route('/', searchRoutes)
  .notFound(answerMissing)

// Not part of the typed client: these routes return HTML, for errors as well.
app.route('/', pagesRoutes).route('/', legalPagesRoutes)
app.onError((error, c) =>
  c.req.path.startsWith('/api/') ? toErrorResponse(error, c) : answerErrorPage(error, c),
)

export type AppType = typeof app
