export const base64url = (text: string) => Buffer.from(text).toString('base64url')

/** The server's options for signing in with a passkey. */
export function aQuestion(ticket = 'ticket-1', challenge = 'challenge') {
  const options = { challenge: base64url(challenge), rpId: 'localhost', allowCredentials: [] }
  return { ticket, options }
}

/** The server's options for registering a passkey. */
export function aNewQuestion(ticket = 'ticket-2') {
  return {
    ticket,
    options: {
      challenge: base64url('new challenge'),
      rp: { id: 'localhost', name: 'Narrenzunft' },
      user: { id: base64url('7'), name: 'sabine@example.de', displayName: 'Sabine Kächele' },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    },
  }
}
