import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { executed, type Failure, fakeCloud } from '#tests/support/fake-wrangler.ts'

// npm run deploy, from nothing to the link of the first access: each step in its order, each failure
// with what to do, and nothing twice. The cloud is played by a stand-in of wrangler on the PATH.

let world: Awaited<ReturnType<typeof fakeCloud>>

beforeEach(async () => {
  world = await fakeCloud()
})
afterEach(() => world.remove())

const steps = [
  'whoami',
  'd1 list',
  'd1 create',
  'secret list',
  'build',
  'npm sbom',
  'd1 execute SCHEMA',
  'd1 time-travel info',
  'd1 migrations apply',
  'd1 execute CHECKSUMS',
  'deploy',
  'd1 execute SELECT',
  'd1 execute INSERT',
]

/** `d1 execute DB … SELECT …` → `d1 execute SELECT` */
function stepOf(call: string): string {
  if (call.startsWith('d1 execute')) return `d1 execute ${executed(call)}`
  return steps.find((step) => call.startsWith(step)) ?? call
}
const walk = (asked: readonly string[]) => asked.map(stepOf)

const links = () =>
  world.database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'setup_links'`).get()
    ? world.database.prepare('SELECT * FROM setup_links').all()
    : []
const linkIn = (output: string) => /\/setup#([\w-]{43})$/m.exec(output)?.[1]

const restore =
  'npx wrangler d1 time-travel restore DB --env production --bookmark=00000085-0000024c-00004c6d'

describe('the first deploy', () => {
  test('The first deploy takes every step in the right order and prints the link of the first access', async () => {
    const { code, output, asked } = await world.deploy()
    expect(code, output).toBe(0)
    expect(walk(asked)).toEqual(steps)
    expect(asked).toContainEqual(expect.stringMatching(/^d1 create zunft --jurisdiction eu\b/))
    for (const call of asked.filter((one) => / DB /.test(`${one} `))) {
      expect(call, call).toContain('--env production')
    }
    for (const call of asked.filter((one) => /^d1 (execute|migrations)/.test(one))) {
      expect(call).toContain('--remote')
    }
    expect(asked).toContain('build production')
    expect(output).toContain('00000085-0000024c-00004c6d')
    expect(world.cloud()).toMatchObject({ migrated: 1, deployed: 1 })

    const token = linkIn(output) ?? ''
    expect(output).toContain(`${world.origin}/setup#${token}`)
    const [link] = links()
    expect(links()).toHaveLength(1)
    expect(link?.hash).toBe(createHash('sha256').update(token).digest('hex'))
    const days = Date.parse(`${link?.expires_at}`) - Date.parse(`${link?.created_at}`)
    expect(days).toBe(7 * 24 * 60 * 60_000)
    // Other users of the machine cannot read it.
    expect(asked.join('\n')).not.toContain(token)
  })

  test('The first deploy writes database and address to the production environment only', async () => {
    const before = world.toml()
    await world.deploy()
    const [own, production = ''] = world.toml().split('\n[env.production]\n')
    expect(own).toBe(before.split('\n[env.production]\n')[0])
    expect(production).toContain('database_id = "22222222-2222-4222-8222-222222222220"')
    expect(production).toContain(`APP_ORIGIN = "${world.origin}"`)
    expect(production).toContain(
      `routes = [{ pattern = "${new URL(world.origin).host}", custom_domain = true }]`,
    )
    const lines = (text: string) => text.split('\n')
    const changed = lines(world.toml()).filter((line) => !lines(before).includes(line))
    expect(changed).toHaveLength(3)
  })

  test('The first deploy passes the secret in a file that only its owner may read, and deletes the file', async () => {
    const { asked, output } = await world.deploy()
    const { secrets, secretFiles } = world.cloud()
    const secret = secrets?.JWT_SECRET ?? ''
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(secretFiles.map(({ mode }) => mode)).toEqual([0o600])
    expect(world.left()).toEqual([])
    expect(asked.join('\n') + output).not.toContain(secret)
  })

  test('A deploy writes a list of all libraries (CycloneDX) beside the build and prints its path', async () => {
    const { asked, output } = await world.deploy()
    expect(asked).toContain('npm sbom --sbom-format cyclonedx')
    const list = JSON.parse(readFileSync(world.inside('dist/sbom.cdx.json'), 'utf8'))
    expect(list).toMatchObject({ bomFormat: 'CycloneDX' })
    expect(output).toContain('dist/sbom.cdx.json')
  })

  test('If a database with the name "zunft" was created by hand, the first deploy uses it instead of creating one', async () => {
    const cloud = world.cloud()
    cloud.databases.push({ uuid: '33333333-3333-4333-8333-333333333333', name: 'zunft' })
    writeFileSync(world.inside('cloud/cloud.json'), JSON.stringify(cloud))
    const { code, asked } = await world.deploy()
    expect(code).toBe(0)
    expect(walk(asked)).not.toContain('d1 create')
    expect(world.toml()).toContain('database_id = "33333333-3333-4333-8333-333333333333"')
  })
})

