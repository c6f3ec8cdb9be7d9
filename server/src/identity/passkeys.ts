import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server'
import type { Kysely } from 'kysely'
import { GatewayError } from '../core/errors.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/schema.ts'
import { findPasskey, insertPasskey, listPasskeys, notePasskeyUse } from '../store/second-factors.ts'
import type { SignInFlows } from './sign-in-flows.ts'

export interface PasskeySite {
  /** Name shown by the browser. */
  name: string
  /** `https://host:port` as the browser sees it. */
  origin: string
}

/** Passkeys (WebAuthn) combine possession with the device's check of its user, so one is enough to sign in. */
export interface Passkeys {
  beginAdding(
    owner: { userId: number; username: string; displayName: string },
    site: PasskeySite,
  ): Promise<{ flow: string; options: PublicKeyCredentialCreationOptionsJSON }>
  /**
   * Id of the new passkey; null when the answer does not belong to this flow, owner and site. `alongside` runs in the
   * transaction that inserts it. Throws passkeys_full.
   */
  finishAdding(
    answer: { flow: string; userId: number; name: string; response: RegistrationResponseJSON },
    site: PasskeySite,
    alongside: (trx: Kysely<Database>, id: number) => Promise<void>,
  ): Promise<number | null>
  beginSignIn(site: PasskeySite): Promise<{ flow: string; options: PublicKeyCredentialRequestOptionsJSON }>
  /** The owner of the passkey; null when it is unknown or does not match. */
  finishSignIn(
    answer: { flow: string; response: AuthenticationResponseJSON },
    site: PasskeySite,
  ): Promise<number | null>
}

/** Passkeys of one account. */
export const passkeysMax = 20

/** Loaded with the first passkey: it is an eighth of all modules. */
async function webauthn() {
  // Its certificates need this before them, and the executable does not keep the order of their own imports.
  await import('reflect-metadata')
  return await import('@simplewebauthn/server')
}

export function createPasskeys(deps: Services<'db' | 'clock'> & { flows: SignInFlows }): Passkeys {
  const { db, clock, flows } = deps
  return {
    async beginAdding({ userId, username, displayName }, site) {
      const known = await listPasskeys(db, userId)
      const { generateRegistrationOptions } = await webauthn()
      const options = await generateRegistrationOptions({
        rpName: site.name,
        rpID: hostOf(site),
        userName: username,
        userDisplayName: displayName,
        userID: new TextEncoder().encode(String(userId)),
        excludeCredentials: known.map(({ credential_id }) => ({ id: credential_id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      const { id: flow } = await flows.open('passkey_add', { userId, data: { challenge: options.challenge } })
      return { flow, options }
    },
    async finishAdding({ flow, userId, name, response }, site, alongside) {
      const begun = await flows.take('passkey_add', flow)
      if (begun?.userId !== userId) return null
      const { verifyRegistrationResponse } = await webauthn()
      const { registrationInfo } = await verifyRegistrationResponse({
        response,
        expectedChallenge: begun.data.challenge,
        expectedOrigin: site.origin,
        expectedRPID: hostOf(site),
        requireUserVerification: true,
      }).catch(refused)
      if (!registrationInfo) return null
      const { credential } = registrationInfo
      const row = {
        user_id: userId,
        name,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: (credential.transports ?? []).join(','),
        created_at: clock.now(),
        last_used_at: null,
      }
      return await db.transaction().execute(async (trx) => {
        const id = await insertPasskey(trx, row, passkeysMax)
        if (id === null) throw new GatewayError('passkeys_full', { limit: passkeysMax })
        await alongside(trx, id)
        return id
      })
    },
    async beginSignIn(site) {
      const { generateAuthenticationOptions } = await webauthn()
      const options = await generateAuthenticationOptions({
        rpID: hostOf(site),
        userVerification: 'required',
      })
      const data = { challenge: options.challenge }
      const { id: flow } = await flows.open('passkey_sign_in', { userId: null, data })
      return { flow, options }
    },
    async finishSignIn({ flow, response }, site) {
      const begun = await flows.take('passkey_sign_in', flow)
      const passkey = begun && (await findPasskey(db, response.id))
      if (!passkey) return null
      const credential: WebAuthnCredential = {
        id: passkey.credential_id,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.counter,
      }
      const { verifyAuthenticationResponse } = await webauthn()
      const { authenticationInfo } = await verifyAuthenticationResponse({
        response,
        expectedChallenge: begun.data.challenge,
        expectedOrigin: site.origin,
        expectedRPID: hostOf(site),
        credential,
        requireUserVerification: true,
      }).catch(refused)
      if (!authenticationInfo) return null
      await notePasskeyUse(db, {
        id: passkey.id,
        counter: authenticationInfo.newCounter,
        at: clock.now(),
      })
      return passkey.user_id
    },
  }
}

const hostOf = ({ origin }: PasskeySite): string => new URL(origin).hostname

/** The library throws for anything invalid. The reason would only help an attacker. */
const refused = () => ({ registrationInfo: undefined, authenticationInfo: undefined })
