import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { type ConstraintErrors, commit, guard } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { savedViews, users } from '#worker/db/schema.ts'
import { type GridName, grids } from '#worker/domain/codes.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { fullName } from '#worker/domain/names.ts'
import { can } from '#worker/domain/rights.ts'
import { assertNoConflicts } from '#worker/http/changed-meanwhile.ts'
import type { SignedInUser } from '#worker/http/factory.ts'
import { notFoundError, validationError } from '#worker/http/validate.ts'
import type { NewView, SavedView, ViewChange, ViewFields } from './views.contract.ts'

/** Limit of own views, so that the menu stays readable. */
const mostOwn = 50

/** All lists with saved views contain members, which helpers may not see. */
function seesGrids(user: SignedInUser): boolean {
  return can(user, 'read')
}

/** The user's own and the shared views, by name; of one list, or of all. */
export async function listViews(
  db: Db,
  user: SignedInUser,
  grid: GridName | undefined,
): Promise<SavedView[]> {
  if (!seesGrids(user)) return []
  const ofGrid = grid && eq(savedViews.grid, grid)
  const rows = await selectViews(db)
    .where(and(ofGrid, visibleTo(user, grid && [grid])))
    .orderBy(asc(savedViews.id))
  const byName = new Intl.Collator('de', { numeric: true })
  return rows.map((row) => toView(row, user)).toSorted((a, b) => byName.compare(a.name, b.name))
}

export async function createView(db: Db, user: SignedInUser, view: NewView): Promise<SavedView> {
  if (!seesGrids(user)) throw forbiddenError()
  const isRoomLeft = sql`(SELECT count(*) FROM saved_views WHERE user_id = ${user.id}) < ${mostOwn}`
  const insert = write
    .insert(savedViews)
    .values({ ...view, userId: user.id })
    .returning(columns)
  const [, [row]] = await commit(db, [guard('roomForViews', isRoomLeft), insert], constraintErrors)
  const { firstName, lastName } = user
  return toView({ ...(row as Stored), firstName, lastName }, user)
}

/**
 * Writes only the given fields. A field changed by another user since it was loaded is a conflict: the UPDATE
 * checks that each field is as it was read, or already has the new value.
 */
export async function changeView(
  db: Db,
  user: SignedInUser,
  id: number,
  { before, ...given }: ViewChange,
): Promise<SavedView> {
  const stored = await findChangeable(db, user, id)
  await assertNoConflicts(db, { entity: 'view', id }, { stored, given, before, units: [] })
  const isUnchanged = before ? unchangedFields(stored, given) : undefined
  const update = write
    .update(savedViews)
    .set({ id, ...given })
    .where(and(eq(savedViews.id, id), mayChange(user), isUnchanged))
    .returning(columns)
  const [[row]] = await commit(db, [update], constraintErrors)
  if (row) return toView({ ...stored, ...row }, user)
  // Another request changed or deleted the view between read and write.
  const newest = await findChangeable(db, user, id)
  await assertNoConflicts(db, { entity: 'view', id }, { stored: newest, given, before, units: [] })
  throw new DomainError(
    'Conflict',
    'Daran ändern gerade mehrere zugleich. Versuche es noch einmal.',
  )
}

export async function deleteView(db: Db, user: SignedInUser, id: number): Promise<void> {
  if (!seesGrids(user)) throw notFoundError()
  const [[row]] = await commit(db, [
    write
      .delete(savedViews)
      .where(and(eq(savedViews.id, id), mayChange(user)))
      .returning({ id: savedViews.id }),
  ])
  if (row) return
  // The view is deleted, not visible, or another user's: `findChangeable` throws the fitting error.
  await findChangeable(db, user, id)
  throw notFoundError()
}

const columns = {
  id: savedViews.id,
  userId: savedViews.userId,
  grid: savedViews.grid,
  name: savedViews.name,
  search: savedViews.search,
  shared: savedViews.shared,
}

type Stored = Pick<typeof savedViews.$inferSelect, keyof typeof columns>
type Row = Stored & { firstName: string; lastName: string }

function selectViews(db: Db) {
  return db
    .select({ ...columns, firstName: users.firstName, lastName: users.lastName })
    .from(savedViews)
    .innerJoin(users, eq(users.id, savedViews.userId))
}

function toView(
  { id, userId, grid, name, search, shared, firstName, lastName }: Row,
  user: SignedInUser,
): SavedView {
  const own = userId === user.id
  const by = own ? {} : { by: fullName({ firstName, lastName }) }
  return { id, grid, name, search, shared, own, ...by }
}

/** Literal as in the index of shared views: with a bound value SQLite would not use it. */
const isShared = sql`${savedViews.shared} = 1`

/** Names the lists, because the index of shared views begins with the list. */
const visibleTo = (user: SignedInUser, of: readonly GridName[] = grids) =>
  or(eq(savedViews.userId, user.id), and(isShared, inArray(savedViews.grid, [...of])))

/** Shared views may be changed by owner and management, others only by their owner. */
function mayChange(user: SignedInUser): SQL | undefined {
  const own = eq(savedViews.userId, user.id)
  return can(user, 'manage') ? visibleTo(user) : own
}

/** @throws DomainError NotFound, also for another user's private view; Forbidden */
async function findChangeable(db: Db, user: SignedInUser, id: number): Promise<Row> {
  const [row] = await selectViews(db).where(and(eq(savedViews.id, id), visibleTo(user)))
  if (!row || !seesGrids(user)) throw notFoundError()
  if (row.userId !== user.id && !can(user, 'manage')) throw forbiddenError()
  return row
}

/** Each given field is as it was read, or already has the new value. */
function unchangedFields(
  stored: ViewFields,
  {
    name = stored.name,
    search = stored.search,
    shared = stored.shared,
  }: Omit<ViewChange, 'before'>,
): SQL | undefined {
  return and(
    name === stored.name ? undefined : inArray(savedViews.name, [stored.name, name]),
    search === stored.search ? undefined : inArray(savedViews.search, [stored.search, search]),
    shared === stored.shared ? undefined : inArray(savedViews.shared, [stored.shared, shared]),
  )
}

const constraintErrors: ConstraintErrors = {
  'saved_views.name': () => {
    const message = 'Eine Ansicht mit diesem Namen hast Du schon.'
    return new DomainError('ViewExists', message, { name: message })
  },
  roomForViews: () =>
    validationError({
      name: `Du hast schon ${mostOwn} Ansichten. Lösche eine, die Du nicht mehr brauchst.`,
    }),
}

function forbiddenError(): DomainError {
  return new DomainError('Forbidden', 'Dafür fehlt Dir die Berechtigung.')
}
