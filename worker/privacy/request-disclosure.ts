import { sql } from 'drizzle-orm'
import { html, raw } from 'hono/html'
import { commit } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { recordEvent } from '#worker/db/record-event.ts'
import { disclosures, mails } from '#worker/db/schema.ts'
import { retention } from '#worker/domain/retention.ts'
import { plainPage } from '#worker/http/plain-page.ts'
import { type DisclosureLink, disclosurePath } from '#worker/mail/disclosure-mail.ts'

type Context = { db: Db; now: Date; user: { id: number } }

const newest = sql`(SELECT max(id) FROM disclosures)`

/**
 * Sends a link to the data stored under an address, to that address only. Whether there are data is not
 * checked, so that the answer does not reveal it.
 */
export async function requestDisclosure(
  { db, now, user }: Context,
  emailAddress: string,
): Promise<DisclosureLink> {
  const at = now.toISOString()
  const days = retention.disclosures.count
  const expiresAt = new Date(now.getTime() + days * 24 * 3_600_000).toISOString()
  const [[link]] = await commit(db, [
    write
      .insert(disclosures)
      .values({ emailAddress, createdAt: at, createdBy: user.id, expiresAt })
      .returning({
        id: disclosures.id,
        emailAddress: disclosures.emailAddress,
        createdAt: disclosures.createdAt,
      }),
    write.insert(mails).values({
      key: sql`'disclosure-' || ${newest}`,
      kind: 'disclosure',
      emailAddress,
      disclosureId: newest,
      state: 'waiting',
      notBefore: at,
      createdAt: at,
    }),
    recordEvent({ entity: 'disclosure', entityId: newest }),
  ])
  if (!link) throw new Error('The link was not written')
  return link
}

/** Removes the code from the address, so that it stays in no browser history, and submits it. */
export const linkScript = `const code=location.hash.slice(1)
if(code){history.replaceState(null,'',location.pathname)
const field=document.querySelector('input')
field.value=code
field.form.submit()}`

/**
 * The page that the link of the mail opens. The code behind the "#" reaches no log; it is sent as a form, by
 * the script or, without scripts, by hand.
 * @param rejected a code that was rejected, and why
 */
export function linkPage(rejected: { problem: string; token: string } | null): Promise<string> {
  const { problem, token } = rejected ?? { problem: null, token: '' }
  const main = html`${
    problem
      ? html`<p role="alert" id="problem">${problem}</p>
<p>Ein Link gilt sieben Tage. Bitte die Zunft um einen neuen.</p>`
      : html`<p>Öffnet sich die Auskunft nicht von selbst, dann gib den Code aus der E-Mail ein: alles, was im Link hinter dem „#“ steht.</p>`
  }
<form method="post" action="${disclosurePath}">
<label for="token">Code</label>
<input id="token" name="token" autocomplete="off" spellcheck="false" autocapitalize="off" required value="${token}"${problem ? raw(' aria-invalid="true" aria-describedby="problem"') : ''}>
<button type="submit">Auskunft zeigen</button>
</form>`
  return plainPage(
    'Auskunft über gespeicherte Daten',
    main,
    problem ? '' : html`<script>${raw(linkScript)}</script>`,
  )
}
