import { html, raw } from 'hono/html'
import { paperPage } from '#worker/http/paper.ts'
import { optOutPath } from '#worker/mail/circular-mail.ts'

/** Takes the code out of the address, where no history and no neighbour sees it. Nothing is sent by it. */
export const optOutScript = `const code=location.hash.slice(1)
if(code){history.replaceState(null,'',location.pathname)
document.querySelector('input').value=code
document.querySelector('#code').hidden=true}`

/**
 * The page behind the link at a circular's foot: who reads mails by a machine follows each link, so that
 * only a press ends anything.
 * @param isDone what is said after the press, whatever the code was worth
 */
export function optOutPage(isDone: boolean): Promise<string> {
  return isDone
    ? paperPage('Du bekommst keine Rundmails mehr', done)
    : paperPage('Keine Rundmails mehr?', asked, html`<script>${raw(optOutScript)}</script>`)
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
