import { join } from 'node:path'
import { cloudflare } from '@cloudflare/vite-plugin'
import { defineConfig } from 'vite'
import { buildDir, projectDir } from '#scripts/local/project.ts'

/** Builds the benchmark's worker like the product, into a folder of its own. */
export default defineConfig({
  root: join(projectDir, 'scripts/bench'),
  plugins: [cloudflare({ configPath: join(projectDir, 'scripts/bench/wrangler.toml') })],
  build: { outDir: join(buildDir, 'bare'), emptyOutDir: true },
})
