import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { InlineConfig, Plugin } from 'vite'
import { buildDir, projectDir } from './local/project.ts'

const web = join(projectDir, 'web')
/** Of "Meine Anmeldung". It imports nothing, so it stays one file. */
const orderWorker = join(web, 'service-worker/order.ts')

/** The templates that worker/pages fills, each with the one script it names. */
export const templates = ['enrolment.html', 'my-order.html', 'result.html'] as const

/**
 * A public page's own build, into the folder of the staff's, after it. Each template is built alone:
 * together they would share chunks, and a first view would ask for many small files.
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
      // No script waits for a style: those stand in the page.
      modulePreload: false,
      cssCodeSplit: false,
      rolldownOptions: {
        input: [join(web, template), ...(template === 'my-order.html' ? [orderWorker] : [])],
        output: {
          entryFileNames: ({ facadeModuleId }) =>
            facadeModuleId === orderWorker ? 'order-sw.js' : 'assets/[name]-[hash].js',
          // Each with all that it imports; else what later chunks share with them becomes many small files.
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

/** Styles stand in the page itself: with the first packets there is all that a first paint needs. */
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

/** Vite's own way of loading a chunk looks for styles first, and these pages have none beside their own: 1 kB. */
function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    enforce: 'pre',
    load: (id) =>
      id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load()' : null,
  }
}
