import { and, sql } from 'drizzle-orm'
import { html, raw } from 'hono/html'
import { commit } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { members } from '#worker/db/schema.ts'
import { plainPage } from '#worker/http/plain-page.ts'
import { optOutPath, readOptOut } from '#worker/mail/circular-mail.ts'

type Context = { db: Db; now: Date; secret: string }

/**
 * Opts out of circulars: the members in the link, whatever their address is now, and all members with the
 * address to which the mail was sent. An invalid or used link changes nothing.
 */
export async function optOut({ db, now, secret }: Context, token: string): Promise<void> {
  const link = readOptOut(token, secret)
  if (!link) return
  // The id of a merged record is replaced by the id of the record that was kept.
  const named = sql`(SELECT coalesce(g.kept_id, j.value) FROM json_each(${JSON.stringify(link.memberIds)}) j
    LEFT JOIN member_merges g ON g.gone_id = j.value AND g.undone_at IS NULL)`
  const found = await db
    .select({ eMail: members.eMail })
    .from(members)
    .where(sql`${members.id} IN ${named}`)
  const eMail = found.find((one) => link.isAddress(one.eMail))?.eMail ?? ''
  const address = sql`lower(trim(${eMail}))`
  await commit(db, [
    write
      .update(members)
      .set({
        mailOptOut: true,
        version: sql`${members.version} + 1`,
        updatedAt: now.toISOString(),
      })
      .where(
        and(
          sql`${members.id} IN (SELECT id FROM members WHERE id IN ${named}
          UNION SELECT id FROM members WHERE e_mail <> '' AND lower(trim(e_mail)) = ${address})`,
          sql`${members.mailOptOut} = 0 AND ${members.anonymisedAt} IS NULL`,
        ),
      ),
  ])
}

/** Moves the token from the URL fragment into the form and removes it from the address; nothing is sent. */
export const optOutScript = `const code=location.hash.slice(1)
if(code){history.replaceState(null,'',location.pathname)
document.querySelector('input').value=code
document.querySelector('#code').hidden=true}`

/**
 * The page behind the opt-out link. Mail scanners follow links, so only the button opts out.
 * @param isDone the page after the button, the same for valid and invalid tokens
 */
export function optOutPage(isDone: boolean): Promise<string> {
  return isDone
    ? plainPage('Du bekommst keine Rundmails mehr', done)
    : plainPage('Keine Rundmails mehr?', asked, html`<script>${raw(optOutScript)}</script>`)
}

const done = html`<p role="status">An diese Adresse gehen keine Rundmails mehr. E-Mails zu Deinen Anmeldungen kommen weiterhin.</p>
<p>Willst Du wieder welche, sag der Zunft Bescheid.</p>`

const asked = html`<p>Die Zunft schreibt dann an diese Adresse keine Rundmails mehr, auch nicht an andere, die sie mit Dir teilen. E-Mails zu Deinen Anmeldungen kommen weiterhin.</p>
<form method="post" action="${optOutPath}">
<div id="code">
<label for="token">Code</label>
<input id="token" name="token" autocomplete="off" spellcheck="false" autocapitalize="off" required aria-describedby="help">
<p id="help">Alles, was im Link der E-Mail hinter dem „#“ steht.</p>
</div>
<button type="submit">Keine Rundmails mehr</button>
</form>`
