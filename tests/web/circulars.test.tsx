import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aMemberRow } from '#tests/support/member-rows.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { json, refusal, type WireTable } from '#tests/support/wire.ts'
import type {
  Circular,
  CircularPreview,
  CircularRecipient,
} from '#worker/circulars/circulars.contract.ts'

const none = { waiting: 0, sending: 0, sent: 0, skipped: 0, failed: 0 }

const aCircular = (change: Partial<Circular> = {}): Circular => ({
  id: 7,
  subject: 'Häs abholen',
  body: '{Anrede}',
  createdAt: '2027-01-16T18:47:32.000Z',
  createdBy: 'Sabine Kächele',
  stoppedAt: null,
  pausedUntil: null,
  counts: { ...none, waiting: 87, sent: 50 },
  failures: [],
  attachments: [],
  ...change,
})

const going = aCircular()
const stopped = aCircular({ stoppedAt: '2027-01-16T18:50:00.000Z' })
const button = (name: string) => screen.findByRole('button', { name })

describe('a circular that is on its way', () => {
  const open = (wire: WireTable) =>
    renderApp({ path: '/circulars/7', user: withRoles('management'), wire })

  test('Stopping and continuing a circular by keyboard keeps the focus on the button', async () => {
    const { person, wire } = open({
      'GET /api/circular/:id': json(going),
      'POST /api/circular/:id/stop': json(stopped),
      'POST /api/circular/:id/continue': json(going),
    })
    ;(await button('Anhalten')).focus()
    wire.answer({ 'GET /api/circular/:id': json(stopped) })
    await person.keyboard('{Enter}')
    expect(await button('Fortsetzen')).toHaveFocus()
    wire.answer({ 'GET /api/circular/:id': json(going) })
    await person.keyboard('{Enter}')
    expect(await button('Anhalten')).toHaveFocus()
  })

  test('The error that a circular could not be stopped disappears once a second attempt has stopped it', async () => {
    const { person, wire } = open({
      'GET /api/circular/:id': json(going),
      'POST /api/circular/:id/stop': [refusal(500, 'InternalError'), json(stopped)],
    })
    await person.click(await button('Anhalten'))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Die Rundmail konnte nicht angehalten werden',
    )
    wire.answer({ 'GET /api/circular/:id': json(stopped) })
    await person.click(await button('Anhalten'))
    await button('Fortsetzen')
    expect(screen.queryByText('Die Rundmail konnte nicht angehalten werden')).toBeNull()
  })
})

describe('the preview of a circular', () => {
  const people = [
    aMemberRow({ id: 1, firstName: 'Anna', lastName: 'Häußler', eMail: 'familie@example.de' }),
    aMemberRow({ id: 2, firstName: 'Paul', lastName: 'Beck', eMail: 'familie@example.de' }),
    aMemberRow({ id: 3, firstName: 'Mia', lastName: 'Narr', eMail: 'mia@example.de' }),
  ]
  const named = people.map(({ id, firstName, lastName }) => ({ id, firstName, lastName }))
  const recipients: CircularRecipient[] = [
    { emailAddress: 'familie@example.de', members: named.slice(0, 2) },
    { emailAddress: 'mia@example.de', members: named.slice(2) },
  ]
  const previewed = (ids: number[]): CircularPreview => {
    const own = recipients.filter(({ members }) => members.some(({ id }) => ids.includes(id)))
    const [first] = own
    return {
      canSend: true,
      count: own.length,
      families: 1,
      recipients: own,
      without: { noAddress: [], optedOut: [], died: [], gone: 0 },
      mail: first ? { ...first, subject: '', text: `An ${first.members.length}`, html: '' } : null,
    }
  }

  test("The first preview of a circular is requested with all recipients, and the preview of a further mail with that mail's members only", async () => {
    const { person, router, wire } = renderApp({
      path: '/members',
      user: withRoles('management'),
      wire: {
        'GET /api/member': json(people),
        'POST /api/circular/preview': ({ body }) =>
          Response.json(previewed((body as { memberIds: number[] }).memberIds)),
      },
    })
    await router.navigate('/circulars/new', { state: { memberIds: [1, 2, 3] } })
    await screen.findByText('An familie@example.de')
    await person.click(await button('Nächste E-Mail'))
    await screen.findByText('An mia@example.de')
    await person.type(screen.getByRole('textbox', { name: /^Betreff/ }), 'Häs')
    await waitFor(() =>
      expect(wire.sent('POST /api/circular/preview').at(-1)?.body).toMatchObject({
        subject: 'Häs',
        memberIds: [3],
      }),
    )
    const asked = wire
      .sent('POST /api/circular/preview')
      .map(({ body }) => (body as { memberIds: number[] }).memberIds.join())
    expect(asked.filter((ids) => ids === '1,2,3')).toHaveLength(1)
    expect(asked).toContain('1,2')
  })
})