describe('the encryption of the address', () => {
  test('A deploy prints no warning if the address is served with encryption only', async () => {
    const { code, output } = await world.deploy()
    expect(code).toBe(0)
    expect(output).not.toContain('ACHTUNG')
    expect(output).toContain('Ohne Verschlüsselung')
  })

  test.each([
    ['is answered', ''],
    ['is sent on without encryption', 'http://umzug.schellental.de/anmeldung'],
  ])('A deploy prints a warning when a request without encryption %s', async (_, redirect) => {
    world.site.redirect = redirect
    const { code, output } = await world.deploy()
    expect(code).toBe(0)
    expect(output).toMatch(/ACHTUNG: .*unverschlüsselt/)
    expect(output).toContain('Always Use HTTPS')
    expect(output).not.toContain('Minimum TLS Version')
    // The link of the first access stays the last line.
    expect(linkIn(output.trimEnd())).toBeDefined()
  })

  test('A deploy prints a warning when the address accepts a TLS version before 1.2', async () => {
    world.site.takesOldTls = true
    const { code, output } = await world.deploy()
    expect(code).toBe(0)
    expect(output).toMatch(/ACHTUNG: .*TLS 1\.1/)
    expect(output).toContain('Minimum TLS Version')
    expect(output).not.toContain('Always Use HTTPS')
  })
})

describe('a second deploy', () => {
  test('A second deploy makes no further database or secret, and prints a new link while there is no user', async () => {
    const first = await world.deploy()
    const toml = world.toml()
    const { secrets } = world.cloud()
    const second = await world.deploy()
    expect(second.code, second.output).toBe(0)
    expect(walk(second.asked)).toEqual(steps.filter((step) => step !== 'd1 create'))
    expect(second.asked.join('\n')).not.toContain('--secrets-file')
    expect(world.toml()).toBe(toml)
    expect(world.cloud().secrets).toEqual(secrets)
    expect(world.cloud().databases).toHaveLength(1)
    expect(links()).toHaveLength(1)
    expect(linkIn(second.output)).not.toBe(linkIn(first.output))
  })

  test('A deploy prints no link of the first access once there is a user', async () => {
    await world.deploy()
    world.database.exec(`DELETE FROM setup_links;
      INSERT INTO users (email_address, password_hash, created_at) VALUES ('a@example.test', 'x', '')`)
    const { code, output, asked } = await world.deploy()
    expect(code).toBe(0)
    expect(output).not.toContain('/setup#')
    expect(walk(asked)).not.toContain('d1 execute INSERT')
    expect(links()).toEqual([])
  })
})

