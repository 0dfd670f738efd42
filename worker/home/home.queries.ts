import { eq, gt, type SQL, sql } from 'drizzle-orm'
import { commit } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { unmatchedPersonKey } from '#worker/db/index-keys.ts'
import { recordEvent } from '#worker/db/record-event.ts'
import { guildSettings, parades } from '#worker/db/schema.ts'
import { rowsOf, singleRow } from '#worker/db/statements.ts'
import { type Role, type SetupStep, setupSteps } from '#worker/domain/codes.ts'
import { addDays, type Day, daysBetween } from '#worker/domain/dates.ts'
import { missingInImprint, missingInPrivacy } from '#worker/domain/legal.ts'
import { isSuspicious, suspicionHours, suspiciousCodes } from '#worker/domain/rejections.ts'
import { can } from '#worker/domain/rights.ts'
import { isBlank } from '#worker/domain/text.ts'
import { legalColumns } from '#worker/guild/guild.queries.ts'
import { waitingExits } from '#worker/members/exits.queries.ts'
import { selectJobRuns, selectLastMigration } from '#worker/operations/operations.queries.ts'
import { judgeSchemaAndCron } from '#worker/operations/ready.ts'
import { homeFiguresName } from '#worker/statistics/prepare.ts'
import { selectPreparedToday } from '#worker/statistics/prepared.ts'
import type { HomeFigures } from '#worker/statistics/statistics.contract.ts'
import type { Home, MissingStep, SetupStepChange, UpTo50 } from './home.contract.ts'
import { selectTasks, tasksOf } from './tasks.queries.ts'

type HomeContext = {
  db: Db
  now: Date
  today: Day
  roles: readonly Role[]
  userId: number
  /** Whether this is local development. */
  isLocal: boolean
  /** Whether a payment provider is configured. */
  canBePaid: boolean
}

/** The overview for these roles, read in one batch. */
export async function readHome(context: HomeContext): Promise<Home> {
  const { db, today } = context
  const isManagement = can(context, 'manage')
  const parades = [selectToday(db, today), selectNext(db, today)] as const
  if (!can(context, 'read')) {
    const [ofToday, next] = await db.batch([...parades])
    return toParades(ofToday, next, today)
  }
  const forReaders = [...parades, ...selectForReaders(context)] as const
  // A user who only reads has no tasks.
  if (!can(context, 'write')) {
    const [ofToday, next, ...rows] = await db.batch([...forReaders])
    return { ...toParades(ofToday, next, today), ...readerPart(rows, today) }
  }
  const shared = [...forReaders, ...selectForOffices(context)] as const
  if (!isManagement) {
    const [ofToday, next, leaving, figures, guild, ...waiting] = await db.batch([...shared])
    const part = readerPart([leaving, figures, guild], today)
    return {
      ...toParades(ofToday, next, today),
      ...part,
      ...officePart(waiting, context, part.assembly ?? null),
    }
  }
  const [ofToday, next, leaving, figures, guild, tasks, unmatched, orders, ...rows] =
    await db.batch([...shared, ...selectForManagement(context)])
  const part = readerPart([leaving, figures, guild], today)
  return {
    ...toParades(ofToday, next, today),
    ...part,
    ...officePart([tasks, unmatched, orders], context, part.assembly ?? null),
    ...managementPart(rows, context),
  }
}

/** Writes nothing when the step has the state already. */
export async function saveSetupStep(
  context: HomeContext,
  { step, skipped }: SetupStepChange,
): Promise<Home> {
  const { db } = context
  const wanted = Number(skipped)
  const others = sql`SELECT value FROM json_each(setup_skipped) WHERE value <> ${step}`
  await commit(db, [
    write
      .update(guildSettings)
      .set({
        setupSkipped: sql`(SELECT json_group_array(value)
          FROM (${others} UNION ALL SELECT ${step} WHERE ${wanted} = 1))`,
      })
      .where(
        sql`EXISTS (SELECT 1 FROM json_each(setup_skipped) WHERE value = ${step}) <> ${wanted}`,
      ),
    recordEvent({
      entity: 'settings',
      entityId: 1,
      changes: { [skipped ? 'setupSkipped' : 'setupAsked']: step },
      onlyIf: sql`changes() > 0`,
    }),
  ])
  return readHome(context)
}

