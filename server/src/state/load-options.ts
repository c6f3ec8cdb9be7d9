import { isSecret, optionKeys } from '@sluice/contract/options/registry'
import type { Kysely } from 'kysely'
import { describeError, type Log } from '../platform/log.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { readOptionTexts } from '../store/options.ts'
import type { Database } from '../store/schema.ts'
import type { OptionValues } from './option-registry.ts'
import { buildOptionValues } from './option-values.ts'

/** The secret box's place of a secret option. */
export const optionSecretSealContext = (key: string): string => `options.${key}`

export interface OptionSource {
  db: Kysely<Database>
  secretBox: SecretBox
  log: Log
}

/** Every option from the database. An unreadable or unopenable one has its default, and is logged. */
export async function loadOptions({ db, secretBox, log }: OptionSource): Promise<OptionValues> {
  const stored = await readOptionTexts(db)
  for (const key of optionKeys) {
    const text = stored.get(key)
    if (text === undefined || !isSecret(key)) continue
    try {
      stored.set(key, secretBox.open(text, optionSecretSealContext(key)))
    } catch (error) {
      stored.delete(key)
      log.error({ option: key, error: describeError(error) }, 'a secret option cannot be opened; it is empty')
    }
  }
  return buildOptionValues(stored, (key, reason) =>
    log.error({ option: key, reason }, 'a stored option cannot be read; its default is used'),
  )
}
