import enrolment from '#web/enrolment.html?raw'
import staff from '#web/index.html?raw'
import myOrder from '#web/my-order.html?raw'

// Stands in for the built web, so that no test here waits for a build: the templates as they are
// written, with the styles in the page, where the build puts them. What the build makes of them is
// told by the browser's tests.

const styles = '<style>body { margin: 0 }</style>'
const built = (template: string) => template.replace(/<link rel="stylesheet"[^>]*>/, styles)

const files: Record<string, string> = {
  '/': staff,
  '/enrolment': built(enrolment),
  '/my-order': built(myOrder),
}

export const assets = {
  async fetch({ url }: Request): Promise<Response> {
    const file = files[new URL(url).pathname]
    if (file === undefined) return new Response('no file', { status: 404 })
    return new Response(file, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
  },
}
