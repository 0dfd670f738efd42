import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Failure as FailureAlert } from '#web/components/failure.tsx'
import { defineMutation, defineQuery, queryClient } from '#web/lib/query.ts'
import type { Failure } from '#web/lib/result.ts'
import { useSubmit } from '#web/lib/use-submit.ts'

// "Sieh nach, ob es gespeichert ist": the lists on the screen are reloaded automatically.

function screenWith(error: Failure['error']) {
  let asked = 0
  const list = defineQuery(
    ['list', String(error?.code)],
    'Die Liste konnte nicht geladen werden.',
    () => {
      asked += 1
      return Promise.resolve({ ok: true as const, status: 200, data: `Stand ${asked}` })
    },
  )
  const saving = defineMutation('Der Umzug konnte nicht gespeichert werden.', () =>
    Promise.resolve({
      ok: false as const,
      failure: { type: 'ApiError' as const, status: 503, ...(error && { error }) },
    }),
  )
  function Page() {
    const { data } = useQuery(list)
    const { submit, failure } = useSubmit(saving)
    return (
      <>
        <p>{data}</p>
        <button type="button" onClick={() => void submit()}>
          Speichern
        </button>
        {failure && <FailureAlert failure={failure} detail={failure.error?.message} />}
      </>
    )
  }
  render(
    <QueryClientProvider client={queryClient}>
      <Page />
    </QueryClientProvider>,
  )
}

test('If the outcome of a write is unknown (503), an error is shown and the list is reloaded', async () => {
  screenWith({
    code: 'OutcomeUnknown',
    message: 'Kurze Störung. Sieh nach, ob es gespeichert ist.',
  })
  await screen.findByText('Stand 1')
  await userEvent.click(screen.getByRole('button', { name: 'Speichern' }))
  expect(await screen.findByText(/Sieh nach, ob es gespeichert ist/)).toBeVisible()
  expect(screen.getByText(/Der Umzug konnte nicht gespeichert werden/)).toBeVisible()
  expect(await screen.findByText('Stand 2')).toBeVisible()
})

test('If a write is rejected, the list is not reloaded', async () => {
  screenWith({ code: 'Conflict', message: 'Das geht nicht.' })
  await screen.findByText('Stand 1')
  await userEvent.click(screen.getByRole('button', { name: 'Speichern' }))
  await screen.findByText(/Das geht nicht/)
  expect(screen.getByText('Stand 1')).toBeVisible()
})
