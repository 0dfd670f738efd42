import enrolment from '#web/enrolment.html?raw'
import staff from '#web/index.html?raw'
import myOrder from '#web/my-order.html?raw'
import result from '#web/result.html?raw'

// Replaces the built web, so that no test needs a build: the templates from the sources, with the styles
// where the build puts them. The browser tests check the real build.

const styles = '<style>body { margin: 0 }</style>'
const built = (template: string) => template.replace(/<link rel="stylesheet"[^>]*>/, styles)

const files: Record<string, string> = {
  '/': staff,
  '/enrolment': built(enrolment),
  '/my-order': built(myOrder),
  '/result': built(result),
}

export const assets = {
  async fetch({ url }: Request): Promise<Response> {
    const file = files[new URL(url).pathname]
    if (file === undefined) return new Response('no file', { status: 404 })
    return new Response(file, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
  },
}
