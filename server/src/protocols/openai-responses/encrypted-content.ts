/**
 * Opaque state in `encrypted_content` of a reasoning item, the one place this format has for it. The API's own state
 * belongs to the thought it stands with. What other formats keep apart gets a word in front, which the API's base64
 * never begins with: thoughts without text, and state that must come back with the call behind it.
 */
export interface EncryptedContent {
  kind: 'thought' | 'redacted' | 'call'
  state: string
}

const prefixes = { redacted: 'redacted:', call: 'call:' } as const

export function parseEncryptedContent(wire: string): EncryptedContent {
  for (const kind of ['redacted', 'call'] as const)
    if (wire.startsWith(prefixes[kind])) return { kind, state: wire.slice(prefixes[kind].length) }
  return { kind: 'thought', state: wire }
}

export const buildEncryptedContent = ({ kind, state }: EncryptedContent): string =>
  kind === 'thought' ? state : prefixes[kind] + state
