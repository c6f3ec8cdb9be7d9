import { isRecord, type JsonRecord, listOf, recordOf } from '@sluice/contract/read-json'

/** The address of the source of an image or a document; null for other blocks and other sources. */
function addressOf({ type, source }: JsonRecord): string | null {
  if (type !== 'image' && type !== 'document') return null
  const { type: kind, url } = recordOf(source)
  return kind === 'url' && typeof url === 'string' && /^https?:/i.test(url) ? url : null
}

/** The addresses of media in the messages of a body, one for each occurrence; results of tools hold some too. */
export const mediaAddresses = ({ messages }: JsonRecord): string[] =>
  listOf(messages).flatMap((message) => addressesIn(recordOf(message).content))

const addressesIn = (content: unknown): string[] =>
  listOf(content).flatMap((block) => {
    if (!isRecord(block)) return []
    const url = addressOf(block)
    return url === null ? addressesIn(block.content) : [url]
  })

/** `messages` with the fetched media, as data URLs by their addresses, in place. Everything else is unchanged. */
export const withMedia = (messages: unknown, fetched: ReadonlyMap<string, string>): unknown =>
  listOf(messages).map((message) =>
    isRecord(message) ? { ...message, content: withSources(message.content, fetched) } : message,
  )

const withSources = (content: unknown, fetched: ReadonlyMap<string, string>): unknown =>
  Array.isArray(content) ? content.map((block) => withSource(block, fetched)) : content

function withSource(block: unknown, fetched: ReadonlyMap<string, string>): unknown {
  if (!isRecord(block)) return block
  const dataUrl = fetched.get(addressOf(block) ?? '')
  if (dataUrl !== undefined) return { ...block, source: sourceOf(dataUrl) }
  return Array.isArray(block.content) ? { ...block, content: withSources(block.content, fetched) } : block
}

/** Text documents are sent as text: bytes are for pictures and PDF. */
function sourceOf(dataUrl: string): JsonRecord {
  const [, mediaType = '', data = ''] = /^data:([^;,]*)[^,]*;base64,(.*)$/s.exec(dataUrl) ?? []
  if (!mediaType.startsWith('text/')) return { type: 'base64', media_type: mediaType, data }
  return { type: 'text', media_type: 'text/plain', data: Buffer.from(data, 'base64').toString('utf8') }
}
