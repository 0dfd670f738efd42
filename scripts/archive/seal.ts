import { gunzipSync, gzipSync } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { stop } from '#scripts/local/stop.ts'
import { askPassphrase } from '#scripts/users/ask-password.ts'

/** Least length of a passphrase: long enough against guessing with the file at hand. */
const leastLetters = 16

/** Keys made by `age-keygen`; without one a passphrase is asked for. */
export type Keys = { recipient: string | undefined; identity: string | undefined }

export async function seal(text: string, { recipient }: Pick<Keys, 'recipient'>) {
  const encrypter = new Encrypter()
  if (recipient) encrypter.addRecipient(recipient)
  else encrypter.setPassphrase(await readPassphrase('twice'))
  return encrypter.encrypt(gzipSync(text))
}

export async function unseal(file: Uint8Array, { identity }: Pick<Keys, 'identity'>) {
  const decrypter = new Decrypter()
  if (identity) decrypter.addIdentity(identity)
  else decrypter.addPassphrase(await readPassphrase('once'))
  const zipped = await decrypter
    .decrypt(file)
    .catch(() =>
      stop('Das Archiv lässt sich so nicht öffnen: falsches Kennwort, oder eine andere Datei.'),
    )
  return gunzipSync(zipped).toString()
}

async function readPassphrase(how: 'once' | 'twice'): Promise<string> {
  const words = process.env.BACKUP_PASSPHRASE || (await askPassphrase(how))
  if (how === 'twice' && words.length < leastLetters) {
    stop(`Das Kennwort braucht mindestens ${leastLetters} Zeichen.`)
  }
  return words
}
