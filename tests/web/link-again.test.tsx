import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { json, offline, refusal, stubWire, type WireTable } from '#tests/support/wire.ts'
import { LinkAgain } from '#web/enrolment/public/link-again.tsx'

const linkCall = 'POST /api/enrolment/orders/link'

async function send(typed: string, wireTable: WireTable = {}) {
  const wire = stubWire(wireTable)
  const person = userEvent.setup()
  render(<LinkAgain />)
  const field = screen.getByRole('textbox', { name: /^E-Mail Adresse/ })
  if (typed) await person.type(field, typed)
  await person.click(screen.getByRole('button', { name: 'Link noch einmal senden' }))
  return { wire, person, field }
}

describe('the request for another link', () => {
  test('After a request for a link the answer is the same whether or not an enrolment exists', async () => {
    const { wire } = await send('joerg@example.de', { [linkCall]: json({}, 202) })
    expect(await screen.findByText(/^Wenn es zu dieser Adresse Anmeldungen/)).toBeVisible()
    expect(wire.sent(linkCall).map(({ body }) => body)).toEqual([
      { emailAddress: 'joerg@example.de' },
    ])
  })

  test.each(['', 'joerg', 'joerg@example'])(
    'The text "%s" is rejected as an e-mail address',
    async (typed) => {
      const { wire, field } = await send(typed)
      expect(field).toHaveAccessibleDescription('Gib eine gültige E-Mail Adresse an.')
      expect(field).toHaveFocus()
      expect(wire.calls).toEqual([])
    },
  )

  test('If the server rejects an address (422), the error is shown at its field and the address stays', async () => {
    const message = 'Diese Adresse geht nicht.'
    const { field } = await send('joerg@example.de', {
      [linkCall]: refusal(422, 'ValidationFailed', 'Prüfe', { fields: { emailAddress: message } }),
    })
    expect(field).toHaveAccessibleDescription(message)
    expect(field).toHaveValue('joerg@example.de')
  })

  test.each([
    ['no network', offline, 'Der Server ist nicht erreichbar.'],
    ['too often', refusal(429, 'TooManyRequests', 'Warte eine Stunde.'), 'Warte eine Stunde.'],
  ])('A request for a link shows the reason of its failure: %s', async (_, answer, words) => {
    await send('joerg@example.de', { [linkCall]: answer })
    expect(await screen.findByRole('alert')).toHaveTextContent(words)
  })

  test('On the server no form for another link is rendered, because the form needs a script', () => {
    expect(renderToString(<LinkAgain />)).toBe('')
  })
})
