import { makeReason } from '@sluice/contract/error-reasons'
import { bedrockKeyForms, type KeyParts } from '@sluice/contract/key-forms'
import { keyParser, type ParsedKey } from '../key-form.ts'

/** An access key that signs requests, or an API key of Bedrock, which is sent unchanged. */
type BedrockKey = { region: string } & (
  | { kind: 'apiKey'; apiKey: string }
  | { kind: 'keys'; accessKeyId: string; secretAccessKey: string; sessionToken?: string }
)

const parse = keyParser(bedrockKeyForms)
const region = /^[a-z]{2}(-[a-z]+){1,3}-\d{1,2}$/

export function parseBedrockKey(key: string): ParsedKey<BedrockKey> {
  const parsed = parse(key)
  if (!parsed.ok) return parsed
  const { region: name = '' } = parsed.parts
  if (!region.test(name)) return { ok: false, reason: makeReason('notRegion', { what: name.slice(0, 40) }) }
  return { ok: true, parts: { region: name, ...credentialsIn(parsed.parts) } }
}

function credentialsIn({ apiKey, accessKeyId = '', secretAccessKey = '', sessionToken }: KeyParts) {
  if (apiKey !== undefined) return { kind: 'apiKey' as const, apiKey }
  const keys = { kind: 'keys' as const, accessKeyId, secretAccessKey }
  return sessionToken === undefined ? keys : { ...keys, sessionToken }
}