describe('a step that fails', () => {
  const failures: Failure[] = [
    ...steps.map((step) => ({ step, when: 'before' as const })),
    // Done, and the line was cut.
    ...[
      'd1 create',
      'd1 migrations apply',
      'd1 execute CHECKSUMS',
      'deploy',
      'd1 execute INSERT',
    ].map((step) => ({
      step,
      when: 'after' as const,
    })),
  ]

  test.each(failures)(
    'When the step "$step" fails $when it is done, the deploy says what to do, and a second run succeeds',
    async (failure) => {
      const failed = await world.deploy(failure)
      expect(failed.code).toBe(1)
      const at = steps.indexOf(failure.step)
      expect(walk(failed.asked)).toEqual(steps.slice(0, at + 1))
      expect(failed.output).toContain('Danach denselben Befehl noch einmal')
      expect(failed.output).toMatch(/the cloud is in the clouds|no such module|left-pad/)
      const isMigrated = at >= steps.indexOf('d1 migrations apply')
      expect(failed.output.includes(restore)).toBe(isMigrated)
      expect(world.left()).toEqual([])
      expect(linkIn(failed.output)).toBeUndefined()

      const { code, output, asked } = await world.deploy()
      expect(code, output).toBe(0)
      const isMade = at > 2 || failure.when === 'after'
      expect(walk(asked)).toEqual(steps.filter((step) => step !== 'd1 create' || !isMade))
      expect(linkIn(output)).toBeDefined()
      expect(world.cloud().databases).toHaveLength(1)
      expect(world.cloud().secretFiles).toHaveLength(1)
      expect(links()).toHaveLength(1)
    },
  )

  test('A database of another version of the program stops the deploy before anything is migrated', async () => {
    world.database.exec('CREATE TABLE members (id INTEGER)')
    const failed = await world.deploy()
    expect(failed.code).toBe(1)
    expect(walk(failed.asked).at(-1)).toBe('d1 execute SCHEMA')
    expect(failed.output).toContain('von einer anderen Fassung des Programms (die Tabelle ')
    expect(failed.output).not.toContain('time-travel restore')
    expect(world.cloud()).toMatchObject({ migrated: 0, deployed: 0 })
  })

  test('An index that was dropped by hand stops the deploy before anything is migrated', async () => {
    expect((await world.deploy()).code).toBe(0)
    world.database.exec('DROP INDEX orders_by_state')
    const failed = await world.deploy()
    expect(failed.code).toBe(1)
    expect(failed.output).toContain('der Index orders_by_state ist anders als in migrations/')
    expect(world.cloud()).toMatchObject({ migrated: 1, deployed: 1 })
  })

  test('A migration that was edited after it was applied stops the deploy before the release', async () => {
    expect((await world.deploy()).code).toBe(0)
    world.database.exec(`UPDATE migration_checksums SET checksum = 'older'
      WHERE name = '0002_defaults.sql'`)
    const failed = await world.deploy()
    expect(failed.code).toBe(1)
    expect(failed.output).toContain('0002_defaults.sql hat sich seitdem geändert')
    expect(world.cloud().deployed).toBe(1)
  })

  test('If the list of secrets cannot be read, the deploy stops and does not replace the secret', async () => {
    expect((await world.deploy()).code).toBe(0)
    const { secrets } = world.cloud()
    const failed = await world.deploy({ step: 'secret list', when: 'wrongOutput' })
    expect(failed.code).toBe(1)
    expect(failed.output).toContain('Danach denselben Befehl noch einmal')
    expect(walk(failed.asked).at(-1)).toBe('secret list')
    expect(world.cloud().secrets).toEqual(secrets)
  })

  test.each([
    ['an old version is served', { schema: '0001_schema.sql' }, /0001_schema\.sql statt/],
    ['the page is not protected', { policy: '' }, /Content-Security-Policy/],
    ['the address does not answer', { isUp: false }, /antwortet nicht/],
  ])(
    'If, after the release, %s, the deploy fails and says how to restore the database',
    async (_, broken, words) => {
      const well = { ...world.site }
      Object.assign(world.site, broken)
      const failed = await world.deploy()
      expect(failed.code).toBe(1)
      expect(walk(failed.asked)).toEqual(steps.slice(0, steps.indexOf('deploy') + 1))
      expect(failed.output).toMatch(words)
      expect(failed.output).toContain(restore)
      expect(failed.output).toContain('npx wrangler tail --env production')
      Object.assign(world.site, well)
      expect((await world.deploy()).code).toBe(0)
    },
  )

  test('No secret file is left when the deploy is ended by a signal', async () => {
    const { code } = await world.deploy({ step: 'deploy', when: 'hangs' })
    expect(code).toBe(1)
    expect(world.left.before).toHaveLength(1)
    expect(world.left()).toEqual([])
    expect(world.cloud().deployed).toBe(0)
  })

  test('A deploy without wrangler fails and recommends npm ci', async () => {
    rmSync(world.inside('bin/wrangler'))
    const { code, output } = await world.deploy()
    expect(code).toBe(1)
    expect(output).toContain('npm ci')
  })

  test('If the account does not have the database of wrangler.toml, the deploy stops and changes nothing', async () => {
    const toml = world.toml().replace(/<wrangler[^>]*>/, '44444444-4444-4444-8444-444444444444')
    writeFileSync(world.inside('wrangler.toml'), toml)
    const { code, output, asked } = await world.deploy()
    expect(code).toBe(1)
    expect(walk(asked)).toEqual(['whoami', 'd1 list'])
    expect(output).toContain('gibt es in diesem Konto nicht')
    expect(world.toml()).toBe(toml)
  })
})

describe('a dry run', () => {
  const dry = () =>
    world.deploy(undefined, ['--origin', 'https://umzug.schellental.de', '--dry-run'])

  test('A dry run of a deploy prints what it would do and changes nothing', async () => {
    const before = { toml: world.toml(), cloud: world.cloud() }
    const { code, output, asked } = await dry()
    expect(code, output).toBe(0)
    expect(walk(asked)).toEqual(['whoami', 'd1 list', 'secret list'])
    for (const word of ['Datenbank zunft in der EU anlegen', 'JWT_SECRET erzeugen', 'migrieren']) {
      expect(output).toContain(word)
    }
    expect({ toml: world.toml(), cloud: world.cloud() }).toEqual(before)
    expect(links()).toEqual([])
  })

  test('A dry run after a deploy says that database and secret exist', async () => {
    await world.deploy()
    const { output } = await dry()
    expect(output).toContain('Die Datenbank zunft ist da.')
    expect(output).toContain('JWT_SECRET ist da')
  })
})

test.each([
  [],
  ['--origin', 'umzug.schellental.de'],
  ['--origin', 'http://umzug.schellental.de'],
  ['--origin', 'http://localhost:8787'],
  ['--origin', 'https://umzug.schellental.de/login'],
  ['--origin', 'https://umzug.example.de'],
  ['--origin', 'https://umzug.schellental.de', '--force'],
])('A deploy with the options %j is rejected before anything is done', async (...args) => {
  const before = world.toml()
  const { code, output, asked } = await world.deploy(undefined, args)
  expect(code).toBe(1)
  expect(output).toContain('--origin')
  expect(asked).toEqual([])
  expect(world.toml()).toBe(before)
})
