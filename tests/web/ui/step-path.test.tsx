import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { type PathStep, StepPath } from '#web/components/step-path.tsx'

const steps: PathStep[] = [
  {
    id: 'close',
    title: 'Festschreiben',
    state: 'done',
    date: 'am 14.11.2026',
    figure: '312 Beiträge',
    text: 'Die Beiträge stehen fest.',
    action: <a href="/close">Ansehen</a>,
  },
  { id: 'letters', title: 'Ankündigen', state: 'notNeeded' },
  {
    id: 'file',
    title: 'SEPA-Datei',
    state: 'now',
    figure: '290 Beiträge',
    text: 'Die Datei geht an die Bank.',
    action: <a href="/file">Zur Datei</a>,
  },
  { id: 'report', title: 'Abrechnung', state: 'now', action: <a href="/report">Öffnen</a> },
  { id: 'statement', title: 'Kontoauszug', state: 'later', text: 'Nach dem Einzug.' },
]

const itemOf = (title: string) => {
  const item = screen.getByText(title).closest('li')
  if (!item) throw new Error(`no step ${title}`)
  return within(item)
}

describe('the path of steps', () => {
  test('The steps are an ordered list, in which the first step in the state "now" is marked as current', () => {
    render(<StepPath steps={steps} aria-label="Das Beitragsjahr" />)
    const items = within(screen.getByRole('list')).getAllByRole('listitem')
    expect(items.map((item) => item.id)).toEqual([
      'close',
      'letters',
      'file',
      'report',
      'statement',
    ])
    expect(items.map((item) => item.getAttribute('aria-current'))).toEqual([
      null,
      null,
      'step',
      null,
      null,
    ])
    expect(screen.getByRole('list').tagName).toBe('OL')
    expect(screen.getByRole('region', { name: 'Das Beitragsjahr' })).toBeVisible()
  })

  test('Each step shows its state in words, with its date and its number', () => {
    render(<StepPath steps={steps} aria-label="Das Beitragsjahr" />)
    expect(itemOf('Festschreiben').getByText('Erledigt, am 14.11.2026')).toBeVisible()
    expect(itemOf('Festschreiben').getByText('312 Beiträge')).toBeVisible()
    expect(itemOf('Ankündigen').getByText('Nicht nötig')).toBeVisible()
    expect(itemOf('SEPA-Datei').getByText('Jetzt')).toBeVisible()
    expect(itemOf('Kontoauszug').getByText('Später')).toBeVisible()
  })

  test('A finished step is folded and can be unfolded by a click; the current step is unfolded', async () => {
    render(<StepPath steps={steps} aria-label="Das Beitragsjahr" />)
    const folded = screen.getByText('Die Beiträge stehen fest.')
    expect(folded).not.toBeVisible()
    expect(screen.getByRole('link', { name: 'Zur Datei' })).toBeVisible()
    const fold = folded.closest('details')
    await userEvent.click(itemOf('Festschreiben').getByText('Festschreiben'))
    expect(fold).toHaveAttribute('open')
    expect(screen.getByRole('link', { name: 'Ansehen' })).toBeVisible()
  })

  test('A step without a text cannot be unfolded', () => {
    render(<StepPath steps={steps} aria-label="Das Beitragsjahr" />)
    expect(screen.getByText('Ankündigen').closest('details')).toBeNull()
  })
})
