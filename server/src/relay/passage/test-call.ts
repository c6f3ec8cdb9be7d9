import { render } from '@sluice/contract/messages/render'
import { scanJson } from '../../core/json/scan-json.ts'
import { newNeutralCall } from '../call/relay-call.ts'
import { wireFormatOf } from '../formats/index.ts'
import type { SentBody } from './passage.ts'

/** The fields of a call with this body that a passage reads. */
export function buildTestCall(
  client: 'openai' | 'responses' | 'anthropic' | 'gemini',
  text: string,
  options: Record<string, unknown>,
) {
  const bytes = new TextEncoder().encode(text)
  const scan = scanJson(bytes)
  if (!scan.ok) throw new Error(render('en', 'reasons', scan.reason))
  const format = wireFormatOf(client)
  const inPath = client === 'gemini' ? { model: 'm', isStream: false } : null
  const target = { format: client, operation: 'chat', inPath, isArrayStream: false } as const
  return {
    format,
    target,
    suffix: null,
    neutral: newNeutralCall(),
    stateOwner: { known: null },
    snapshot: { options },
    body: { bytes, fields: scan.fields },
    request: format.readRequest(target, JSON.parse(text)),
  }
}

export const sentText = ({ bytes }: SentBody): string => {
  if (bytes instanceof Promise) throw new Error('a small body is written at once')
  return new TextDecoder().decode(bytes)
}
