import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { call, db, origin, rows, runCron, setClock } from '#tests/support/api.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { guildSettings } from '#worker/db/schema.ts'
import type { Env } from '#worker/env.ts'
import worker from '#worker/index.ts'

const legal = {
  legalName: 'Narrenzunft Schellental e.V.',
  street: 'Zunftstraße 3',
  plz: '72999',
  town: 'Schellental',
  representatives: 'Hans Kächele',
  contactEmail: 'zunft@schellental.example',
  contactPhone: '0221 4710-100',
  registerCourt: 'Amtsgericht Schellental',
  registerNumber: 'VR 111',
  vatId: 'DE123456789',
  privacyContact: 'Sabine Abele',
}

const save = (change: Partial<typeof guildSettings.$inferInsert>) =>
  write.update(guildSettings).set({ id: 1, ...change })

/** The page's response, its HTML and the visible text of `main`. */
async function pageAt(path: string, settings: Partial<Env> = {}) {
  const request = new Request(`${origin}${path}`, { headers: { Accept: 'text/html' } })
  const answer = await worker.fetch(request, { ...env, ...settings }, createExecutionContext())
  const html = await answer.text()
  const main = /<main.*<\/main>/s.exec(html)?.[0] ?? ''
  const text = main
    .replace(/<!-- -->/g, '')
    .replace(/<br\/?>/g, '\n')
    .replace(/<\/(?:p|h1|h2|li)>/g, '\n')
    .replace(/<[^>]*>/g, '')
  return { answer, html, main, text }
}

beforeEach(() => setClock())

