import { authenticatorSecretSealContext } from '../../identity/authenticators.ts'
import { type ImportStep, insertRows, isNotDeleted } from './step.ts'

/** Authenticator apps stay valid. */
export const authenticatorsStep: ImportStep = {
  name: 'authenticator apps',
  table: 'two_fas',
  async write({ rows, db, context: { secretBox, now } }) {
    const enabled = rows.filter((row) => row.flag('is_enabled') && isNotDeleted(row))
    const apps = enabled.map((row) => ({
      user_id: row.integer('user_id'),
      secret_box: secretBox.seal(row.text('secret').toUpperCase(), authenticatorSecretSealContext),
      confirmed_at: row.instant('created_at') ?? now,
      last_step: 0,
    }))
    await insertRows(db, 'authenticators', apps)
  },
}

/** Recovery codes cannot be imported, because the source stores slow hashes. */
export const recoveryCodesStep: ImportStep = {
  name: 'recovery codes',
  table: 'two_fa_backup_codes',
  async write({ rows, context: { notes } }) {
    for (const row of rows)
      if (!row.flag('is_used') && isNotDeleted(row))
        notes.add('Recovery codes; their owners create new ones', `of user ${row.integer('user_id')}`)
  },
}

/** Passkeys stay valid as long as the site keeps its domain. */
export const passkeysStep: ImportStep = {
  name: 'passkeys',
  table: 'passkey_credentials',
  async write({ rows, db, context: { sourceSetUpAt } }) {
    const current = rows.filter(isNotDeleted)
    const passkeys = current.map((row) => {
      const transports = row.json('transports')
      return {
        id: row.integer('id'),
        user_id: row.integer('user_id'),
        name: 'Passkey',
        credential_id: toBase64Url(row.text('credential_id')),
        public_key: toBase64Url(row.text('public_key')),
        counter: row.integer('sign_count'),
        transports: Array.isArray(transports) ? transports.join(',') : '',
        created_at: row.instant('created_at') ?? sourceSetUpAt,
        last_used_at: row.instant('last_used_at'),
      }
    })
    await insertRows(db, 'passkeys', passkeys)
  },
}

const toBase64Url = (base64: string): string => Buffer.from(base64, 'base64').toString('base64url')
