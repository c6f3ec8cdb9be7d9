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
 * Whether this caller must give the token: everybody if SETUP_TOKEN is set, otherwise all who are not at this
 * machine. A site with trusted proxies takes nobody for local.
 */
export const needsSetupToken = (
  { SETUP_TOKEN, TRUSTED_PROXIES }: Pick<Config, 'SETUP_TOKEN' | 'TRUSTED_PROXIES'>,
  { raw, peer }: { raw: Request; peer: Peer },
): boolean => SETUP_TOKEN !== '' || TRUSTED_PROXIES !== '' || !isLocalPerson(raw, peer)
