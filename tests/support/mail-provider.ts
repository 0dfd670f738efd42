import { env } from 'cloudflare:workers'
import { onTestFinished } from 'vitest'

export type SentMail = {
  to: string
  subject: string
  text: string
  html: string
  replyTo?: string
  headers?: Record<string, string>
  attachments?: { filename: string; type: string; content: Uint8Array | string }[]
}

/**
 * Replaces the worker's mail provider until the end of the test; returns the mails accepted.
 * @param answer runs before a mail is accepted; an error that it throws is the provider's error
 */
export function installMailProvider(answer: (mail: SentMail) => unknown = () => {}): SentMail[] {
  const sent: SentMail[] = []
  const send = async (mail: SentMail) => {
    await answer(mail)
    sent.push(mail)
    return { messageId: '' }
  }
  const before = env.EMAIL
  Object.assign(env, { EMAIL: { send } })
  onTestFinished(() => void Object.assign(env, { EMAIL: before }))
  return sent
}
