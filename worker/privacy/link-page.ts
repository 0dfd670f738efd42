import { html, raw } from 'hono/html'
import { paperPage } from '#worker/http/paper.ts'
import { disclosurePath } from '#worker/mail/disclosure-mail.ts'

/** Takes the code out of the address, where no history and no neighbour sees it, and sends it. */
export const linkScript = `const code=location.hash.slice(1)
if(code){history.replaceState(null,'',location.pathname)
const field=document.querySelector('input')
field.value=code
field.form.submit()}`

/**
 * The page behind the link of a mail. The code stands behind the "#" and reaches no log; it is sent as
 * a form, by a script or, without one, by hand.
 * @param refused the code that was sent and opens nothing, and why
 */
export function linkPage(refused: { problem: string; token: string } | null): Promise<string> {
  const { problem, token } = refused ?? { problem: null, token: '' }
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
  return paperPage(
    'Auskunft über gespeicherte Daten',
    main,
    problem ? '' : html`<script>${raw(linkScript)}</script>`,
  )
}
