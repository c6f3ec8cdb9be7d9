import { Secret, TOTP } from 'otpauth'

/** The code that an authenticator app shows `inMs` from now. */
export const authenticatorCode = (secret: string, inMs: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + inMs })
