import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  fact,
  openParade,
  paradeCall,
  participantsCall,
  titleShown,
} from '#tests/support/parade-page.ts'
import { aParade } from '#tests/support/parade-rows.ts'
import { json, noContent, offline, refusal, type WireTable } from '#tests/support/wire.ts'

const remove = 'DELETE /api/parade/:id'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the facts of a parade', () => {
  test('The page of a parade shows date, host, place, prices and the other facts', async () => {
    openParade()
    await titleShown()
    expect(fact('Datum')).toHaveTextContent('So 10.01.2027')
    expect(fact('Gastgeber')).toHaveTextContent('Butzenzunft Moosried')
    expect(fact('Ort')).toHaveTextContent('72996 Moosried')
    expect(fact('Umzugsnummer')).toHaveTextContent('12')
    expect(fact('Kinderumzug')).toHaveTextContent('Nein')
    expect(fact('Kommentar')).toHaveTextContent('Bus ab 11:15 Uhr')
    expect(fact('Preis Erwachsene')?.textContent).toBe('8,00\u00a0€')
    expect(fact('Preis Kinder')?.textContent).toBe('4,00\u00a0€')
    expect(fact('Anmeldungen')).toHaveTextContent('3')
    expect(fact('Bestätigt')).toHaveTextContent('2')
  })

  test.each([
    ['2026-11-11', '2027-01-02', 'Jetzt offen'],
    ['2026-12-01', '2027-01-02', 'Noch nicht offen'],
    ['2026-10-01', '2026-11-20', 'Geschlossen'],
  ])('An enrolment from %s to %s is labelled "%s" on 21.11.2026', async (start, end, words) => {
    openParade({
      wire: {
        [paradeCall]: json(aParade({ dateEnrolmentStart: start, dateEnrolmentEnd: end })),
      },
    })
    await titleShown()
    expect(fact('Zeitraum')).toHaveTextContent(words)
  })

  test('Missing facts of a parade are shown as a dash', async () => {
    openParade({
      wire: {
        [paradeCall]: json(aParade({ comment: '', paradeNumber: 0, hostPlz: '', hostTown: '' })),
      },
    })
    await titleShown()
    for (const label of ['Kommentar', 'Umzugsnummer', 'Ort']) {
      expect(fact(label)).toHaveTextContent(/^–$/)
    }
  })

  test('On the day of a parade its page is marked "Heute"', async () => {
    openParade({ wire: { [paradeCall]: json(aParade({ date: '2026-11-21' })) } })
    expect(await titleShown('Ringtreffen Moosried Heute')).toBeVisible()
  })

  test('If a parade fails to load, its participants are visible and it can be loaded again', async () => {
    const { person } = openParade({ wire: { [paradeCall]: [offline, json(aParade())] } })
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Der Umzug konnte nicht geladen werden',
    )
    expect(await screen.findByText('Gruber, Annegret')).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Erneut laden' }))
    expect(await titleShown()).toBeVisible()
  })

  test('A parade that does not exist (404) shows a sentence with a link to the list', async () => {
    openParade({
      wire: {
        [paradeCall]: refusal(404, 'NotFound'),
        [participantsCall]: refusal(404, 'NotFound'),
      },
    })
    expect(await titleShown('Diesen Umzug gibt es nicht')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Zu den Umzügen' })).toHaveAttribute('href', '/parades')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})

describe('the rights on the page of a parade', () => {
  const buttons = async () => {
    await titleShown()
    return {
      remove: screen.queryByRole('button', { name: 'Löschen' }) !== null,
      edit: screen.queryByRole('link', { name: 'Bearbeiten' }) !== null,
      checkIn: screen.queryByRole('link', { name: 'Teilnahme abhaken' }) !== null,
    }
  }

  test('Management sees on a parade the buttons to delete it, to edit it and to check in', async () => {
    openParade()
    expect(await buttons()).toEqual({ remove: true, edit: true, checkIn: true })
    const checkIn = screen.getByRole('link', { name: 'Teilnahme abhaken' })
    expect(checkIn).toHaveAttribute('href', '/parades/participation/check/7')
    const edit = screen.getByRole('link', { name: 'Bearbeiten' })
    expect(edit).toHaveAttribute('href', '/parades/edit/7')
  })

  test('A read-only user has no actions on a parade', async () => {
    openParade({ roles: ['readonly'] })
    expect(await buttons()).toEqual({ remove: false, edit: false, checkIn: false })
  })

  test('A reader who is also a helper sees on a parade only the button to check in', async () => {
    openParade({ roles: ['readonly', 'helper'] })
    expect(await buttons()).toEqual({ remove: false, edit: false, checkIn: true })
  })
})

describe('deleting a parade', () => {
  const empty: WireTable = {
    [paradeCall]: json(aParade({ registrationCount: 0, participationCount: 0 })),
    [participantsCall]: json([]),
  }

  async function askToDelete(wire: WireTable = empty) {
    const app = openParade({ wire })
    await titleShown()
    await app.person.click(screen.getByRole('button', { name: 'Löschen' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Umzug löschen?' }))
    return { ...app, dialog }
  }

  test('Before a parade is deleted, a question shows its title, and "Abbrechen" deletes nothing', async () => {
    const { dialog, person, wire } = await askToDelete()
    expect(dialog.getByText(/„Ringtreffen Moosried“ am So 10.01.2027/)).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Abbrechen' })).toHaveFocus()
    await person.click(dialog.getByRole('button', { name: 'Abbrechen' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    expect(screen.getByRole('button', { name: 'Löschen' })).toHaveFocus()
    expect(wire.calls.map((call) => call.method)).not.toContain('DELETE')
  })

  test('Deleting a parade leads to the list', async () => {
    const { dialog, person, router } = await askToDelete({ ...empty, [remove]: noContent })
    await person.click(dialog.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/parades'))
    expect(screen.getByText('Umzug gelöscht')).toBeVisible()
  })

  test('A parade with enrolments cannot be deleted, and the dialog says why', async () => {
    const { dialog, person } = await askToDelete({})
    expect(dialog.getByRole('alert')).toHaveTextContent(
      'Zu diesem Umzug gibt es 3 Anmeldungen. Deshalb kann er nicht gelöscht werden.',
    )
    expect(dialog.queryByRole('button', { name: 'OK' })).not.toBeInTheDocument()
    await person.click(dialog.getByRole('button', { name: 'Schließen' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  })

  test('A deletion that the server rejects (409) shows the reason in the dialog', async () => {
    const why = 'Zu diesem Umzug gibt es Anmeldungen. Deshalb kann er nicht gelöscht werden.'
    const { dialog, person } = await askToDelete({
      ...empty,
      [remove]: refusal(409, 'ParadeInUse', why),
    })
    await person.click(dialog.getByRole('button', { name: 'OK' }))
    const alert = await dialog.findByRole('alert')
    expect(alert).toHaveTextContent('Der Umzug konnte nicht gelöscht werden')
    expect(alert).toHaveTextContent(why)
  })
})
