import { redact } from '../platform/redact.ts'
import { secretsOf } from '../providers/key-form.ts'

const messageLengthMax = 500

/** Upstreams quote the key they refuse, in whole or in part shapes of it. */
export function withoutKeys(message: string, keys: readonly string[]): string {
  let text = message
  for (const secret of keys.flatMap((key) => secretsOf(key))) text = text.replaceAll(secret, '***')
  return redact(text).slice(0, messageLengthMax)
}
