import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cloudflare } from '@cloudflare/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { handbook } from './scripts/build/handbook.ts'
import { serviceWorker } from './scripts/build/service-worker.ts'
import { zipAtOnce } from './scripts/build/zip-at-once.ts'
import { defineSchema } from './scripts/migrations/define.ts'

const stateDir = process.env.STATE_DIR ?? '.wrangler/state'
const buildDir = process.env.BUILD_DIR ?? 'dist'

/** The start, with what the sign-in and the check-in share, so that neither loads the other. */
const app = [
  /\/web\/(index\.html|main\.tsx|shell\/(brand|main-content)\.tsx)$/,
  /\/web\/(ui\/(dialog|field|input|checkbox)|components\/failure|brand\/felt-bands)\.tsx$/,
  /\/web\/lib\/(back-to|call-failure|failure-detail|passkeys|signed-out|use-removal-focus)\.ts$/,
  /\/worker\/domain\/(password|limits)\.ts$/,
  /\/icons\/key-round\./,
]

/** The frame, with what lists share with the check-in, which must not load a list. */
const shell = [
  /\/web\/(shell\/staff-shell\.tsx|data\/auth\.ts)$/,
  /\/(unless-only-search-changed|scroll-fade)\.tsx?$/,
  /\/icons\/sliders-horizontal\./,
]

/** Shared by many pages about parades, and by no list of members. */
const paradeRules = /\/worker\/domain\/(parade|extras)\.ts$/

/** No list needs what draws and sends forms. */
const forms =
  /\/web\/(lib\/use-submit-form|components\/(submit-(form|dialog)|form-fields|conflict-dialog))\.tsx?$/

const isAny = (patterns: readonly RegExp[]) => (id: string) =>
  patterns.some((pattern) => pattern.test(id))

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: here('web'),
  publicDir: here('web/public'),
  // Beside the database: two servers on one checkout must not disturb each other's cache.
  cacheDir: here(join(stateDir, 'vite')),
  plugins: [
    react(),
    tailwindcss(),
    cloudflare({
      configPath: here('wrangler.toml'),
      // Its folder in the build, for whichever environment: docs/operations.md deploys from there.
      viteEnvironment: { name: 'zunft' },
      persistState: { path: here(stateDir) },
    }),
    handbook(),
    serviceWorker(),
  ],
  worker: { format: 'es', plugins: () => [zipAtOnce()] },
  define: defineSchema,
  server: { port: Number(process.env.PORT ?? 8787), strictPort: true },
  build: {
    outDir: here(buildDir),
    emptyOutDir: true,
    // Every browser that the build is for knows it.
    modulePreload: { polyfill: false },
  },
  environments: {
    client: {
      build: {
        // Each group takes along all that it imports and no group before it has. One by one, a list would be
        // eighty files, most of 300 bytes; tests/operations/weight.test.ts counts them.
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'app', test: isAny(app), priority: 8 },
                { name: 'shell', test: isAny(shell), priority: 7 },
                {
                  name: 'login',
                  test: /\/web\/(shell\/sign-in-shell|auth\/login-page)\.tsx$/,
                  priority: 6,
                },
                // What opens over a page, when it does.
                { name: 'overlays', test: /\/web\/lib\/radix\.ts$/, priority: 5 },
                {
                  name: 'common',
                  test: (id) =>
                    /\/(web|worker)\//.test(id) && !forms.test(id) && !paradeRules.test(id),
                  minShareCount: 14,
                  priority: 4,
                },
                { name: 'outbox', test: /\/web\/shell\/outbox-part\.ts$/, priority: 3 },
                { name: 'forms', test: forms, priority: 2 },
                {
                  name: 'lists',
                  test: /\/web\/(components\/data-table\/|members\/members-page\.tsx$)/,
                  priority: 1,
                },
                {
                  name: 'parade',
                  test: /\/(web\/data\/parades\.ts|web\/components\/extra-fields\.tsx|worker\/domain\/(parade|birthdays|extras)\.ts)$/,
                  priority: 0,
                },
                // Those of single pages.
                { name: 'icons', test: /lucide-react/, priority: 0 },
              ],
            },
          },
        },
      },
    },
  },
})
