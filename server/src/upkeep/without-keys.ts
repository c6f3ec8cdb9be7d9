import { redact } from '../platform/redact.ts'
import { secretsOf } from '../providers/key-form.ts'

const messageLengthMax = 500

/** The message without the keys: upstreams quote a refused key, whole or in part. */
export function withoutKeys(message: string, keys: readonly string[]): string {
  let text = message
  for (const secret of keys.flatMap((key) => secretsOf(key))) text = text.replaceAll(secret, '***')
  return redact(text).slice(0, messageLengthMax)
}
