import { describe, expect, test } from 'vitest'
import { call, setClock } from '#tests/support/api.ts'

const getPage = (path = '/parade-enrolment') => call('GET', path)

describe('the enrolment page', () => {
  test('is a whole page, kept for a minute', async () => {
    setClock()
    const answer = await getPage()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe('text/html; charset=UTF-8')
    expect(answer.headers.get('Cache-Control')).toBe(
      'public, max-age=60, stale-while-revalidate=300, stale-if-error=3600',
    )
    expect(await answer.text()).toContain('>Umzugsanmeldung</h1>')
  })
})
