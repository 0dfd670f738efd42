import type { Page } from '@playwright/test'

/** Chromium's own passkey, built into this page's browser: whoever sits there shows to be themselves. */
export async function plugInAuthenticator(page: Page, { isOffered = false } = {}) {
  // It takes the first passkey that is offered at once: only a story that waits for that lets pages offer.
  if (!isOffered) {
    await page.addInitScript(() => {
      window.PublicKeyCredential.isConditionalMediationAvailable = async () => false
    })
  }
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** False: the finger is somebody else's. */
    recognise: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    count: async () =>
      (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  }
}
