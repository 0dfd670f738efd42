import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { InlineConfig, Plugin } from 'vite'
import { buildDir, projectDir } from './local/project.ts'

const web = join(projectDir, 'web')
/** Worker of "Meine Anmeldung". It imports nothing, so it stays one file. */
const orderWorker = join(web, 'service-worker/order.ts')

/** The templates that worker/pages fills, each with its one script. */
export const templates = ['enrolment.html', 'my-order.html', 'result.html'] as const

/**
 * Builds a public page into the folder of the staff's build, after it. Each template is built alone: together
 * they would share chunks, and a first view would request many small files.
 */
export function pageBuild(template: (typeof templates)[number]): InlineConfig {
  return {
    configFile: false,
    root: web,
    publicDir: false,
    plugins: [react(), tailwindcss(), inlineStyles(), plainImports()],
    logLevel: 'warn',
    build: {
      outDir: join(buildDir, 'client'),
      emptyOutDir: false,
      // Scripts need no style files: styles are inlined.
      modulePreload: false,
      cssCodeSplit: false,
      rolldownOptions: {
        input: [join(web, template), ...(template === 'my-order.html' ? [orderWorker] : [])],
        output: {
          entryFileNames: ({ facadeModuleId }) =>
            facadeModuleId === orderWorker ? 'order-sw.js' : 'assets/[name]-[hash].js',
          // One chunk with all imports of an entry; otherwise parts shared with later chunks become many
          // small files.
          codeSplitting: {
            groups: [
              { name: 'first', test: /\/public\/main\.ts$/, priority: 1 },
              { name: 'live', test: /\/public\/live\.tsx$/ },
            ],
          },
        },
      },
    },
  }
}

/** Inlines the styles into the page, so that the first packets have all that a first paint needs. */
function inlineStyles(): Plugin {
  return {
    name: 'inline-styles',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        return html.replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, (_, file) => {
          const styles = bundle[file]
          if (styles?.type !== 'asset') throw new Error(`No styles in ${file}`)
          delete bundle[file]
          return `<style>${String(styles.source).trim()}</style>`
        })
      },
    },
  }
}

/**
 * Vite's helper for loading chunks looks for styles first; these pages have none, so plain imports save 1 kB.
 */
function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    enforce: 'pre',
    load: (id) =>
      id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load()' : null,
  }
}
