// Cloudflare's Turnstile, loaded only when the server has asked for a challenge: docs/rules.md,
// "Fairness".

type Widget = {
  sitekey: string
  action: string
  language: string
  size: 'flexible' | 'compact'
  callback: (token: string) => void
  'error-callback': () => boolean
  'timeout-callback': () => void
  'unsupported-callback': () => void
}

type Turnstile = {
  render(container: HTMLElement, widget: Widget): string
  remove(id: string): void
}

declare global {
  var turnstile: Turnstile | undefined
}

const scriptUrl = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'

/** Minimum width of the flexible widget, in pixels. */
const flexibleWidth = 300

/**
 * Shows the challenge in the container and removes it afterwards.
 * @returns Turnstile's response; the same request is sent again with it
 * @throws Error when the challenge cannot be loaded or is not passed; another try may succeed
 */
export async function solveChallenge(siteKey: string, container: HTMLElement): Promise<string> {
  const { turnstile = await loadTurnstile() } = globalThis
  const place = container.appendChild(document.createElement('div'))
  let widget: string | undefined
  try {
    return await new Promise((resolve, reject) => {
      const fail = () => reject(new Error('The challenge was not passed'))
      widget = turnstile.render(place, {
        sitekey: siteKey,
        action: 'enrol',
        language: 'de',
        size: container.clientWidth < flexibleWidth ? 'compact' : 'flexible',
        callback: resolve,
        'error-callback': () => {
          fail()
          // Returning true stops the widget from logging; the user gets our message.
          return true
        },
        'timeout-callback': fail,
        'unsupported-callback': fail,
      })
    })
  } finally {
    if (widget !== undefined) turnstile.remove(widget)
    place.remove()
  }
}

function loadTurnstile(): Promise<Turnstile> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      script.remove()
      reject(new Error('The challenge could not be loaded'))
    }
    script.src = scriptUrl
    script.onerror = fail
    script.onload = () => (globalThis.turnstile ? resolve(globalThis.turnstile) : fail())
    document.head.append(script)
  })
}
