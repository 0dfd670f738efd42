import { join } from 'node:path'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { handbook } from './scripts/build/handbook.ts'
import { defineSchema } from './scripts/migrations/define.ts'
import { isGate } from './tests/gate.ts'

// No test asserts a time. The limit only ends a test that hangs: the longest takes five seconds alone, and on a machine
// with ten times its load must not fail.
const patience = { testTimeout: 240_000, hookTimeout: 240_000 }

// The name of a file says that it takes long: at random, every fault in turn, a whole guild, or a whole command.
const exclude = isGate ? ['**/*.long.test.ts'] : []

/** Told by `npm run soak` alone. */
const { SOAK_SEED } = process.env
/** Measured by `npm run bench` alone: how often, and which routes. */
const { BENCH_ROUNDS, BENCH_ONLY } = process.env

export default defineConfig({
  test: {
    // Left to itself, vitest would use one core of two.
    maxWorkers: 2,
    // Files share a process with its libraries, jsdom and workerd; the setup files give each of them
    // an empty database or page, and modules of ours of its own.
    isolate: false,
    // The workerd pool cannot read modules that were cached on disk by the other projects.
    fsModuleCache: false,
    projects: [
      {
        test: {
          name: 'domain',
          ...patience,
          include: ['tests/domain/**/*.test.ts'],
          exclude,
          environment: 'node',
        },
      },
      {
        test: {
          name: 'operations',
          ...patience,
          include: ['tests/operations/**/*.test.ts'],
          exclude,
          environment: 'node',
        },
      },
      inWorkerd({ name: 'api', include: ['tests/api/**/*.test.ts'], exclude }),
      {
        plugins: [react(), handbook()],
        test: {
          name: 'web',
          ...patience,
          include: ['tests/web/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['tests/support/web-setup.ts'],
        },
      },
      ...(SOAK_SEED
        ? [
            inWorkerd({ name: 'soak', include: ['tests/soak/*.test.ts'] }),
            {
              test: {
                name: 'soak-commands',
                ...patience,
                include: ['tests/soak/commands/*.test.ts'],
                environment: 'node' as const,
              },
            },
          ]
        : []),
      ...(BENCH_ROUNDS ? [inWorkerd({ name: 'bench', include: ['tests/bench/*.test.ts'] })] : []),
    ],
  },
})

/** On the platform's own runtime, with an embedded database. */
function inWorkerd(test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration {
  return {
    define: defineSchema,
    plugins: [
      cloudflareTest(async () => ({
        main: './worker/index.ts',
        wrangler: { configPath: './wrangler.toml' },
        miniflare: {
          assets: { directory: join(process.env.BUILD_DIR ?? 'dist', 'client') },
          bindings: {
            JWT_SECRET: 'only-for-the-tests-of-this-project',
            TEST_MIGRATIONS: await readD1Migrations('migrations'),
            ...(SOAK_SEED && { SOAK_SEED }),
            ...(BENCH_ROUNDS && { BENCH_ROUNDS }),
            ...(BENCH_ONLY && { BENCH_ONLY }),
          },
        },
      })),
    ],
    test: {
      ...patience,
      setupFiles: ['tests/support/api-setup.ts'],
      // Some hundred modules, which the worker's bundle holds as one as well.
      deps: { optimizer: { ssr: { enabled: true, include: ['stripe'] } } },
      ...test,
    },
  }
}