const shownParades = 5
/** A limit against an import with wrong dates, which could make the overview endless. */
const mostToday = 5
const mostLeaving = 7
const daysOfLeaving = 30
const mostCounted = 50
const daysOfFailedMails = 7

const paradeOfHome = {
  id: parades.id,
  title: parades.title,
  host: parades.host,
  date: parades.date,
  cancelledAt: parades.cancelledAt,
  registrations: parades.registrationCount,
}

function selectToday(db: Db, today: Day) {
  return db
    .select({ ...paradeOfHome, confirmed: parades.confirmedCount })
    .from(parades)
    .where(eq(parades.date, today))
    .orderBy(parades.paradeNumber, parades.id)
    .limit(mostToday)
}

function selectNext(db: Db, today: Day) {
  return db
    .select({
      ...paradeOfHome,
      enrolmentStart: parades.dateEnrolmentStart,
      enrolmentStartTime: parades.timeEnrolmentStart,
      enrolmentEnd: parades.dateEnrolmentEnd,
      enrolmentEndTime: parades.timeEnrolmentEnd,
    })
    .from(parades)
    .where(gt(parades.date, today))
    .orderBy(parades.date, parades.paradeNumber)
    .limit(shownParades)
}

type RowsOf<Statement extends (...args: never) => unknown> = Awaited<ReturnType<Statement>>

function toParades(
  ofToday: RowsOf<typeof selectToday>,
  next: RowsOf<typeof selectNext>,
  today: Day,
): Pick<Home, 'today' | 'next'> {
  return {
    today: ofToday.map(({ registrations, confirmed, ...parade }) => ({
      parade,
      registrations,
      confirmed,
    })),
    next: next.map(({ registrations, enrolmentEnd, enrolmentEndTime, cancelledAt, ...parade }) => ({
      parade,
      registrations,
      enrolmentEnd,
      enrolmentEndTime,
      daysLeft: Math.max(0, daysBetween(today, enrolmentEnd)),
      cancelledAt,
    })),
  }
}

type LeavingRow = { id: number; firstName: string; lastName: string; date: Day }

function selectLeaving(db: Db, today: Day) {
  return rowsOf<LeavingRow>(
    db,
    {
      id: sql`m.id`,
      firstName: sql`m.first_name`,
      lastName: sql`m.last_name`,
      date: sql`x.date`,
    },
    sql`${waitingExits} AND x.date >= ${today} AND x.date <= ${addDays(today, daysOfLeaving)}
      ORDER BY x.date, x.id LIMIT ${mostLeaving}`,
  )
}

/** The statements for management and readonly. */
function selectForReaders({ db, today }: HomeContext) {
  return [
    selectLeaving(db, today),
    selectPreparedToday(db, homeFiguresName, today),
    db.select({ date: guildSettings.assemblyDate }).from(guildSettings),
  ] as const
}

type ReaderRows = readonly [
  readonly LeavingRow[],
  readonly { body: string; preparedAt: string }[],
  readonly { date: string | null }[],
]

function readerPart([leaving, prepared, [guild]]: ReaderRows, today: Day): Partial<Home> {
  const [part] = prepared
  const figures: HomeFigures | null = part
    ? JSON.parse(prepared.map(({ body }) => body).join(''))
    : null
  const date = guild?.date ?? null
  const isDueKnown = figures?.assembly.date === date
  return {
    leaving: leaving.map(({ date: day, ...member }) => ({ member, date: day })),
    ...(figures && { birthdays: figures.birthdays }),
    assembly:
      date === null || date < today
        ? null
        : { date, ...(figures && isDueKnown && { due: figures.assembly.due }) },
    ...(figures && { season: figures.season }),
    ...(part && { preparedAt: part.preparedAt }),
  }
}

/** Queries count up to 51, which becomes "50+". */
const upTo = (count: number): UpTo50 => (count > mostCounted ? '50+' : count)

