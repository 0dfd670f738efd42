import { asc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { commit } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { circularTemplates } from '#worker/db/schema.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { normaliseName } from '#worker/domain/names.ts'
import { notFoundError, orNotFound } from '#worker/http/validate.ts'
import type { CircularTemplate, templateBody, templateChange } from './circulars.contract.ts'

const columns = {
  id: circularTemplates.id,
  name: circularTemplates.name,
  subject: circularTemplates.subject,
  body: circularTemplates.body,
}

/** All templates, sorted by name. */
export function listTemplates(db: Db): Promise<CircularTemplate[]> {
  return db.select(columns).from(circularTemplates).orderBy(asc(circularTemplates.nameKey))
}

const nameTaken = {
  'circular_templates.name_key': () => {
    const message = 'Eine Vorlage mit diesem Namen gibt es schon.'
    return new DomainError('LabelExists', message, { name: message })
  },
}

/** @throws DomainError LabelExists */
export async function addTemplate(
  db: Db,
  template: z.output<typeof templateBody>,
): Promise<CircularTemplate> {
  const nameKey = normaliseName(template.name)
  const [[added]] = await commit(
    db,
    [
      write
        .insert(circularTemplates)
        .values({ ...template, nameKey })
        .returning(columns),
    ],
    nameTaken,
  )
  return orNotFound(added)
}

/** @throws DomainError NotFound, LabelExists */
export async function changeTemplate(
  db: Db,
  id: number,
  change: z.output<typeof templateChange>,
): Promise<CircularTemplate> {
  const { name, subject, body } = change
  const [[changed]] = await commit(
    db,
    [
      write
        .update(circularTemplates)
        .set({
          // Changes nothing: an UPDATE needs a column even when the change is empty.
          id,
          ...(name !== undefined && { name, nameKey: normaliseName(name) }),
          ...(subject !== undefined && { subject }),
          ...(body !== undefined && { body }),
        })
        .where(eq(circularTemplates.id, id))
        .returning(columns),
    ],
    nameTaken,
  )
  return orNotFound(changed)
}

/** @throws DomainError NotFound */
export async function removeTemplate(db: Db, id: number): Promise<void> {
  const [gone] = await commit(db, [
    write
      .delete(circularTemplates)
      .where(eq(circularTemplates.id, id))
      .returning({ id: circularTemplates.id }),
  ])
  if (gone.length === 0) throw notFoundError()
}
