import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cloudflare } from '@cloudflare/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { handbook } from './scripts/build/handbook.ts'
import { serviceWorker } from './scripts/build/service-worker.ts'
import { defineLastMigration } from './scripts/last-migration.ts'

const stateDir = process.env.STATE_DIR ?? '.wrangler/state'
const buildDir = process.env.BUILD_DIR ?? 'dist'
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
  define: defineLastMigration,
  server: { port: Number(process.env.PORT ?? 8787), strictPort: true },
  build: { outDir: here(buildDir), emptyOutDir: true },
  environments: {
    client: {
      build: {
        // One by one, a third of what the check-in keeps would be files of 300 bytes.
        rolldownOptions: {
          output: { codeSplitting: { groups: [{ name: 'icons', test: /lucide-react/ }] } },
        },
      },
    },
  },
})