/**
 * Counts people by skipping along the index, one step per person, so that the cost does not depend on how many
 * parades each has enrolled for.
 */
function countUnmatched(db: Db) {
  const person = sql.raw(unmatchedPersonKey)
  const unmatched = sql`participations INDEXED BY participations_unmatched
    WHERE member_id IS NULL AND state = 'booked' AND is_guest = 0`
  const nextPersonKey = (key: SQL) => sql`(SELECT ${person} FROM ${unmatched} AND ${person} > ${key}
    ORDER BY ${person} LIMIT 1)`
  return rowsOf<{ count: number }>(
    db,
    { count: sql`count(key)` },
    sql`(WITH RECURSIVE people(key) AS (SELECT ${nextPersonKey(sql`''`)}
      UNION ALL SELECT ${nextPersonKey(sql`people.key`)} FROM people WHERE people.key IS NOT NULL
      LIMIT ${mostCounted + 1}) SELECT key FROM people)`,
  )
}

/** The statements for the holders of offices: tasks, and what is open. */
function selectForOffices({ db, now }: HomeContext) {
  return [
    selectTasks(db, now),
    countUnmatched(db),
    rowsOf<{ count: number }>(
      db,
      { count: sql`count(*)` },
      sql`(SELECT 1 FROM orders WHERE attention IS NOT NULL LIMIT ${mostCounted + 1})`,
    ),
  ] as const
}

type OfficeRows = readonly [
  RowsOf<typeof selectTasks>,
  readonly { count: number }[],
  readonly { count: number }[],
]

function officePart(
  [[row], [unmatched], [orders]]: OfficeRows,
  { roles, today }: HomeContext,
  assembly: NonNullable<Home['assembly']> | null,
): Pick<Home, 'tasks' | 'unmatched' | 'ordersToClear'> {
  const user = { roles }
  return {
    ...(row && { tasks: tasksOf(row, { roles, today, assembly }) }),
    ...(can(user, 'keepParades') && { unmatched: upTo(unmatched?.count ?? 0) }),
    ...(can(user, 'keepTreasury') && { ordersToClear: upTo(orders?.count ?? 0) }),
  }
}

/** The additional statements for management. */
function selectForManagement({ db, now, today, userId }: HomeContext) {
  const failedSince = new Date(now.getTime() - daysOfFailedMails * 86_400_000).toISOString()
  return [
    ...selectSetup(db, today, userId),
    selectLastMigration(db),
    selectJobRuns(db),
    rowsOf<{ exists: number }>(
      db,
      { exists: sql`1` },
      // Circulars show their failed mails themselves. The condition must match the index.
      sql`mails WHERE state = 'failed' AND circular_id IS NULL
        AND created_at >= ${failedSince} LIMIT 1`,
    ),
    selectSuspicious(db, now),
  ] as const
}

type ManagementRows = readonly [
  ...SetupRows,
  readonly { name: string; appliedAt: string }[],
  readonly { finishedAt: string | null }[],
  readonly unknown[],
  readonly { ofNetwork: number; inAll: number }[],
]

function managementPart(
  [guild, existing, migrations, runs, failedMails, suspicious]: ManagementRows,
  { now, today, canBePaid, isLocal }: HomeContext,
): Partial<Home> {
  const { schema, cron } = judgeSchemaAndCron(migrations, runs, now)
  const isWell = schema === 'ok' && cron === 'ok' && failedMails.length === 0
  return {
    ...toSetup([guild, existing], { canBePaid, isLocal }),
    passkey: toPasskey([guild, existing], { today, isLocal }),
    health: isWell ? 'ok' : 'attention',
    doors: isSuspicious(suspicious[0]) ? 'attention' : 'ok',
  }
}

/** Suspicious rejections of a day: the highest count of one network, and the total. */
function selectSuspicious(db: Db, now: Date) {
  const since = new Date(now.getTime() - suspicionHours * 3_600_000).toISOString()
  const codes = sql.join(
    suspiciousCodes.map((code) => sql`${code}`),
    sql`, `,
  )
  return rowsOf<{ ofNetwork: number; inAll: number }>(
    db,
    { ofNetwork: sql`coalesce(max(n), 0)`, inAll: sql`coalesce(sum(n), 0)` },
    sql`(SELECT sum(count) AS n FROM refusals WHERE minute >= ${since} AND code IN (${codes})
      GROUP BY network_key)`,
  )
}

