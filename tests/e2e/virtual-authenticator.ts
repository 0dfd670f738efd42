import type { Page } from '@playwright/test'

/**
 * Adds Chromium's virtual authenticator to this page's browser, with successful user verification.
 */
export async function plugInAuthenticator(page: Page, { isOffered = false } = {}) {
  // It accepts the first passkey request at once, so pages may offer passkeys only where a test
  // waits for it.
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
    /** False makes user verification fail. */
    recognise: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    count: async () =>
      (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  }
}
