import { rm } from 'node:fs/promises'

/** The guild of this run has done its duty. */
export default async function removeState(): Promise<void> {
  const { E2E_STATE_DIR } = process.env
  if (E2E_STATE_DIR) await rm(E2E_STATE_DIR, { recursive: true, force: true, maxRetries: 5 })
}