/** The condition makes SQLite use the key, so that the first row answers. */
const exists = (table: string): SQL => sql`EXISTS (SELECT 1 FROM ${sql.raw(table)} WHERE id > 0)`

type ExistingData = {
  costumeTypes: number
  members: number
  parade: number
  users: number
  ownPasskey: number
}

function selectSetup(db: Db, today: Day, userId: number) {
  return [
    db
      .select({
        name: guildSettings.name,
        creditorName: guildSettings.creditorName,
        creditorId: guildSettings.creditorId,
        creditorIban: guildSettings.creditorIban,
        setupSkipped: guildSettings.setupSkipped,
        passkeysRequired: guildSettings.passkeysRequired,
        passkeysRequiredFrom: guildSettings.passkeysRequiredFrom,
        ...legalColumns,
      })
      .from(guildSettings),
    rowsOf<ExistingData>(
      db,
      {
        costumeTypes: exists('costume_types'),
        members: exists('members'),
        // A past parade may come from an import; after the season an order shows that there was one.
        parade: sql`EXISTS (SELECT 1 FROM parades WHERE date >= ${today}) OR ${exists('orders')}`,
        users: sql`(SELECT count(*) FROM (SELECT 1 FROM users WHERE locked = 0 LIMIT 2))`,
        ownPasskey: sql`EXISTS (SELECT 1 FROM passkeys WHERE user_id = ${userId})`,
      },
      sql`${singleRow}`,
    ),
  ] as const
}

type SetupRows = readonly [
  readonly Awaited<ReturnType<typeof selectSetup>[0]>[number][],
  readonly ExistingData[],
]

function toSetup(
  [[guild], [existing]]: SetupRows,
  { canBePaid, isLocal }: Pick<HomeContext, 'canBePaid' | 'isLocal'>,
): Pick<Home, 'missing' | 'skipped'> {
  if (!guild || !existing) throw new Error('guild_settings has no row')
  const { name, creditorName, creditorId, creditorIban, setupSkipped, ...rest } = guild
  const { passkeysRequired, passkeysRequiredFrom: _, ...legal } = rest
  const stored: unknown[] = JSON.parse(setupSkipped)
  const skipped = setupSteps.filter((step) => stored.includes(step))
  const areFilled = (...texts: string[]) => !texts.some(isBlank)
  const legalSteps = (['imprint', 'privacy'] as const)
    .map((step) => ({
      step,
      fields: step === 'imprint' ? missingInImprint(legal) : missingInPrivacy(legal),
    }))
    .filter(({ fields }) => fields.length > 0)
  const isDone: Record<SetupStep, boolean> = {
    association: areFilled(name),
    sepa: areFilled(creditorName, creditorId, creditorIban),
    // Fee and honor rules have defaults: these steps are only done when a user marks them.
    fees: false,
    honors: false,
    costumeTypes: existing.costumeTypes === 1,
    import: existing.members === 1,
    parade: existing.parade === 1,
    payment: canBePaid,
    privacy: legalSteps.length === 0,
    secondUser: existing.users > 1,
    passkeys: passkeysRequired || isLocal,
  }
  const missing = setupSteps
    .filter((step) => !isDone[step] && !skipped.includes(step))
    .flatMap((step): MissingStep[] => (step === 'privacy' ? legalSteps : [{ step }]))
  return { missing, skipped }
}

function toPasskey(
  [[guild], [existing]]: SetupRows,
  { today, isLocal }: Pick<HomeContext, 'today' | 'isLocal'>,
): Home['passkey'] {
  const isAsked = guild?.passkeysRequired === true && !isLocal
  return {
    isMissing: existing?.ownPasskey === 0,
    askedFrom: isAsked ? (guild.passkeysRequiredFrom ?? today) : null,
    isOffered: !isLocal,
  }
}
