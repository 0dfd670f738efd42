import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { experimental_readRawConfig as readConfig } from 'wrangler'
import { readWranglerCall } from '#tests/support/wrangler-commands.ts'

// These commands are typed on the worst day of the guild's year: each has to reach the deployed
// database, and not the placeholder of one's own machine.

const text = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
const blocks = [...text.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].map(([, body]) => body ?? '')
const lines = blocks.flatMap((block) =>
  block
    .trim()
    .split('\n')
    .map((line) => line.trim()),
)
const calls = lines.filter((line) => line.includes('wrangler '))

const { rawConfig } = readConfig({ config: 'wrangler.toml' }, {})
const production = rawConfig.env?.production
const binding = production?.d1_databases?.[0]?.binding ?? ''
const builtConfig = `dist/${production?.name}/wrangler.json`

/** What is wrong with a command; `created` are the databases that the text makes itself. */
function complaints(line: string, created: readonly string[]): string[] {
  const { name, positionals, flags, hasLocal } = readWranglerCall(line)
  if (name === 'deploy') return flags.config === builtConfig ? [] : ['which config?']
  if (name === 'd1 create') return flags.jurisdiction === 'eu' ? [] : ['where?']
  const isDatabase = name.startsWith('d1 ')
  return [
    ...(flags.env === 'production' ? [] : ['which environment?']),
    ...(isDatabase && ![binding, ...created].includes(positionals[0] ?? '')
      ? ['which database?']
      : []),
    ...(isDatabase && hasLocal && (!flags.remote || flags.local) ? ['here or there?'] : []),
  ]
}

const created = calls.flatMap((line) => {
  const { name, positionals } = readWranglerCall(line)
  // The first one is `DB` from then on.
  return name === 'd1 create' && positionals[0] !== 'zunft' ? positionals : []
})

describe('the commands of docs/operations.md', () => {
  test('The check of docs/operations.md finds the wrangler commands and the database of the production configuration', () => {
    expect(binding).toBe('DB')
    expect(builtConfig).toBe('dist/zunft/wrangler.json')
    expect(created).toEqual(['zunft-2'])
    expect(calls.length).toBeGreaterThan(12)
    const names = new Set(calls.map((line) => readWranglerCall(line).name))
    for (const name of ['d1 execute', 'd1 time-travel restore', 'd1 migrations apply']) {
      expect(names).toContain(name)
    }
  })

  test('The commands of docs/operations.md are written in code blocks, one on each line', () => {
    const prose = blocks.reduce((rest, block) => rest.replace(block, ''), text)
    expect(prose.match(/npx wrangler/g)).toBeNull()
    for (const line of lines) expect(line).not.toMatch(/&&|\|\||;|\\$/)
  })

  test.each(calls)(
    'In docs/operations.md this command contains the name of its database and reaches the deployed one: %s',
    (line) => {
      expect(complaints(line, created)).toEqual([])
    },
  )

  test('In docs/operations.md each deploy follows the build for production', () => {
    const deploys = lines.flatMap((line, index) =>
      line.includes('wrangler deploy') ? [lines[index - 1]] : [],
    )
    expect(deploys.length).toBeGreaterThan(0)
    for (const before of deploys) expect(before).toBe('CLOUDFLARE_ENV=production npm run build')
  })
})

describe('the check of a command', () => {
  test.each([
    ['npx wrangler d1 time-travel info zunft', ['which environment?', 'which database?']],
    [
      'npx wrangler d1 export zunft --remote --output zunft.sql',
      ['which environment?', 'which database?'],
    ],
    ['npx wrangler d1 export DB --remote --output zunft.sql', ['which environment?']],
    ['npx wrangler d1 export DB --env production --output zunft.sql', ['here or there?']],
    [
      'npx wrangler d1 execute DB --env production --remote --local --file a.sql',
      ['here or there?'],
    ],
    ['npx wrangler d1 execute --env production --remote --file a.sql', ['which database?']],
    ['npx wrangler d1 create zunft-3', ['where?']],
    ['npx wrangler secret put JWT_SECRET', ['which environment?']],
    ['npx wrangler deploy', ['which config?']],
  ])('The check of commands reports "%s" as incomplete: %j', (line, wrong) => {
    expect(complaints(line, ['zunft-2'])).toEqual(wrong)
  })

  test.each([
    'npx wrangler d1 restore DB --env production',
    'npx wrangler d1 export DB --env production --into zunft.sql',
    'npx wrangler d1 create zunft --jurisdiction=de',
    'npx wrangler d1 export DB zunft --env production --output zunft.sql',
    'npm run build && npx wrangler deploy --config dist/zunft/wrangler.json',
  ])('The check of commands does not accept "%s" as a command of wrangler', (line) => {
    expect(() => readWranglerCall(line)).toThrow()
  })
})
