import { randomBytes } from 'node:crypto'
import type { Services } from '../services.ts'
import {
  deleteEndedSignInFlow,
  deleteSignInFlow,
  findSignInFlow,
  insertSignInFlow,
  insertUsedProof,
} from '../store/sign-in-flows.ts'

/** The data of each kind between its two steps. */
interface FlowData {
  /** At an identity provider. `provider` null: the client did not name one. */
  oauth: { provider: string | null; verifier: string; nonce: string; redirectUri: string; inviteCode: string }
  /** The account was created just now, by the browser that returns. */
  registered: Record<string, never>
  /** The password is verified; the second factor is missing. */
  second_factor: Record<string, never>
  passkey_sign_in: { challenge: string }
  passkey_add: { challenge: string }
  /** A used proof, kept so that it is accepted once. */
  used_proof: Record<string, never>
}
type FlowKind = keyof FlowData

interface Flow<K extends FlowKind> {
  userId: number | null
  data: FlowData[K]
}

/** Sign-ins in progress, in the database so that any node can finish them. */
export interface SignInFlows {
  /** Opens a flow. The other side returns its id, of which only a hash is stored. */
  open<K extends FlowKind>(kind: K, flow: Flow<K> & { browser?: string }): Promise<{ id: string; expiresAt: number }>
  /** The flow, without ending it. */
  find<K extends FlowKind>(kind: K, id: string, browser?: string): Promise<Flow<K> | null>
  /** Returns the flow and ends it, for one caller. */
  take<K extends FlowKind>(kind: K, id: string, browser?: string): Promise<Flow<K> | null>
  /** Records a proof as used until `expiresAt`. Returns false when it was recorded before. */
  noteUsed(proof: string, expiresAt: number): Promise<boolean>
}

const lifeMs: Record<FlowKind, number> = {
  oauth: 15 * 60_000,
  registered: 60_000,
  second_factor: 10 * 60_000,
  passkey_sign_in: 5 * 60_000,
  passkey_add: 5 * 60_000,
  used_proof: 0,
}

export function createSignInFlows(deps: Services<'db' | 'clock' | 'secretBox'>): SignInFlows {
  const { db, secretBox, clock } = deps
  const hashOf = (id: string) => secretBox.lookup(id, 'sign-in flow')
  const browserHashOf = (browser: string | undefined) =>
    browser === undefined ? '' : secretBox.lookup(browser, 'sign-in browser')
  const placeOf = (kind: FlowKind) => `sign_in_flows.${kind}`

  const find: SignInFlows['find'] = async (kind, id, browser) => {
    const row = await findSignInFlow(db, hashOf(id))
    if (!row || row.kind !== kind || row.expires_at <= clock.now()) return null
    if (row.browser_hash !== browserHashOf(browser)) return null
    return { userId: row.user_id, data: JSON.parse(secretBox.open(row.data_box, placeOf(kind))) }
  }

  return {
    async open(kind, { userId, data, browser }) {
      const id = randomBytes(32).toString('base64url')
      const expiresAt = clock.now() + lifeMs[kind]
      await insertSignInFlow(db, {
        id_hash: hashOf(id),
        kind,
        browser_hash: browserHashOf(browser),
        user_id: userId,
        data_box: secretBox.seal(JSON.stringify(data), placeOf(kind)),
        expires_at: expiresAt,
      })
      return { id, expiresAt }
    },
    find,
    async take(kind, id, browser) {
      const flow = await find(kind, id, browser)
      return flow && (await deleteSignInFlow(db, hashOf(id))) ? flow : null
    },
    async noteUsed(proof, expiresAt) {
      const idHash = secretBox.lookup(proof, 'used proof')
      await deleteEndedSignInFlow(db, idHash, clock.now())
      return await insertUsedProof(db, {
        id_hash: idHash,
        kind: 'used_proof',
        browser_hash: '',
        user_id: null,
        data_box: '',
        expires_at: expiresAt,
      })
    },
  }
}
