import type { Kysely } from 'kysely'
import type { Config } from '../../platform/config.ts'
import { isLocalPerson, type Peer } from '../../platform/local-peer.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { readCryptoCanary } from '../../store/check-crypto-key.ts'
import type { Database } from '../../store/schema.ts'

const tokenLength = 24

/**
 * The token that set-up needs: SETUP_TOKEN, or one that follows from CRYPTO_SECRET and a random text in the database.
 * So it is the same on all nodes and at each start, another one for each database, and stored nowhere.
 */
export async function findSetupToken({
  db,
  config,
  secretBox,
}: {
  db: Kysely<Database>
  config: Pick<Config, 'SETUP_TOKEN'>
  secretBox: SecretBox
}): Promise<string> {
  if (config.SETUP_TOKEN !== '') return config.SETUP_TOKEN
  return secretBox.lookup(await readCryptoCanary(db), 'set-up token').slice(0, tokenLength)
}

/**
 * Whether this caller must send the token: every caller if SETUP_TOKEN or TRUSTED_PROXIES is set, otherwise every
 * caller that is not on this machine.
 */
export const needsSetupToken = (
  { SETUP_TOKEN, TRUSTED_PROXIES }: Pick<Config, 'SETUP_TOKEN' | 'TRUSTED_PROXIES'>,
  { raw, peer }: { raw: Request; peer: Peer },
): boolean => SETUP_TOKEN !== '' || TRUSTED_PROXIES !== '' || !isLocalPerson(raw, peer)
