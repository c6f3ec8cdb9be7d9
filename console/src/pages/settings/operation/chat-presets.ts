import { isScriptAddress } from '@sluice/contract/options/value-checks'
import { isRecord, parseJson } from '@sluice/contract/read-json'
import type { Parsed } from './json-table.ts'

/** A chat client offered for API tokens. */
export interface ChatPreset {
  name: string
  /** With the placeholders `{key}` and `{address}` for the token's key and the server's address. */
  url: string
}

export type ChatFault = 'nameRequired' | 'nameTaken' | 'urlRequired' | 'runsScript'

const isTexts = (value: unknown): value is Record<string, string> =>
  isRecord(value) && Object.values(value).every((one) => typeof one === 'string')

/** The list in a text. Its entries usually hold one client each, but may hold several. */
export function parseChatPresets(text: string): Parsed<ChatPreset[]> {
  const list = parseJson(text)
  if (list === undefined) return { ok: false, fault: { kind: 'json' } }
  if (!Array.isArray(list)) return { ok: false, fault: { kind: 'value', at: '' } }
  const presets: ChatPreset[] = []
  for (const [index, entry] of list.entries()) {
    if (!isTexts(entry)) return { ok: false, fault: { kind: 'value', at: String(index + 1) } }
    presets.push(...Object.entries(entry).map(([name, url]) => ({ name, url })))
  }
  return { ok: true, value: presets }
}

export const writeChatPresets = (presets: readonly ChatPreset[]): string =>
  JSON.stringify(
    presets.map(({ name, url }) => ({ [name]: url })),
    null,
    2,
  )

/** The fault of each preset, if any. */
export const chatFaults = (presets: readonly ChatPreset[]): (ChatFault | null)[] =>
  presets.map((preset, index) => {
    const name = preset.name.trim()
    if (name === '') return 'nameRequired'
    if (presets.some((other, at) => at < index && other.name.trim() === name)) return 'nameTaken'
    if (preset.url.trim() === '') return 'urlRequired'
    return isScriptAddress(preset.url) ? 'runsScript' : null
  })

/** The address has neither placeholder: the client opens without a connection to this site. */
export const lacksPlaceholders = ({ url }: ChatPreset): boolean =>
  url.trim() !== '' && !url.includes('{key}') && !url.includes('{address}')

/** `list` with the entry at `index` moved by `step`; unchanged at the ends. */
export function moved<T>(list: readonly T[], index: number, step: -1 | 1): T[] {
  const next = [...list]
  const [one, other] = [next[index], next[index + step]]
  if (one === undefined || other === undefined) return next
  next[index] = other
  next[index + step] = one
  return next
}
