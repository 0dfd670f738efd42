import type { Plugin } from 'vite'

/**
 * `write-excel-file` packs large sheets in workers that fflate makes from blobs, which the app's content
 * policy forbids. The library runs in a worker of the app already, so it may pack synchronously.
 */
export function zipAtOnce(): Plugin {
  const name = '\0zip-at-once'
  return {
    name: 'zip-at-once',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === 'fflate' && importer?.includes('/write-excel-file/') ? name : null,
    load: (id) => (id === name ? code : null),
  }
}

const code = `
import { zipSync } from 'fflate'
export * from 'fflate'
export const zip = (files, done) => done(null, zipSync(files))
`
