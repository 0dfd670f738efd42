import { expect, test } from 'vitest'
import { countAudit } from '#scripts/test/counts.ts'
import { judgeAudit } from '#scripts/test/judge-audit.ts'

const none = { info: 0, low: 0, moderate: 0, high: 0, critical: 0, total: 0 }

test('The audit of npm packages passes without findings', () => {
  const said = { auditReportVersion: 2, vulnerabilities: {}, metadata: { vulnerabilities: none } }
  expect(judgeAudit(JSON.stringify(said)).verdict).toBe('clean')
  expect(countAudit(0)).toEqual({ passed: 1, failed: 0, skipped: 0 })
})

test('The audit of npm packages fails even for a finding of low severity, and the message contains the library', () => {
  const metadata = { vulnerabilities: { ...none, low: 1, total: 1 } }
  const said = { vulnerabilities: { hono: { severity: 'low', name: 'hono' } }, metadata }
  expect(judgeAudit(JSON.stringify(said))).toEqual({ verdict: 'vulnerable', lines: ['low: hono'] })
  expect(countAudit(1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test.each([
  ['', 'no answer in time'],
  ['{"message":"405 Method Not Allowed","method":"POST","statusCode":405}', 'a refusal'],
  ['{"error":{"code":"ENOTFOUND","summary":"","detail":""}}', 'no network'],
  ['<html>', "a proxy's page"],
  ['null', 'null'],
])(
  'If the registry gives no usable answer ($1), the audit of npm packages prints NOT CHECKED and neither passes nor fails',
  (said) => {
    const { verdict, lines } = judgeAudit(said)
    expect(verdict).toBe('unanswered')
    expect(lines.join()).toContain('NOT CHECKED')
    expect(countAudit(2)).toEqual({ passed: 0, failed: 0, skipped: 0 })
  },
)
