import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { recordEvent } from '#worker/db/record-event.ts'
import { always, rowsOf } from '#worker/db/rows-of.ts'
import { guildSettings } from '#worker/db/schema.ts'
import { type SetupStep, setupSteps } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import { missingInImprint, missingInPrivacy } from '#worker/domain/legal.ts'
import { isBlank } from '#worker/domain/text.ts'
import { legalColumns } from '#worker/guild/guild.queries.ts'
import type { Home, MissingStep, SetupStepChange } from './home.contract.ts'

type Surroundings = {
  db: Db
  today: Day
  /** Whether a provider is set up. */
  canBePaid: boolean
}

/** The overview as management sees it. */
export async function readHome(around: Surroundings): Promise<Home> {
  return toHome(await around.db.batch(selectHome(around)), around)
}

/** Nothing is written when the step is as it shall be already. */
export async function saveSetupStep(
  around: Surroundings,
  { step, skipped }: SetupStepChange,
): Promise<Home> {
  const { db } = around
  const wanted = Number(skipped)
  const others = sql`SELECT value FROM json_each(setup_skipped) WHERE value <> ${step}`
  const [, , ...rows] = await db.batch([
    db
      .update(guildSettings)
      .set({
        setupSkipped: sql`(SELECT json_group_array(value)
          FROM (${others} UNION ALL SELECT ${step} WHERE ${wanted} = 1))`,
      })
      .where(
        sql`EXISTS (SELECT 1 FROM json_each(setup_skipped) WHERE value = ${step}) <> ${wanted}`,
      ),
    recordEvent(db, {
      entity: 'settings',
      entityId: 1,
      changes: { [skipped ? 'setupSkipped' : 'setupAsked']: step },
      onlyIf: sql`changes() > 0`,
    }),
    ...selectHome(around),
  ])
  return toHome(rows, around)
}

/** By the keys, so that the first row of a table answers. */
const isThere = (table: string): SQL => sql`EXISTS (SELECT 1 FROM ${sql.raw(table)} WHERE id > 0)`

type There = { costumeTypes: number; members: number; parade: number; users: number }

function selectHome({ db, today }: Surroundings) {
  return [
    db
      .select({
        name: guildSettings.name,
        creditorName: guildSettings.creditorName,
        creditorId: guildSettings.creditorId,
        creditorIban: guildSettings.creditorIban,
        setupSkipped: guildSettings.setupSkipped,
        ...legalColumns,
      })
      .from(guildSettings),
    rowsOf<There>(
      db,
      {
        costumeTypes: isThere('costume_types'),
        members: isThere('members'),
        // Parades of the past may have been brought along; after the season orders tell of the first one.
        parade: sql`EXISTS (SELECT 1 FROM parades WHERE date >= ${today}) OR ${isThere('orders')}`,
        users: sql`(SELECT count(*) FROM (SELECT 1 FROM users WHERE locked = 0 LIMIT 2))`,
      },
      sql`${always}`,
    ),
  ] as const
}

type Rows = readonly [
  readonly Awaited<ReturnType<typeof selectHome>[0]>[number][],
  readonly There[],
]

function toHome([[guild], [there]]: Rows, { canBePaid }: Surroundings): Home {
  if (!guild || !there) throw new Error('the guild has no settings')
  const { name, creditorName, creditorId, creditorIban, setupSkipped, ...legal } = guild
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
    // They have defaults: only people can say that these fit, and have said so when they are skipped.
    fees: false,
    honors: false,
    costumeTypes: there.costumeTypes === 1,
    import: there.members === 1,
    parade: there.parade === 1,
    payment: canBePaid,
    privacy: legalSteps.length === 0,
    secondUser: there.users > 1,
  }
  const missing = setupSteps
    .filter((step) => !isDone[step] && !skipped.includes(step))
    .flatMap((step): MissingStep[] => (step === 'privacy' ? legalSteps : [{ step }]))
  return { missing, skipped }
}
