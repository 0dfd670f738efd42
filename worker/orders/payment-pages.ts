import { html, raw } from 'hono/html'
import { germanEuro } from '#worker/domain/money.ts'

// Small pages rendered by the worker, shown between the browser and a payment.

const style = raw(`
  :root { color-scheme: light dark; --ink: #241d1a; --paper: #fbfaf9; --card: #fff; --line: #ddd7d3; --red: #b81f1c; --soft: #6a5f5a; --warn: #fdf0dc; --warn-ink: #6d3d0c }
  @media (prefers-color-scheme: dark) { :root { --ink: #f2efec; --paper: #12151d; --card: #1b1f29; --line: #343946; --red: #c53a33; --soft: #a9adb7; --warn: #3d2f1c; --warn-ink: #f1cb94 } }
  body { box-sizing: border-box; margin: 0; min-height: 100dvh; padding: 1rem; display: grid; grid-template-columns: minmax(0, 1fr); place-items: center; overflow-wrap: anywhere; border-top: 6px solid var(--red); background: var(--paper); color: var(--ink); font: 16px/1.5 "Hanken Grotesk Variable", system-ui, sans-serif }
  main { box-sizing: border-box; width: min(28rem, 100%); padding: min(2rem, 8vw) min(1.5rem, 6vw); background: var(--card); border: 1px solid var(--line); border-radius: 14px }
  h1 { margin: 0 0 .5rem; font-size: 1.625rem; line-height: 1.15 }
  p { margin: .5rem 0 } .soft { color: var(--soft) }
  a { color: inherit; text-underline-offset: .2em } a:focus-visible { outline: 2px solid #2a5fd0; outline-offset: 2px }
  .note { margin: 0 0 1.5rem; padding: .75rem 1rem; border-radius: 10px; background: var(--warn); color: var(--warn-ink); font-weight: 600 }
  .sum { display: flex; flex-wrap: wrap; column-gap: 1rem; justify-content: space-between; align-items: baseline; margin: 1.5rem 0; padding-top: 1rem; border-top: 2px solid; font-weight: 600 } .sum b { font-size: 2rem; font-variant-numeric: tabular-nums }
  form { display: grid; gap: .75rem } button { min-height: 3.5rem; border: 1px solid var(--line); border-radius: 10px; background: var(--card); color: inherit; font: inherit; font-weight: 600; cursor: pointer }
  button.main { border-color: var(--red); background: var(--red); color: #fff } button:focus-visible { outline: 2px solid #2a5fd0; outline-offset: 2px }
`)

function page(title: string, head: unknown, body: unknown) {
  return html`<!doctype html>
    <html lang="de">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <style>${style}</style>
        ${head}
      </head>
      <body><main>${body}</main></body>
    </html>`
}

export function sandboxPage(payment: { amountInCent: number; description: string }) {
  const body = html`<p class="note">Testzahlung – es wird kein Geld bewegt.</p>
    <h1>Bezahlung</h1>
    <p class="soft">${payment.description}</p>
    <p class="sum"><span>Summe</span><b>${germanEuro(payment.amountInCent)}</b></p>
    <form method="post">
      <button class="main" name="outcome" value="paid">Jetzt bezahlen</button>
      <button name="outcome" value="cancelled">Abbrechen</button>
    </form>`
  return page('Testzahlung', '', body)
}

/** The page while the provider has not decided, so that neither success nor failure can be shown. */
export function waitingPage(checkoutUrl: string | null) {
  const body = html`<h1>Deine Zahlung wird geprüft …</h1>
    <p class="soft">Das dauert meistens nur ein paar Sekunden. Die Seite geht von selbst weiter.</p>
    ${checkoutUrl && html`<p>Noch nicht bezahlt? <a href="${checkoutUrl}">Zurück zur Bezahlung</a></p>`}`
  return page('Zahlung wird geprüft', html`<meta http-equiv="refresh" content="3" />`, body)
}

/** The page when a different amount was received: staff decide, so waiting for the provider is useless. */
export function reviewPage() {
  const body = html`<h1>Deine Zahlung wird geprüft …</h1>
    <p>Dein Geld ist da, aber es ist ein anderer Betrag als verlangt. Dein Platz bleibt gehalten.</p>
    <p class="soft">Die Zunft sieht es sich an. Du bekommst eine E-Mail, sobald Du angemeldet bist oder das Geld zurückgeht.</p>`
  return page('Zahlung wird geprüft', '', body)
}

/** The answer for an address without a payment: a page, because a person may have opened the address. */
export function unknownPaymentPage() {
  const body = html`<h1>Diese Zahlung gibt es nicht (mehr)</h1>
    <p class="soft">Vielleicht ist die Adresse unvollständig.</p>
    <p><a href="/parade-enrolment">Zur Umzugsanmeldung</a></p>`
  return page('Zahlung nicht gefunden', '', body)
}

/** The content policy of these pages: nothing is loaded or run, and forms are sent only to the same site. */
export const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
