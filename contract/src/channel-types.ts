/** What the console and the server agree on about a channel type. Base URLs from the providers' documentation. */
export interface ChannelType {
  id: number
  label: string
  /** Default base URL; null = the operator must give one. */
  baseUrl: string | null
  /** How the key field is to be filled, as a short pattern. */
  keyHint: string
}

/** Types that can be served. A type joins this list together with its provider on the server. */
export const channelTypes: readonly ChannelType[] = [
  { id: 1, label: 'OpenAI', baseUrl: 'https://api.openai.com', keyHint: 'sk-…' },
  { id: 14, label: 'Anthropic Claude', baseUrl: 'https://api.anthropic.com', keyHint: 'sk-ant-…' },
  { id: 24, label: 'Google Gemini', baseUrl: 'https://generativelanguage.googleapis.com', keyHint: 'AIza…' },
  { id: 20, label: 'OpenRouter', baseUrl: 'https://openrouter.ai/api', keyHint: 'sk-or-…' },
  { id: 8, label: 'Custom', baseUrl: null, keyHint: 'sk-…' },
  { id: 2, label: 'Midjourney Proxy', baseUrl: null, keyHint: 'mj-api-secret' },
  { id: 5, label: 'Midjourney Proxy Plus', baseUrl: null, keyHint: 'mj-api-secret' },
  { id: 36, label: 'Suno API', baseUrl: null, keyHint: 'API key' },
]

/** A custom channel is called at exactly its base URL, with `{model}` filled in. */
export const customType = 8

/** Whether a custom channel is called where an API begins. An upstream may answer there, but hardly any does. */
export const lacksPath = (type: number, baseUrl: string | null): boolean =>
  type === customType && baseUrl !== null && /^\s*https?:\/\/[^/?#]+(\/v1)?\/*\s*$/i.test(baseUrl)

export const channelTypeOf = (id: number): ChannelType | undefined =>
  channelTypes.find((type) => type.id === id)
