import { z } from 'zod'
import { plain } from './plain-text.ts'
import { refusal } from './reason-of-issue.ts'

/** An account's second factors, as its owner sees them. Times are Unix seconds. */
export const secondFactors = z.object({
  authenticator: z.boolean(),
  recovery_codes_left: z.number(),
  passkeys: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      created_time: z.number(),
      /** 0 = never. */
      last_used_time: z.number(),
    }),
  ),
})
export type SecondFactors = z.infer<typeof secondFactors>

/** The same in the form of newer clients: `GET /api/user/2fa/status`. */
export const secondFactorStatus = z.object({
  enabled: z.boolean(),
  /** Always false: guesses are slowed down by address and device, and never lock the owner out. */
  locked: z.boolean(),
  /** Absent while no authenticator is enabled. */
  backup_codes_remaining: z.number().optional(),
})
export type SecondFactorStatus = z.infer<typeof secondFactorStatus>

/** `GET /api/user/passkey`. */
export const passkeyStatus = z.object({
  enabled: z.boolean(),
  /** Unix seconds of the latest sign-in with any of them; absent = never. */
  last_used_at: z.number().optional(),
})
export type PasskeyStatus = z.infer<typeof passkeyStatus>

/** How long a sign-in itself proves the owner's presence. */
export const recentMinutes = 10

/** The longest code of an authenticator, or recovery code, as it is typed. */
export const factorCodeMax = 64

/**
 * What the owner must type again before login methods change: the password, or without one a code of the authenticator.
 * Accounts with neither omit both; they must have signed in just before.
 */
export const ownerProof = z.object({
  password: z.string().max(128).optional(),
  code: z.string().max(factorCodeMax).optional(),
})
export type OwnerProof = z.infer<typeof ownerProof>

export const authenticatorSecret = z.object({
  /** Base32, for typing in. */
  secret: z.string(),
  /** `otpauth://…`, for a QR code. */
  uri: z.string(),
})
export type AuthenticatorSecret = z.infer<typeof authenticatorSecret>

export const factorCode = z.object({ code: z.string().min(6).max(factorCodeMax) })

/** Shown once. */
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof recoveryCodes>

export const passkeyNameMax = 64
export const passkeyName = z.object({ name: plain(z.string().trim().min(1).max(passkeyNameMax)) })

/** Options for the browser, as WebAuthn's JSON, and the flow they belong to. */
const requestOptions: z.ZodType<{ challenge: string }> = z.looseObject({ challenge: z.string() })
export const passkeyRequest = z.object({ flow: z.string(), options: requestOptions })

interface CreationOptions {
  challenge: string
  rp: { name: string }
  user: { id: string; name: string; displayName: string }
  pubKeyCredParams: { alg: number; type: 'public-key' }[]
}
const creationOptions: z.ZodType<CreationOptions> = z.looseObject({
  challenge: z.string(),
  rp: z.looseObject({ name: z.string() }),
  user: z.looseObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.looseObject({ alg: z.number(), type: z.literal('public-key') })),
})
export const passkeyCreation = z.object({ flow: z.string(), options: creationOptions })

const text = z.string().max(65_536)
const credentialOf = <T extends z.ZodRawShape>(response: T) =>
  z.looseObject({
    id: z.string().min(1).max(700),
    rawId: z.string().min(1).max(700),
    type: z.literal('public-key'),
    response: z.looseObject(response),
    clientExtensionResults: z.looseObject({}).default({}),
  })

interface Credential<R> {
  id: string
  rawId: string
  type: 'public-key'
  response: R
  clientExtensionResults?: object
}
type Attestation = Credential<{ clientDataJSON: string; attestationObject: string; transports?: string[] }>
type Assertion = Credential<{ clientDataJSON: string; authenticatorData: string; signature: string }>

const flow = z.string().min(1).max(64)
const attestation: z.ZodType<Attestation, Attestation> = credentialOf({
  clientDataJSON: text,
  attestationObject: text,
  transports: z.array(z.string().max(32)).max(8).optional(),
})
const assertion: z.ZodType<Assertion, Assertion> = credentialOf({
  clientDataJSON: text,
  authenticatorData: text,
  signature: text,
})
export const passkeyAdd = z.object({
  flow,
  name: passkeyName.shape.name,
  response: attestation,
})
export const passkeySignIn = z.object({
  flow,
  response: assertion,
})
/** The flow of the sign-in is in `flow_token`, or in `flow`. */
export const secondFactorSignIn = z
  .object({ flow_token: flow.optional(), flow: flow.optional(), code: factorCode.shape.code })
  .superRefine(({ flow_token, flow }, context) => {
    if ((flow_token ?? flow) === undefined) context.addIssue({ ...refusal('required'), path: ['flow_token'] })
  })

/**
 * `GET /api/user/2fa/stats`: all accounts, and those with an enabled authenticator; the rate is a text such as
 * `12.5%`.
 */
export const secondFactorStats = z.object({
  total_users: z.number(),
  enabled_users: z.number(),
  enabled_rate: z.string(),
})