describe.each(['/impressum', '/datenschutz', '/barrierefreiheit'])('A legal page (%s)', (path) => {
  test('A legal page contains no script, is cached for a minute and may be indexed by search engines', async () => {
    await commit(db(), [save({ name: 'Narrenzunft Schellental', ...legal })])
    const { answer, html } = await pageAt(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe('text/html; charset=UTF-8')
    expect(answer.headers.get('Cache-Control')).toBe(
      'public, max-age=60, stale-while-revalidate=300, stale-if-error=3600',
    )
    expect(html).not.toMatch(/<script(?! type="module" src="\/@vite)/)
    expect(html).not.toContain('noindex')
    expect(html).not.toMatch(/ style="/)
    expect(html).toContain(`<link rel="canonical" href="${origin}${path}">`)
    expect(html).toMatch(
      /<title>(Impressum|Datenschutz|Barrierefreiheit) · Narrenzunft Schellental<\/title>/,
    )
    for (const way of [
      '/login',
      '/impressum',
      '/datenschutz',
      '/barrierefreiheit',
      '/parade-enrolment',
    ]) {
      expect(html).toContain(`href="${way}"`)
    }
  })

  test('A legal page is the same for every visitor: cookies are neither set nor read', async () => {
    const headers = { Cookie: 'order=abc; staff=1', Authorization: 'Bearer x' }
    const mine = await call('GET', path, undefined, { headers })
    expect(mine.headers.get('Set-Cookie')).toBeNull()
    expect(await mine.text()).toBe(await (await call('GET', path)).text())
  })

  test('A legal page that staff have opened from the app leads back to the overview, also from the other legal pages', async () => {
    const { html } = await pageAt(`${path}?from=staff`)
    expect(html).toContain('<a href="/"')
    expect(html).toContain('Zur Übersicht')
    expect(html).not.toContain('Login')
    for (const other of ['/impressum', '/datenschutz', '/barrierefreiheit']) {
      expect(html).toContain(`href="${other}?from=staff"`)
    }
    // Search engines get the address without the query.
    expect(html).toContain(`<link rel="canonical" href="${origin}${path}">`)
    const { html: any } = await pageAt(`${path}?from=elsewhere`)
    expect(any).toContain('Login')
    expect(any).not.toContain('Zur Übersicht')
  })

  test('A legal page rejects POST, PUT and DELETE (405)', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect((await call(method, path, {})).status).toBe(405)
    }
  })

  test('A text that the guild has entered for a legal page is shown instead of the built-in one, in paragraphs and HTML-escaped', async () => {
    const own = 'Wir & <b>Ihr</b>.\n\n<script>alert(1)</script>\nzweite Zeile "x"\r\n\r\n  Schluss.'
    await commit(db(), [
      save({ ...legal, imprintText: own, privacyText: own, accessibilityText: own }),
    ])
    const { main, html } = await pageAt(path)
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('<b>Ihr')
    const paragraphs = [...main.matchAll(/<p class="whitespace-pre-line">(.*?)<\/p>/gs)]
    expect(paragraphs.map(([, text]) => text)).toEqual([
      'Wir &amp; &lt;b&gt;Ihr&lt;/b&gt;.',
      '&lt;script&gt;alert(1)&lt;/script&gt;\nzweite Zeile &quot;x&quot;',
      'Schluss.',
    ])
    expect(main).not.toContain('Kächele')
    expect(main).not.toContain('DSGVO')
  })
})

describe('The imprint', () => {
  test('The imprint shows the data of the guild that § 5 DDG requires', async () => {
    await commit(db(), [save(legal)])
    const { text, main } = await pageAt('/impressum')
    expect(text).toBe(
      [
        'Impressum',
        'Angaben nach § 5 DDG',
        'Narrenzunft Schellental e.V.\nZunftstraße 3\n72999 Schellental',
        'Vertreten durch',
        'Hans Kächele',
        'Kontakt',
        'E-Mail: zunft@schellental.example\nTelefon: 0221 4710-100',
        'Vereinsregister',
        'Amtsgericht Schellental, VR 111',
        'Umsatzsteuer-ID',
        'DE123456789',
        '',
      ].join('\n'),
    )
    expect(main).toContain('href="mailto:zunft@schellental.example"')
    expect(main).toContain('href="tel:02214710100"')
  })

  test('The imprint of a guild without data lists the missing fields and shows no labels without a value', async () => {
    const { text } = await pageAt('/impressum')
    expect(text).toBe(
      'Impressum\nDie Zunft hat noch nicht eingetragen: Name des Vereins, Straße und Hausnummer, PLZ, Ort, Vertreten durch, E-Mail Adresse.\n',
    )
  })

  test('The imprint of a guild with incomplete data shows the entered fields and lists the missing ones', async () => {
    await commit(db(), [
      save({ legalName: 'Zunft e. V.', town: 'Schellental', contactPhone: '0221 4710' }),
    ])
    const { text } = await pageAt('/impressum')
    expect(text).toBe(
      [
        'Impressum',
        'Angaben nach § 5 DDG',
        'Zunft e. V.\nSchellental',
        'Kontakt',
        'Telefon: 0221 4710',
        'Die Zunft hat noch nicht eingetragen: Straße und Hausnummer, PLZ, Vertreten durch, E-Mail Adresse, Registergericht, Registernummer.',
        '',
      ].join('\n'),
    )
  })

  test("HTML in the guild's names is escaped on the imprint", async () => {
    await commit(db(), [
      save({ ...legal, name: '</title><b>', legalName: '<img src=x onerror=alert(1)> & Söhne' }),
    ])
    const { html, text } = await pageAt('/impressum')
    expect(html).not.toContain('<img')
    expect(html).toContain('<title>Impressum · &lt;/title&gt;&lt;b&gt;</title>')
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; Söhne')
  })
})

describe('The privacy notice', () => {
  test('The privacy notice contains controller, purposes, periods, rights and browser storage', async () => {
    await commit(db(), [save(legal)])
    const { text } = await pageAt('/datenschutz')
    expect(text).toContain(
      'Narrenzunft Schellental e.V.\nZunftstraße 3\n72999 Schellental\nE-Mail: zunft@schellental.example\nTelefon: 0221 4710-100\nAnsprechperson für Datenschutz: Sabine Abele\n',
    )
    for (const letter of ['b', 'c', 'f']) {
      expect(text).toMatch(new RegExp(`Art. 6\\s+Abs. 1\\s+Buchst. ${letter} DSGVO`))
    }
    for (const article of [15, 16, 17, 18, 20, 21, 22, 77]) {
      expect(text).toMatch(new RegExp(`Art. ${article}\\b`))
    }
    // The periods of docs/rules.md, "Aufbewahrung".
    for (const period of ['30 Tage', '12 Monate', '6 Monate', '8 Jahre', '10 Jahre', '14 Monate']) {
      expect(text).toContain(period)
    }
    for (const stored of ['„order“', '„staff“', 'lokaler Speicher', '§ 25 Abs. 2 TDDDG']) {
      expect(text).toContain(stored)
    }
    expect(text).not.toContain('noch nicht eingetragen')
    expect(text).toContain('Begleitung, dazu deren Name und Telefon und die Einwilligung')
    expect(text).toContain('Am Ende jeder Rundmail steht ein Link, mit dem Du keine mehr bekommst.')
    expect(text).toContain('Rundmails kannst Du jederzeit abbestellen')
  })

  test('For every deletion that the privacy notice promises, the cron has a rule that carries it out', async () => {
    const { text } = await pageAt('/datenschutz')
    const [, periods = '', after = ''] =
      /Wie lange wir sie brauchen\n([\s\S]*?)\nIst eine dieser Fristen vorbei([\s\S]*?)\n/.exec(
        text,
      ) ?? []
    expect(after).toContain('löscht das Programm die Angaben in den Tagen danach von selbst')
    // Written by hand: the retention rules that carry out each line. A line without a period
    // promises nothing.
    const deletedBy: Record<string, string[]> = {
      'Das Kürzel Deines Internetanschlusses: 2 Stunden.': ['networks'],
      'Wie oft von einem Anschluss aus etwas abgelehnt wurde, unter einem anderen Kürzel: 30 Tage.':
        ['refusals'],
      'Anmeldungen, die nicht bezahlt wurden: 30 Tage.': ['unpaidOrders'],
      'E-Mail Adressen von Teilnehmern: 12 Monate nach dem Umzug.': ['eMailOfParticipants'],
      'Begleitung von Kindern und Jugendlichen, mit Telefon und Einwilligung: 12 Monate nach dem Umzug.':
        ['guardians'],
      'Geburtstage von Teilnehmern, die keine Mitglieder sind: 6 Monate nach dem Aschermittwoch, der auf ihren letzten Umzug folgt.':
        ['birthdayOfUnmatched'],
      'Wer was bezahlt hat: 8 Jahre nach Ende des Jahres, Lastschriften 10 Jahre (§ 147 AO).': [
        'bookings',
        'directDebits',
      ],
      'Angaben zur Mitgliedschaft: solange Du Mitglied bist; danach, was für Ehrungen und die Geschichte der Zunft gebraucht wird. Die Bankverbindung: 14 Monate nach dem Austritt, länger nur, solange ein Beitrag offen ist oder Du für andere zahlst.':
        ['bankDataOfFormerMembers'],
      'Rundmails und die Adressen, an die sie gingen: 12 Monate nach dem Verschicken.': [
        'circulars',
      ],
      'Wer in der Zunft welche Angaben geändert hat: 3 Jahre; wer sich von ihnen am Programm angemeldet hat: 90 Tage.':
        ['history', 'signIns'],
    }
    const named = periods.split('\n').filter((line) => /\d/.test(line))
    expect(named).toEqual(Object.keys(deletedBy))
    await runCron()
    const ran = await rows<{ rule: string }>('SELECT rule FROM retention_runs')
    const all = [...ran.map(({ rule }) => rule), 'networks']
    expect(all).toEqual(expect.arrayContaining(Object.values(deletedBy).flat()))
  })

  test('The privacy notice of a guild without data lists the missing fields', async () => {
    const { text } = await pageAt('/datenschutz')
    expect(text).toContain(
      'Wer verantwortlich ist\nDie Zunft hat noch nicht eingetragen: Name des Vereins, Straße und Hausnummer, PLZ, Ort, E-Mail Adresse.\n',
    )
  })

  const turnstile = { TURNSTILE_SITE_KEY: 'site', TURNSTILE_SECRET: 'secret' }

  test.each<[string, Partial<Env>, string[], string[]]>([
    [
      'the sandbox as payment provider',
      { PAYMENT_PROVIDER: 'sandbox' },
      [],
      ['Stripe', 'Mollie', 'Turnstile'],
    ],
    ['no payment provider', { PAYMENT_PROVIDER: '' }, [], ['Stripe', 'Mollie', 'Turnstile']],
    ['Stripe', { PAYMENT_PROVIDER: 'stripe' }, ['Stripe'], ['Mollie', 'Turnstile']],
    ['Mollie', { PAYMENT_PROVIDER: 'mollie' }, ['Mollie'], ['Stripe', 'Turnstile']],
    ['an unknown payment provider', { PAYMENT_PROVIDER: 'toString' }, [], ['Stripe', 'Mollie']],
    ['Turnstile', turnstile, ['Turnstile'], ['Stripe']],
    ['only the site key of Turnstile', { TURNSTILE_SITE_KEY: 'site' }, [], ['Turnstile']],
  ])(
    'With %s configured, the privacy notice lists only the external services that receive data',
    async (_, settings, named, others) => {
      const { text } = await pageAt('/datenschutz', settings)
      for (const one of ['Cloudflare', 'Bank', ...named]) expect(text).toContain(one)
      for (const one of others) expect(text).not.toContain(one)
    },
  )
})

describe('The accessibility page', () => {
  test('The accessibility page says what was tested, what was not, and where to report a barrier', async () => {
    await commit(db(), [save(legal)])
    const { text, main } = await pageAt('/barrierefreiheit')
    const titles = ['Was geprüft ist', 'Was nicht geprüft ist', 'Ein Hindernis melden']
    for (const title of titles) expect(text).toContain(`\n${title}\n`)
    expect(text).toContain('E-Mail: zunft@schellental.example\nTelefon: 0221 4710-100')
    expect(main).toContain('href="mailto:zunft@schellental.example"')
    expect(text).not.toContain('noch nicht eingetragen')
  })

  test('The accessibility page of a guild without an e-mail address says that the address is missing', async () => {
    const { text } = await pageAt('/barrierefreiheit')
    expect(text).toContain('Die Zunft hat noch nicht eingetragen: E-Mail Adresse.')
  })
})
