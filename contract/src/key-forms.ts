/** What one part of a key is called in the provider's own console. */
type KeyPartName =
  | 'accessKeyId'
  | 'secretAccessKey'
  | 'sessionToken'
  | 'region'
  | 'apiKey'
  | 'apiSecret'
  | 'appId'
  | 'secretId'
  | 'secretKey'

/** One way in which a type of channel writes its keys. */
export interface KeyForm {
  parts: readonly KeyPartName[]
  /** Between the parts; absent = `|`. */
  separator?: string
}

export type KeyParts = Readonly<Partial<Record<KeyPartName, string>>>

/** The parts of `key` in the first form that has as many; null when there is none or a part is empty. */
export function splitKey(forms: readonly KeyForm[], key: string): KeyParts | null {
  for (const { parts, separator = '|' } of forms) {
    const texts = key.split(separator).map((text) => text.trim())
    if (texts.length !== parts.length || texts.includes('')) continue
    return Object.fromEntries(parts.map((part, index) => [part, texts[index]]))
  }
  return null
}

/** The key that has these parts. */
export const joinKey = ({ parts, separator = '|' }: KeyForm, values: KeyParts): string =>
  parts.map((part) => values[part]?.trim() ?? '').join(separator)

/** The forms as a text: `accessKeyId|secretAccessKey|region, or apiKey|region`. */
export const formText = (forms: readonly KeyForm[]): string =>
  forms.map(({ parts, separator = '|' }) => parts.join(separator)).join(' / ')

/** Access keys, temporary ones with their session token, or an API key; each with the region that is called. */
export const bedrockKeyForms: readonly KeyForm[] = [
  { parts: ['accessKeyId', 'secretAccessKey', 'region'] },
  { parts: ['accessKeyId', 'secretAccessKey', 'sessionToken', 'region'] },
  { parts: ['apiKey', 'region'] },
]
