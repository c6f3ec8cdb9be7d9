import { bedrockKeys } from '@sluice/contract/channel-keys'
import type { KeyParts } from '@sluice/contract/key-forms'
import { keyParser, type ParsedKey } from '../key-form.ts'

/** An access key that signs requests, or an API key of Bedrock, which is sent unchanged. */
type BedrockKey = { region: string } & (
  | { kind: 'apiKey'; apiKey: string }
  | { kind: 'keys'; accessKeyId: string; secretAccessKey: string; sessionToken?: string }
)

const parse = keyParser(bedrockKeys)

export function parseBedrockKey(key: string): ParsedKey<BedrockKey> {
  const parsed = parse(key)
  if (!parsed.ok) return parsed
  return { ok: true, parts: { region: parsed.parts.region ?? '', ...credentialsIn(parsed.parts) } }
}

function credentialsIn({ apiKey, accessKeyId = '', secretAccessKey = '', sessionToken }: KeyParts) {
  if (apiKey !== undefined) return { kind: 'apiKey' as const, apiKey }
  const keys = { kind: 'keys' as const, accessKeyId, secretAccessKey }
  return sessionToken === undefined ? keys : { ...keys, sessionToken }
}
