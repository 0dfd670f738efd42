import { call, client } from '#web/lib/api.ts'
import { createPasskey, getPasskey } from '#web/lib/passkeys.ts'
import { defineMutation, defineQuery } from '#web/lib/query.ts'
import { idParam } from './id-param.ts'

const { passkey, confirm } = client.api.v1.auth

export const passkeysQuery = defineQuery(
  ['auth', 'passkeys'],
  'Deine Passkeys konnten nicht geladen werden',
  () => call(passkey.$get()),
)

/** Gets options from the server, creates the passkey on the device, and sends its public key. */
export const addPasskey = defineMutation(
  'Der Passkey konnte nicht angelegt werden',
  async ({ name }: { name: string }) => {
    const question = await call(passkey.register.options.$post())
    if (!question.ok) return question
    const { ticket, options } = question.data
    const answer = await createPasskey(options)
    if (!answer.ok) return answer
    return call(passkey.register.$post({ json: { ticket, response: answer.data, name } }))
  },
)

export const removePasskey = defineMutation(
  'Der Passkey konnte nicht entfernt werden',
  (id: number) => call(passkey[':id'].$delete(idParam(id))),
)

/** "Bist Du es?" by passkey instead of the password. */
export const confirmByPasskey = defineMutation(
  'Das konnte nicht bestätigt werden',
  async () => {
    const question = await call(confirm.options.$post())
    if (!question.ok) return question
    const { ticket, options } = question.data
    const answer = await getPasskey(options)
    if (!answer.ok) return answer
    return call(confirm.$post({ json: { ticket, response: answer.data } }))
  },
  { changes: [] },
)
