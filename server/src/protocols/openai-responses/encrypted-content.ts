/**
 * Opaque state in `encrypted_content` of a reasoning item, the only place for it in this format. Plain values are the
 * API's own state, which belongs to the thought of the item. State of other formats gets a prefix that cannot start the
 * API's base64: thoughts without text, and state that belongs to the following call.
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
