import type { FakeProvider } from './fake-provider.ts'

/** The provider's payment page, on which the payer pays or cancels, and what follows. */
export async function hostedPage(
  provider: FakeProvider,
  ref: string,
  request: Request,
): Promise<Response> {
  if (!provider.refs().includes(ref)) return html('<h1>Diese Zahlung gibt es nicht.</h1>', 404)
  const { successUrl, cancelUrl, isOpen } = provider.page(ref)
  if (request.method !== 'POST') return html(pageOf(provider, ref))
  if (!isOpen) return html('<h1>Diese Zahlung ist abgelaufen.</h1>', 410)
  const isPaying = new URLSearchParams(await request.text()).get('outcome') === 'paid'
  if (isPaying) provider.pay(ref)
  else provider.abandon(ref)
  return new Response(null, {
    status: 303,
    headers: { Location: isPaying ? successUrl : cancelUrl },
  })
}

function pageOf(provider: FakeProvider, ref: string): string {
  const { description, amountInCent, isOpen } = provider.page(ref)
  if (!isOpen) return '<h1>Diese Zahlung ist abgelaufen.</h1>'
  const euros = `${Math.trunc(amountInCent / 100)},${String(amountInCent % 100).padStart(2, '0')}`
  return `<h1>${escaped(description)}</h1>
    <p>${euros} €</p>
    <form method="post">
      <button name="outcome" value="paid">Bezahlen</button>
      <button name="outcome" value="cancelled">Abbrechen</button>
    </form>`
}

function html(content: string, status = 200): Response {
  const page = `<!doctype html><html lang="de"><meta charset="utf-8"><title>Bezahlen</title>${content}</html>`
  return new Response(page, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
