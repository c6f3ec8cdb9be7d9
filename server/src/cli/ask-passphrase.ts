import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { Config } from '../platform/config.ts'
import { passphraseMin } from '../platform/passphrase-box.ts'

/**
 * The passphrase of a backup: that of BACKUP_PASSPHRASE, or what is typed at the terminal, `twice` for a new one.
 * Throws an Error if there is neither.
 */
export async function askPassphrase(
  { BACKUP_PASSPHRASE: given }: Config,
  { twice }: { twice: boolean },
): Promise<string> {
  const passphrase = given || (await typePassphrase(twice))
  if (passphrase.length < passphraseMin)
    throw new Error(`The passphrase must have at least ${passphraseMin} characters.`)
  return passphrase
}

async function typePassphrase(twice: boolean): Promise<string> {
  if (!process.stdin.isTTY)
    throw new Error('Give the passphrase in BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE, or run this at a terminal.')
  const typed = await readHidden('Passphrase of the secrets in the backup: ')
  if (twice && (await readHidden('The same again: ')) !== typed) throw new Error('The two passphrases differ.')
  return typed
}

/** Reads a line of the terminal without showing it. */
function readHidden(question: string): Promise<string> {
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  return new Promise<string>((resolve, reject) => {
    reader.on('SIGINT', () => reject(new Error('Ended by the keyboard. Nothing was changed.')))
    reader.question('', resolve)
  }).finally(() => {
    reader.close()
    process.stderr.write('\n')
  })
}
