import type { Generated } from 'kysely'

/** A sign-in, or the addition of a way to sign in, that waits for its second step. Used once. */
export interface SignInFlowsTable {
  /** Keyed hash of the value that the other side returns. */
  id_hash: string
  kind: string
  /** Keyed hash of the browser's flow cookie; '' = not bound to a browser. */
  browser_hash: string
  /** The account, if it is known. */
  user_id: number | null
  /** JSON in the secret box. */
  data_box: string
  expires_at: number
}

/** One authenticator app for each account (TOTP). */
export interface AuthenticatorsTable {
  user_id: number
  secret_box: string
  /** null = shown to its owner, but not confirmed. */
  confirmed_at: number | null
  /** The time step of the last accepted code: each code is accepted once. */
  last_step: number
}

/** Unused ones only: a code is deleted when it is used. */
export interface RecoveryCodesTable {
  user_id: number
  code_hash: string
}

export interface PasskeysTable {
  id: Generated<number>
  user_id: number
  /** Chosen by the owner. */
  name: string
  /** base64url, as is the key (COSE). */
  credential_id: string
  public_key: string
  counter: number
  /** Comma-joined. */
  transports: string
  created_at: number
  last_used_at: number | null
}

/** A code that was sent and can be used once. A newer one for the same purpose and subject replaces it. */
export interface OneTimeCodesTable {
  purpose: string
  /** Keyed hash of the recipient. */
  subject_hash: string
  /** Keyed hash of the code. */
  code_hash: string
  tries_left: number
  expires_at: number
}

/** Events of one key within a window, for limits that all nodes share. */
export interface CountedEventsTable {
  key_hash: string
  count: number
  resets_at: number
}
